"""Training with PyTorch: that the network is the one of whole numbers, that runs resume and repeat, and, in the long form, that they learn."""

import os
import subprocess
import sys

import numpy as np
import pytest

import playmat

if os.environ.get("PLAYMAT_LONG") != "1":
    pytest.skip("training is tested in the long form: PLAYMAT_LONG=1, with PyTorch", allow_module_level=True)
torch = pytest.importorskip("torch", reason="training needs PyTorch")

from playmat.train import integer, weights
from playmat.train.act import Lists
from playmat.train.architecture import Architecture, Dims
from playmat.train.config import Config
from playmat.train.golden import SMALL
from playmat.train.model import Look, Net, rounded
from playmat.train.ppo import Rollout, expected

GAMES = playmat.games()
TINY = "card=16,card_hidden=32,row=16,wide=32,trunk=64,inner=64,blocks=1,option=32,value=32"


def positions(game, number=48, answers=70):
    batch = playmat.Batch(game, number, seed=3)
    arrays, rng = batch.reset(), np.random.default_rng(0)
    for _ in range(answers):
        batch.step(playmat.random_actions(arrays.count, rng), arrays)
    return arrays


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dims", [SMALL, Dims()])
def test_floats_and_whole_numbers_agree(game, dims):
    torch.manual_seed(0)
    architecture, definitions = Architecture(game, dims), playmat.Rules(game).definitions()
    # The finest weights that a file holds.
    net = Net(architecture, definitions, 127)
    layers = net.layers()
    whole = integer.Network(architecture, layers, definitions)
    # With the weights that whole numbers have, nothing is left but the rounding of activations.
    net.take(layers)
    again = net.layers()
    assert all((layers[name].weight == again[name].weight).mean() > 0.99 for name in layers)
    arrays = positions(game)
    lists = Lists.of(torch.tensor(arrays.options), torch.tensor(arrays.count))
    with torch.no_grad():
        values, scores = net(torch.tensor(arrays.observations), lists.rows, lists.owner)
    for at in range(len(values)):
        value, wanted = whole(arrays.observations[at], arrays.options[at][: arrays.count[at]])
        assert abs(value / 65536 - values[at]) < 0.02
        assert np.abs(wanted / 65536 - scores[lists.owner == at].numpy()).max() < 0.08


def test_what_is_looked_up_learns_as_it_would_anywhere():
    torch.manual_seed(0)
    index, weight = torch.randint(0, 7, (30, 5)), torch.randn(30, 5, 4, dtype=torch.float64)
    gradients = []
    for look in (Look.apply, lambda table, index: table[index]):
        table = torch.linspace(-1, 1, 28, dtype=torch.float64).view(7, 4).requires_grad_()
        seen = look(table, index)
        assert (seen == table[index]).all()
        (seen * weight).sum().backward()
        gradients.append(table.grad)
    assert torch.allclose(*gradients)


@pytest.mark.parametrize("largest", [100, 15])
def test_weights_are_learned_as_they_ship(largest):
    torch.manual_seed(0)
    weight = torch.randn(6, 40, requires_grad=True)
    seen = rounded(weight, largest)
    layer = integer.quantised(weight.detach().numpy(), np.zeros(6), largest)
    assert np.abs(layer.weight).max() == largest
    assert np.allclose(seen.detach().numpy(), layer.weight * (layer.mult / 2**24)[:, None], atol=1e-5)
    assert not torch.equal(seen, weight)
    seen.sum().backward()
    assert (weight.grad == 1).all()


def test_lists_are_cut_and_put_together():
    arrays = positions("food-chain", 8)
    lists = Lists.of(torch.tensor(arrays.options), torch.tensor(arrays.count))
    starts = lists.count.cumsum(0) - lists.count
    take = torch.tensor([5, 0, 7])
    picked = Lists.picked(lists.rows, starts[take], lists.count[take])
    for nth, at in enumerate(take):
        assert (picked.rows[picked.owner == nth].numpy() == arrays.options[at][: arrays.count[at]]).all()
        assert picked.place[picked.owner == nth].tolist() == list(range(arrays.count[at]))


def test_advantages_are_told_from_both_sides():
    config = Config("skirmish", horizon=4, gamma=1.0, smoothing=1.0)
    rollout = Rollout(config, 1, 1, torch.device("cpu"))
    # Seat 0, seat 1, seat 1 who wins, then a new match.
    rollout.sign[:, 0] = torch.tensor([1.0, -1.0, -1.0, 1.0, 1.0])
    rollout.value[:, 0] = torch.tensor([0.5, 0.25, 0.0, 0.1, 0.3])
    rollout.reward[2], rollout.done[2] = -1.0, 1.0
    rollout.own[:] = True
    advantage, wanted = rollout.advantages(config)
    assert wanted[:, 0].tolist() == pytest.approx([-1, 1, 1, 0.3])
    assert advantage[:, 0].tolist() == pytest.approx([-1.5, 0.75, 1.0, 0.2])
    # The answers of another are passed through: seat 0 sees the end of the match behind them.
    rollout.own[1:3] = False
    config = Config("skirmish", horizon=4, gamma=1.0, smoothing=0.0)
    assert rollout.advantages(config)[1][0, 0] == pytest.approx(-1)
    assert expected(torch.tensor(0.0)) == 0


def train(game, out, *arguments, module="train"):
    command = [sys.executable, "-m", f"playmat.{module}", game, "--out", str(out), "--threads", "1", "--dims", TINY, *arguments]
    said = subprocess.run(command, capture_output=True, text=True, timeout=3600, env=dict(os.environ, OMP_NUM_THREADS="1"))
    assert said.returncode == 0, said.stderr
    return said.stdout


SHORT = ["--matches", "32", "--horizon", "8", "--minibatch", "64", "--judged", "16", "--era", "2", "--snapshot", "1", "--device", "cpu"]


@pytest.mark.parametrize("game", GAMES)
def test_a_run_that_is_resumed_is_the_same(game, tmp_path):
    short = ["--updates", "6", *SHORT]
    train(game, tmp_path / "whole", *short)
    # The first piece has no time for more than one update; the second is cut off in the middle of an era.
    script = (
        "import sys; from pathlib import Path; from playmat.train.config import Config; from playmat.train.run import Run\n"
        "run = Run(Config.load(Path(sys.argv[1]) / 'config.json'), Path(sys.argv[2]), 'cpu')\n"
        "once = run._once\n"
        "def stopping():\n"
        "    if run.update == 5: raise KeyboardInterrupt\n"
        "    return once()\n"
        "run._once = stopping\n"
        "run.play()\n"
    )
    (tmp_path / "parts").mkdir()
    stopped = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "whole"), str(tmp_path / "parts")], capture_output=True, env=dict(os.environ, OMP_NUM_THREADS="1")
    )
    assert b"KeyboardInterrupt" in stopped.stderr, stopped.stderr
    (tmp_path / "parts/config.json").write_text((tmp_path / "whole/config.json").read_text())
    assert "goes on after update 4" in train(game, tmp_path / "parts")
    whole, parts = (weights.from_bytes((tmp_path / name / f"{game}.playnet").read_bytes())[2] for name in ("whole", "parts"))
    for name in whole:
        np.testing.assert_array_equal(whole[name].weight, parts[name].weight, name)
        np.testing.assert_array_equal(whole[name].bias, parts[name].bias, name)
    files = list((tmp_path / "parts").iterdir())
    assert len(files) <= 8 and max(file.stat().st_size for file in files) <= 16 << 20


def test_another_configuration_is_refused(tmp_path):
    train("skirmish", tmp_path, "--updates", "1", *SHORT)
    with pytest.raises(AssertionError, match="other settings: .*'seed': 1"):
        train("skirmish", tmp_path, "--seed", "2")


def test_a_best_response_is_trained(tmp_path):
    train("skirmish", tmp_path / "first", "--updates", "2", *SHORT)
    file = tmp_path / "first/skirmish.playnet"
    said = train("skirmish", tmp_path / "second", "--against", str(file), "--updates", "2", *SHORT, module="exploit")
    assert "wins against skirmish.playnet" in said
    assert weights.network(tmp_path / "second/skirmish.playnet")


@pytest.mark.parametrize("game", GAMES)
def test_it_learns(game, tmp_path):
    """Two minutes on a quiet core, counted in updates so that a slow machine learns as much."""
    said = train(
        game, tmp_path, "--updates", "120", "--matches", "256", "--horizon", "16", "--minibatch", "1024", "--rate", "0.002",
        "--judges", "random", "--judged", "512", "--device", "cpu",
    )  # fmt: skip
    line = [line for line in said.splitlines() if "wins against random" in line][-1]
    lowest = float(line.rsplit("(", 1)[1].split("%")[0])
    assert lowest > 60, said
