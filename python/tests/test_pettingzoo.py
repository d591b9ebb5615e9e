"""PettingZoo's own conformance suite, over seeds, and what it does not ask."""

import contextlib
import io
import warnings
from functools import partial

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import BaseWrapper

import playmat
import playmat.pettingzoo

GAMES = playmat.games()
SEEDS = range(5)
#: What the suite warns of that is meant: a dict as observation, as in the classic games, and zeros for who is not asked.
MEANT = ("Observation space for each agent probably", "Observation is not a NumPy array", "array is all zeros")


class Shifted(BaseWrapper):
    """The suite always begins with the same seeds: this makes others of them."""

    def __init__(self, env, shift):
        super().__init__(env)
        self.shift = shift
        for number, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(2 * shift + number)

    def reset(self, seed=None, options=None):
        super().reset(None if seed is None else seed + 1000 * self.shift, options)


def shifted(game, shift, **settings):
    return Shifted(playmat.pettingzoo.env(game, **settings), shift)


@contextlib.contextmanager
def quiet():
    """Lets no warning pass but those that are meant."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        for text in MEANT:
            warnings.filterwarnings("ignore", message=f".*{text}")
        yield


@pytest.mark.parametrize("game", GAMES)
def test_api(game):
    with quiet():
        api_test(pettingzoo.make("aec", f"playmat/{game.replace('-', '_')}_v0"), num_cycles=10)
    for shift in SEEDS:
        with quiet():
            api_test(shifted(game, shift), num_cycles=1000)


@pytest.mark.parametrize("game", GAMES)
def test_seeds(game):
    for shift in SEEDS:
        with quiet():
            seed_test(partial(shifted, game, shift), num_cycles=500)


@pytest.mark.parametrize("game", GAMES)
def test_parallel_api(game):
    for shift in SEEDS:
        with quiet():
            parallel_api_test(turn_based_aec_to_parallel(shifted(game, shift)), num_cycles=1000)
    made = pettingzoo.make("parallel", f"playmat/{game.replace('-', '_')}_v0")
    assert made.possible_agents == playmat.pettingzoo.parallel_env(game).possible_agents == ["player_0", "player_1"]


@pytest.mark.parametrize("game", GAMES)
def test_render(game):
    with quiet():
        render_test(partial(playmat.pettingzoo.env, game))
    with pytest.raises(ValueError, match="no render mode 'rgb_array'"):
        playmat.pettingzoo.env(game, render_mode="rgb_array")


def test_performance():
    """The suite's own measure runs for five seconds; what it says is not judged here (docs/python-speed.md)."""
    with quiet():
        performance_benchmark(playmat.pettingzoo.env("skirmish"))


def play(env, rng):
    """Plays a match at random: the rewards of both, and how often each was asked."""
    rewards, asked = dict.fromkeys(env.possible_agents, 0.0), dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        rewards[agent] += reward
        if termination or truncation:
            env.step(None)
            continue
        listed = np.flatnonzero(observation["action_mask"])
        assert len(listed) >= 2, "a question with one option answers itself"
        asked[agent] += 1
        env.step(int(rng.choice(listed)))
    return rewards, asked


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_that_of_its_seed(game):
    """What is played here is what is played anywhere else with this seed and these answers."""
    env = playmat.pettingzoo.env(game)
    for seed in range(20):
        env.reset(seed=seed)
        rewards, asked = play(env, np.random.default_rng(seed))
        match, rng = playmat.Match(game, seed=seed), np.random.default_rng(seed)
        while match.seat is not None:
            match.play(int(rng.choice(len(match.options()))))
        assert tuple(rewards.values()) == match.returns == env.unwrapped.match.returns
        assert match.record() == env.unwrapped.match.record()
        assert sum(asked.values()) > 5


@pytest.mark.parametrize("game", GAMES)
def test_only_the_asked_agent_sees(game):
    """The vector is what `Match.encode` writes; who is not asked sees zeros."""
    env = playmat.pettingzoo.raw_env(game)
    rng = np.random.default_rng(3)
    env.reset(seed=3)
    for _ in range(30):
        agent = env.agent_selection
        other = next(name for name in env.possible_agents if name != agent)
        seen, hidden = env.observe(agent), env.observe(other)
        observation, options = playmat.pettingzoo.split(game, seen["observation"])
        for written, whole in zip((observation, options, seen["action_mask"]), env.match.encode()):
            np.testing.assert_array_equal(written, whole)
        assert np.shares_memory(options, seen["observation"]), "cutting is no copying"
        assert not hidden["observation"].any() and not hidden["action_mask"].any()
        assert seen in env.observation_space(agent) and seen["action_mask"].dtype == np.int8
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))


def test_illegal_answers():
    """With the wrappers of `env` they end the match for their agent with -1; `raw_env` refuses them, and nothing has happened."""
    env = playmat.pettingzoo.env("skirmish")
    env.reset(seed=1)
    asked = env.agent_selection
    last = env.action_space(asked).n - 1
    env.step(last)
    assert env.rewards[asked] == -1 and all(env.terminations.values())

    raw = playmat.pettingzoo.raw_env("skirmish")
    raw.reset(seed=1)
    before = raw.match.record()
    for action in (last, -1):
        with pytest.raises(playmat.PlaymatError):
            raw.step(action)
    assert raw.match.record() == before and not any(raw.terminations.values())


def test_a_seed_leads_to_the_next_ones():
    """After `reset(seed=N)`, the matches of `reset()` follow from N."""
    seeds = []
    for _ in range(2):
        env = playmat.pettingzoo.env("strata")
        env.reset(seed=9)
        seeds.append([env.unwrapped.match.seed])
        for _ in range(3):
            env.reset()
            seeds[-1].append(env.unwrapped.match.seed)
    assert seeds[0] == seeds[1] and seeds[0][0] == 9 and len(set(seeds[0])) == 4
