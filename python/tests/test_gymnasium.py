"""Gymnasium's checker, and one for vector environments, which has none."""

import contextlib
import io
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import playmat
import playmat.gymnasium

IDS = {"food-chain": "playmat/FoodChain-v0", "skirmish": "playmat/Skirmish-v0", "strata": "playmat/Strata-v0"}
GAMES = playmat.games()


@contextlib.contextmanager
def quiet():
    """Lets no warning pass, and prints nothing."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        yield


def play(env, answers, **reset):
    """Plays a match at random, from this seed of the answers: the match and the last reward."""
    rng = np.random.default_rng(answers)
    _, info = env.reset(**reset)
    while True:
        _, reward, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        assert not truncated
        if terminated:
            return env.unwrapped.match, reward
        assert reward == 0.0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_check_env(game, opponent):
    with quiet():
        check_env(gymnasium.make(IDS[game], opponent=opponent).unwrapped)


@pytest.mark.parametrize("game", GAMES)
def test_rewards_are_the_learners(game):
    """Over many matches: the reward is that of the seat that the learner had, which changes from match to match."""
    env = gymnasium.make(IDS[game])
    learners, rewards = [], set()
    for seed in range(30):
        match, reward = play(env, seed, **({"seed": 1} if seed == 0 else {}))
        learner = env.unwrapped.learner
        assert reward == match.returns[learner]
        learners.append(learner)
        rewards.add(reward)
    assert learners == [0, 1] * 15 and {1.0, -1.0} <= rewards
    for seat in (0, 1):
        fixed = gymnasium.make(IDS[game], seat=seat)
        assert all(play(fixed, seed, seed=seed)[0].seed == seed and fixed.unwrapped.learner == seat for seed in range(3))


def test_illegal_actions():
    """By default they lose the match, and say so; or they are refused."""
    env = gymnasium.make("playmat/Skirmish-v0")
    env.reset(seed=1)
    vector, reward, terminated, truncated, info = env.step(env.action_space.n - 1)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    assert not vector.any() and not info["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.unwrapped.step(0)

    strict = gymnasium.make("playmat/Skirmish-v0", illegal="refuse")
    _, info = strict.reset(seed=1)
    before = strict.unwrapped.match.record()
    for action in (int(info["action_mask"].sum()), -1):
        with pytest.raises(ValueError, match=f"there is no option {action}"):
            strict.unwrapped.step(action)
    assert strict.unwrapped.match.record() == before


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"seat": 2}, "seat"),
        ({"illegal": "ignore"}, "illegal is one of"),
        ({"render_mode": "rgb_array"}, "render mode"),
        ({"opponent": "clever"}, "clever"),
        ({"edition": "future"}, "future"),
    ],
)
def test_what_is_wrong_is_told(settings, words):
    with pytest.raises((ValueError, playmat.PlaymatError), match=words):
        playmat.gymnasium.MatchEnv("skirmish", **settings)


def test_rendering():
    env = gymnasium.make("playmat/Strata-v0", render_mode="ansi")
    env.reset(seed=4)
    assert env.render() == env.unwrapped.match.text(env.unwrapped.learner)


def test_masks_for_sb3():
    env = gymnasium.make("playmat/FoodChain-v0")
    _, info = env.reset(seed=4)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == bool and (masks == info["action_mask"]).all()


# What a vector environment must keep. Each check is given a function that makes one.


def make_vec(game, places=6, **settings):
    return gymnasium.make_vec(IDS[game], num_envs=places, **settings)


def random_actions(rng, info):
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])


def steps(envs, seed, count):
    """What the calls return, the reset first, with the actions that led there."""
    rng = np.random.default_rng(seed)
    vectors, info = envs.reset(seed=seed)
    yield None, (vectors, None, None, None, info)
    for _ in range(count):
        actions = random_actions(rng, info)
        told = envs.step(actions)
        info = told[-1]
        yield actions, told


@pytest.mark.parametrize("game", GAMES)
def test_shapes_and_dtypes(game):
    with quiet():
        envs = make_vec(game)
    single = gymnasium.make(IDS[game])
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert envs.num_envs == 6 and envs.spec.id == IDS[game]
    assert envs.single_observation_space == single.observation_space and envs.single_action_space == single.action_space
    for actions, (vectors, rewards, terminations, truncations, info) in steps(envs, 1, 300):
        assert vectors in envs.observation_space and vectors.dtype == np.int16
        assert info["action_mask"].shape == (6, envs.single_action_space.n) and info["action_mask"].dtype == np.int8
        assert info["_action_mask"].all() and info["_action_mask"].dtype == bool
        assert (info["action_mask"].sum(axis=1) >= 2).all()
        if actions is None:
            continue
        assert actions in envs.action_space
        assert rewards.shape == terminations.shape == truncations.shape == (6,)
        assert (rewards.dtype, terminations.dtype, truncations.dtype) == (np.float64, bool, bool)
        assert not truncations.any() and not rewards[~terminations].any() and set(rewards) <= {-1.0, 0.0, 1.0}
        assert ("final_obs" in info) == bool(terminations.any())
        if "final_obs" in info:
            assert (info["_final_obs"] == terminations).all() and (info["_final_info"] == terminations).all()
            assert (info["final_info"]["_action_mask"] == terminations).all()
            for place, ended in enumerate(terminations):
                assert info["final_obs"][place] in envs.single_observation_space if ended else info["final_obs"][place] is None
    envs.close()


@pytest.mark.parametrize("game", GAMES)
def test_seeds_and_threads(game):
    """The same seed leads to the same arrays, on any number of threads; another one to others."""

    def told(seed, **settings):
        return [told for _, told in steps(make_vec(game, opponent="greedy", **settings), seed, 150)]

    one, again, threads, other = told(1), told(1), told(1, threads=2), told(2)
    for same in (again, threads):
        assert gymnasium.utils.env_checker.data_equivalence(one, same, exact=True)
    assert not np.array_equal(one[-1][0], other[-1][0])
    envs = make_vec(game)
    envs.reset(seed=5)
    first = envs.reset()[0]
    envs.reset(seed=5)
    np.testing.assert_array_equal(first, envs.reset()[0])


@pytest.mark.parametrize("game", GAMES)
def test_arrays_are_new(game):
    """What a call has returned is never written again; with `copy=False` it is."""
    kept = list(steps(make_vec(game), 1, 60))
    copies = pickle.loads(pickle.dumps(kept))
    list(steps(make_vec(game), 2, 60))
    assert gymnasium.utils.env_checker.data_equivalence(kept, copies, exact=True)
    for (_, before), (_, after) in zip(kept, kept[1:]):
        assert not np.shares_memory(before[0], after[0])
        assert not np.shares_memory(before[-1]["action_mask"], after[-1]["action_mask"])

    envs = make_vec(game, copy=False)
    for (_, whole), (_, reused) in zip(kept, steps(envs, 1, 60), strict=True):
        np.testing.assert_array_equal(whole[0], reused[0])
    assert np.shares_memory(reused[0], envs.step(random_actions(np.random.default_rng(0), reused[-1]))[0])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_every_place_is_a_single_environment(game, opponent):
    """Each match of a place is the one that a single environment plays with its seed: what is seen, the masks, the rewards and the ends,
    over several matches of every place."""
    places, ended = 4, 0
    envs = make_vec(game, places, opponent=opponent)
    singles = [gymnasium.make(IDS[game], opponent=opponent, seat=0).unwrapped for _ in range(places)]

    def begin(place):
        single = singles[place]
        single.seat = int(envs.unwrapped.arrays.seat[place])
        return single.reset(seed=int(envs.unwrapped.arrays.seed[place]))

    for actions, (vectors, rewards, terminations, _, info) in steps(envs, 8, 250):
        for place in range(places):
            if actions is None:
                vector, single_info = begin(place)
            else:
                vector, reward, terminated, _, single_info = singles[place].step(actions[place])
                assert (reward, terminated) == (rewards[place], terminations[place])
                if terminated:
                    ended += 1
                    np.testing.assert_array_equal(info["final_obs"][place], vector)
                    np.testing.assert_array_equal(info["final_info"]["action_mask"][place], single_info["action_mask"])
                    vector, single_info = begin(place)
            np.testing.assert_array_equal(vectors[place], vector)
            np.testing.assert_array_equal(info["action_mask"][place], single_info["action_mask"])
    assert ended > places


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_seats_of_a_batch(seat):
    envs = make_vec("skirmish", seat=seat)
    seats = set()
    for _ in steps(envs, 1, 200):
        seats |= set(envs.unwrapped.arrays.seat.tolist())
    assert seats == ({0, 1} if seat is None else {seat})


def test_statistics_of_matches():
    """Gymnasium's own wrapper counts the matches and their rewards."""
    envs = RecordEpisodeStatistics(make_vec("skirmish"))
    counted, seen = 0, 0
    for actions, (_, rewards, terminations, _, info) in steps(envs, 3, 300):
        if actions is not None and terminations.any():
            seen += int(terminations.sum())
            counted += int(info["_episode"].sum())
            np.testing.assert_array_equal(info["episode"]["r"][terminations], rewards[terminations])
    assert counted == seen > 6


def test_single_environments_side_by_side():
    """Gymnasium's own vector of single environments works as well."""
    envs = gymnasium.make_vec("playmat/Skirmish-v0", num_envs=3, vectorization_mode="sync")
    rng = np.random.default_rng(1)
    _, info = envs.reset(seed=1)
    ended = 0
    for _ in range(200):
        # A place whose match has ended ignores its action and begins the next one.
        actions = [rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in info["action_mask"]]
        _, _, terminations, _, info = envs.step(np.array(actions))
        ended += int(terminations.sum())
    assert ended > 3


def test_what_a_batch_refuses():
    with pytest.raises(ValueError, match="self-play"):
        make_vec("skirmish", opponent=None)
    envs = make_vec("skirmish")
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros(6, int))
    with pytest.raises(ValueError, match="one seed"):
        envs.reset(seed=[1, 2, 3, 4, 5, 6])
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": np.ones(6, bool)})
    vectors, info = envs.reset(seed=1)
    for wrong in (np.full(6, envs.single_action_space.n - 1), np.zeros(5, int), np.full(6, -1)):
        with pytest.raises((ValueError, playmat.PlaymatError)):
            envs.step(wrong)
    envs.unwrapped.batch.observe(envs.unwrapped.arrays)
    np.testing.assert_array_equal(envs.unwrapped.arrays.mask, info["action_mask"])
    envs.close()
    envs.close()
