"""The training example: its gradients, that it repeats itself, and, with PLAYMAT_LONG=1, that it learns."""

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

EXAMPLE = Path(__file__).parents[2] / "examples/train_ppo.py"
LONG = os.environ.get("PLAYMAT_LONG") == "1"


def train(*arguments, minutes=10):
    said = subprocess.run([sys.executable, EXAMPLE, *arguments], capture_output=True, text=True, timeout=60 * minutes)
    assert said.returncode == 0, said.stderr
    return said.stdout


def test_gradients():
    """The gradients that are written out are those that small differences show."""
    example = runpy.run_path(str(EXAMPLE))
    rng = np.random.default_rng(1)
    policy = example["Policy"](5, 4, 6, rng)
    policy.weights = {name: weight.astype(np.float64) + 0.1 * rng.standard_normal(weight.shape) for name, weight in policy.weights.items()}
    starts, whose = np.array([0, 2, 5]), np.array([0, 0, 1, 1, 1, 2, 2])
    state, options = rng.standard_normal((3, 5)), rng.standard_normal((7, 4))
    of_value, of_score = rng.standard_normal(3), rng.standard_normal(7)

    def loss():
        value, score, kept = policy.forward(state, options, whose)
        return value @ of_value + score @ of_score, kept

    gradients = policy.backward(state, options, starts, whose, loss()[1], of_value, of_score)
    assert gradients.keys() == policy.weights.keys()
    for name, weight in policy.weights.items():
        for place in np.ndindex(weight.shape):
            kept = weight[place]
            ends = []
            for moved in (1e-6, -1e-6):
                weight[place] = kept + moved
                ends.append(loss()[0])
            weight[place] = kept
            assert abs((ends[0] - ends[1]) / 2e-6 - gradients[name][place]) < 1e-5, (name, place)


def test_the_softmax_of_lists():
    example = runpy.run_path(str(EXAMPLE))
    starts, whose = np.array([0, 3]), np.array([0, 0, 0, 1, 1])
    logarithms = example["log_softmax"](np.array([1.0, 2.0, 3.0, 700.0, 701.0]), starts, whose)
    np.testing.assert_allclose(np.add.reduceat(np.exp(logarithms), starts), [1, 1])
    np.testing.assert_array_equal(example["best"](logarithms, starts, whose), [2, 1])
    np.testing.assert_array_equal(example["best"](np.array([1.0, 1.0, 1.0, 2.0, 2.0]), starts, whose), [0, 0])
    rng = np.random.default_rng(1)
    drawn = np.array([example["draw"](logarithms, starts, whose, rng) for _ in range(4000)])
    assert abs((drawn[:, 1] == 1).mean() - np.exp(logarithms[4])) < 0.03


@pytest.mark.parametrize("game", ["food-chain", "skirmish", "strata"])
def test_it_repeats_itself(game):
    short = ["--game", game, "--updates", "2", "--matches", "8", "--steps", "16", "--minibatch", "64", "--hidden", "16", "--judged", "16"]
    once, again = train(*short), train(*short)
    assert once == again and once.count("95 % interval") == 2


@pytest.mark.skipif(not LONG, reason="takes an hour: PLAYMAT_LONG=1")
@pytest.mark.parametrize(("minutes", "opponent"), [(4, "random"), (50, "greedy")])
def test_it_learns(minutes, opponent):
    said = train("--minutes", str(minutes), "--opponent", opponent, "--judge", opponent, minutes=65)
    lowest = float(re.search(r"interval ([\d.]+)% to", said)[1])
    assert lowest > {"random": 75, "greedy": 50}[opponent], said
