"""Gymnasium: every game as an environment of one learner against a bot, alone or many at once.

    import gymnasium
    import playmat.gymnasium  # registers playmat/FoodChain-v0, playmat/Skirmish-v0 and playmat/Strata-v0

    env = gymnasium.make("playmat/Skirmish-v0", opponent="greedy")
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

    envs = gymnasium.make_vec("playmat/Skirmish-v0", num_envs=1024, opponent="random")

An observation is the vector that :func:`split` cuts into what the learner's seat sees and its options. ``info["action_mask"]`` says which
actions are options of the question. Questions with a single option are answered by themselves. The reward is 1 for a win, -1 for a loss and
0 for a draw, when the match has ended.
"""

from __future__ import annotations

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import playmat
from playmat._learners import Vector, draw_seed, rules_of, split

__all__ = ["BatchEnv", "MatchEnv", "split"]

ILLEGAL = ("lose", "refuse")


class MatchEnv(gymnasium.Env):
    """One match at a time against a bot.

    ``opponent``: any bot, as ``playmat.Bot`` takes it. ``seat``: where the learner sits, 0 or 1; None for both in turn, beginning with 0
    after every ``reset`` with a seed. ``decks``, ``first``: as for :class:`playmat.Match`. ``edition``, ``rulings``, ``cards``: as for
    :class:`playmat.Rules`.

    ``illegal`` says what becomes of an action that is not in the mask: ``"lose"`` (the match ends at once with a reward of -1, and
    ``info["illegal"]`` is true) or ``"refuse"`` (an error, and nothing has happened).

    ``reset(seed=N)`` plays the match of seed N; ``reset()`` plays one whose seed is drawn from the last seed that was given. The match,
    with its seed and its record, is ``env.unwrapped.match``: for whoever runs the environment, not for the learner.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 4}

    def __init__(
        self,
        game: str,
        *,
        opponent: str = "random",
        seat: int | None = None,
        illegal: str = "lose",
        decks=("random", "random"),
        first=None,
        edition=None,
        rulings=None,
        cards=None,
        render_mode: str | None = None,
    ):
        check_seat(seat)
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal is one of {ILLEGAL}, not {illegal!r}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render mode {render_mode!r}: use one of {self.metadata['render_modes']}, or None")
        self.rules = rules_of(game, edition, rulings, cards)
        self.vector = Vector(self.rules.game)
        self.observation_space = self.vector.space()
        self.action_space = self.vector.action_space()
        self.opponent, self.seat, self.illegal = opponent, seat, illegal
        self.decks, self.first, self.render_mode = decks, first, render_mode
        playmat.Bot(opponent)  # a wrong name is told here
        self.match: playmat.Match | None = None
        self._ended = True
        self._turn = 0

    def reset(self, *, seed: int | None = None, options: dict | None = None):
        """Begins a match. There are no options."""
        super().reset(seed=seed)
        if seed is not None:
            self._turn = 0
        while True:
            seed = draw_seed(self.np_random) if seed is None else seed
            self.match = playmat.Match(self.rules, decks=self.decks, seed=seed, first=self.first)
            self._bot = playmat.Bot(self.opponent, seed=playmat.bots.seed_in_match(seed))
            self.learner = self._turn % 2 if self.seat is None else self.seat
            self._turn += 1
            self._let_bot_play()
            # A match in which the learner is never asked has nothing to do with what it does: it is left out.
            if self.match.seat is not None:
                break
            seed = None
        self._ended = False
        if self.render_mode == "human":
            self.render()
        return self.look()

    def look(self):
        """What the learner sees now: the vector, and the information with the mask."""
        vector, mask = self.vector.of(self.match)
        return vector, {"action_mask": mask}

    def action_masks(self) -> np.ndarray:
        """The mask as truth values, as sb3-contrib's MaskablePPO asks for it."""
        return self.vector.of(self.match)[1].astype(bool)

    def step(self, action):
        if self._ended:
            raise gymnasium.error.ResetNeeded("the match is over: call reset() for the next one")
        listed = len(self.match)
        if not 0 <= action < listed:
            if self.illegal == "refuse":
                raise ValueError(f"there is no option {action}: the question has options 0 to {listed - 1}, as the mask says")
            self._ended = True
            vector, mask = self.vector.nothing()
            return vector, -1.0, True, False, {"action_mask": mask, "illegal": True}
        self.match.play(int(action))
        self._let_bot_play()
        self._ended = self.match.seat is None
        reward = float(self.match.returns[self.learner]) if self._ended else 0.0
        if self.render_mode == "human":
            self.render()
        vector, info = self.look()
        return vector, reward, self._ended, False, info

    def render(self):
        """The table as text, as the learner sees it. ``human`` prints it."""
        if self.render_mode is None:
            gymnasium.logger.warn("This environment was made without a render mode: make it with render_mode='ansi' or 'human'.")
            return None
        text = self.match.text(self.learner)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def _let_bot_play(self):
        while self.match.seat == 1 - self.learner:
            self.match.play(self._bot.pick(self.match))


class BatchEnv(VectorEnv):
    """Many matches at once on a :class:`playmat.Batch`, each against a bot.

    ``threads``, ``decks``, ``first``: as for :class:`playmat.Batch`. ``seat``: where the learner sits, 0 or 1; None for both in turn.
    ``edition``, ``rulings``, ``cards``: as for :class:`playmat.Rules`.

    Where a match ends, its place begins the next one in the same step (``AutoresetMode.SAME_STEP``): the observation and the mask are
    those of the next match, and ``final_obs`` and ``final_info`` are what is seen after the end, where nobody is asked: zeros.
    ``reset(seed=N)`` begins the batch of seed N, in which every place has seeds of its own; a list of seeds and ``reset_mask`` are refused.
    An action that is not in the mask is refused with an error, and no match has gone on.

    With ``copy=False`` the arrays that a call returns are written again by the next one.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponent: str = "random",
        seat: int | None = None,
        threads: int = 1,
        decks=("random", "random"),
        first=None,
        edition=None,
        rulings=None,
        cards=None,
        copy: bool = True,
        render_mode: None = None,
    ):
        check_seat(seat)
        if opponent is None:
            raise ValueError("Gymnasium knows one learner, who needs an opponent; for self-play use playmat.Batch or playmat.pettingzoo")
        if render_mode is not None:
            raise ValueError("a batch is not rendered: make a single environment to look at a match")
        self.rules = rules_of(game, edition, rulings, cards)
        self.vector = Vector(self.rules.game)
        self.num_envs = num_envs
        self.render_mode = None
        self.copy = copy
        self.single_observation_space = self.vector.space()
        self.single_action_space = self.vector.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        # Learner and bot are told apart by their seats: the bot's are the other ones.
        bot_seat = None if seat is None else 1 - seat
        self.batch = playmat.Batch(
            self.rules, num_envs, threads=threads, opponent=opponent, opponent_seat=bot_seat, decks=decks, first=first
        )
        self.arrays: playmat.Arrays | None = None
        self._vectors = np.empty((num_envs, self.vector.size), np.int16)
        self._places = np.arange(num_envs)
        self._all = np.ones(num_envs, bool)

    def reset(self, *, seed: int | None = None, options: dict | None = None):
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise ValueError("a batch has one seed, from which that of every match follows: give a number, not a list")
        if options and "reset_mask" in options:
            raise ValueError("a batch begins the next match of a place by itself: reset_mask is not for it")
        super().reset(seed=seed)
        seed = draw_seed(self.np_random) if seed is None else int(seed)
        self.arrays = self.batch.reset(self.arrays, seed=seed)
        return self._look(), self._info()

    def step(self, actions):
        if self.arrays is None:
            raise gymnasium.error.ResetNeeded("call reset() before the first step")
        answered_by = self.arrays.seat.copy()
        self.batch.step(np.ascontiguousarray(actions, np.int32), self.arrays)
        ended = self.arrays.done.astype(bool)
        # The seat of the match that has ended: the next one may have the learner in the other seat.
        rewards = self.arrays.reward[self._places, answered_by].astype(np.float64)
        info = self._info()
        if ended.any():
            info |= self._final(ended)
        return self._look(), rewards, ended, np.zeros(self.num_envs, bool), info

    def close_extras(self, **kwargs):
        """Ends the batch and its threads."""
        self.batch.close()

    def _look(self) -> np.ndarray:
        """What is seen of every match."""
        vectors = np.empty_like(self._vectors) if self.copy else self._vectors
        observations, options = self.vector.split(vectors)
        observations[...] = self.arrays.observations
        options[...] = self.arrays.options
        return vectors

    def _info(self) -> dict:
        mask = self.arrays.mask.copy() if self.copy else self.arrays.mask
        return {"action_mask": mask, "_action_mask": self._all.copy()}

    def _final(self, ended: np.ndarray) -> dict:
        observations = np.full(self.num_envs, None, object)
        for place in np.flatnonzero(ended):
            observations[place] = self.vector.nothing()[0]
        info = {"action_mask": np.zeros_like(self.arrays.mask), "_action_mask": ended.copy()}
        return {"final_obs": observations, "_final_obs": ended.copy(), "final_info": info, "_final_info": ended.copy()}


def check_seat(seat):
    """Whether a learner can sit there."""
    if seat not in (None, 0, 1):
        raise ValueError(f"a learner sits in seat 0, in seat 1, or in both in turn (None), not in {seat!r}")


for _game in playmat.games():
    gymnasium.register(
        "playmat/" + "".join(word.capitalize() for word in _game.split("-")) + "-v0",
        entry_point="playmat.gymnasium:MatchEnv",
        vector_entry_point="playmat.gymnasium:BatchEnv",
        kwargs={"game": _game},
    )
