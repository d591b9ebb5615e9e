"""PettingZoo: every game as an environment of two agents, turn by turn (AEC) or in the parallel form.

    env = playmat.pettingzoo.env("food-chain")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))

The agents are ``player_0`` and ``player_1``. An observation is a dict of ``observation``, the vector that :func:`split` cuts into what the
seat sees and its options, and ``action_mask``. Both are zeros for an agent that is not asked. Questions with a single option are answered
by themselves, so that an agent may be asked several times in a row. The reward is 1 for a win, -1 for a loss and 0 for a draw, at the end.
"""

from __future__ import annotations

from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv, register
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import playmat
from playmat._learners import Vector, draw_seed, rules_of, split

__all__ = ["env", "parallel_env", "raw_env", "split"]

AGENTS = ("player_0", "player_1")


def env(game: str, **settings) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an answer that is not in the mask ends the match, with a reward of -1 for
    its agent alone. The settings are those of :class:`raw_env`."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def parallel_env(game: str, **settings):
    """The parallel form: all agents hand in an action at every step, and that of the asked one is taken. ``infos[agent]["active_agent"]``
    says who is asked next; the others see zeros."""
    return turn_based_aec_to_parallel(env(game, **settings))


class raw_env(AECEnv, EzPickle):  # noqa: N801 (the name is PettingZoo's)
    """The environment without wrappers: an answer that is not in the mask is refused with an error, and nothing has happened.

    ``decks``, ``first``: as for :class:`playmat.Match`. ``edition``, ``rulings``, ``cards``: as for :class:`playmat.Rules`.
    ``reset(seed=N)`` plays the match of seed N; ``reset()`` plays one whose seed is drawn from the last seed that was given.
    The match itself, its seed and its record are in ``env.unwrapped.match``: they are for whoever runs the environment, not for agents.
    """

    metadata = {"render_modes": ["ansi", "human"], "name": "playmat_v0", "is_parallelizable": False, "render_fps": 4}

    def __init__(
        self, game: str, *, decks=("random", "random"), first=None, edition=None, rulings=None, cards=None, render_mode: str | None = None
    ):
        EzPickle.__init__(self, game, decks=decks, first=first, edition=edition, rulings=rulings, cards=cards, render_mode=render_mode)
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render mode {render_mode!r}: use one of {self.metadata['render_modes']}, or None")
        self.rules = rules_of(game, edition, rulings, cards)
        self.metadata = {**self.metadata, "name": f"playmat_{self.rules.game.replace('-', '_')}_v0"}
        self.decks, self.first, self.render_mode = decks, first, render_mode
        self.vector = Vector(self.rules.game)
        self.possible_agents = list(AGENTS)
        self.action_spaces = {agent: self.vector.action_space() for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict({"observation": self.vector.space(), "action_mask": self.vector.mask_space()}) for agent in AGENTS
        }
        self.match: playmat.Match | None = None
        self._random = None

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None):
        """Begins a match. There are no options."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.match = None
        # A match in which nobody has anything to choose is over before it begins: it is left out.
        while self.match is None or self.match.seat is None:
            seed = draw_seed(self._random) if seed is None or self.match is not None else seed
            self.match = playmat.Match(self.rules, decks=self.decks, seed=seed, first=self.first)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.match.seat]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent):
        asked = self.match.seat is not None and agent == AGENTS[self.match.seat]
        vector, mask = self.vector.of(self.match) if asked else self.vector.nothing()
        return {"observation": vector, "action_mask": mask}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.match.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.match.seat is None:
            self.rewards = dict(zip(AGENTS, self.match.returns))
            self.terminations = dict.fromkeys(AGENTS, True)
        else:
            self.agent_selection = AGENTS[self.match.seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self):
        """The table as text, as the agent sees it that is to act. ``human`` prints it."""
        if self.render_mode is None:
            raise ValueError("this environment was made without a render mode: make it with render_mode='ansi' or 'human'")
        text = self.match.text(AGENTS.index(self.agent_selection))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self):
        """There is nothing to close: a match is plain memory."""


for _game in playmat.games():
    _name = f"playmat/{_game.replace('-', '_')}_v0"
    register("aec", _name, entry_point="playmat.pettingzoo:env", kwargs={"game": _game})
    register("parallel", _name, entry_point="playmat.pettingzoo:parallel_env", kwargs={"game": _game})
