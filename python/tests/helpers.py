"""What several tests use."""

import os

import numpy as np
import playmat

GAMES = playmat.games()
LONG = os.environ.get("PLAYMAT_LONG") == "1"


def seed_of(name: str) -> int:
    """The seed of a test: printed when it fails, and another one with PLAYMAT_TEST_SEED."""
    seed = int(os.environ.get("PLAYMAT_TEST_SEED", "22"))
    print(f"{name}: PLAYMAT_TEST_SEED={seed}")
    return seed


def at_random(match, rng, answers=None):
    """Plays a match on by options drawn at random: to its end, or so many answers."""
    while match.seat is not None and answers != 0:
        match.play(int(rng.integers(len(match))))
        answers = None if answers is None else answers - 1
    return match


def middles(game, rng, count):
    """Matches at random points."""
    for seed in range(count):
        match = at_random(playmat.Match(game, seed=seed), rng, int(rng.integers(40)))
        if match.seat is not None:
            yield match


def kept(arrays):
    """A copy of everything in the arrays of a batch."""
    return {name: np.array(array) for name, array in arrays.asdict().items()}


def same(one, other):
    return all(np.array_equal(one[name], other[name]) for name in one)
