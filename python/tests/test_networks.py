"""The network in whole numbers, its file and its golden data: what needs no PyTorch."""

import json
import struct
from pathlib import Path

import numpy as np
import pytest

import playmat
from playmat.train import decks, golden, integer, weights
from playmat.train.architecture import Architecture, Dims, Expansion, fnv
from playmat.train.config import Config

GAMES = playmat.games()
TEST = Path(__file__).parents[2] / "models/test"


@pytest.fixture(scope="module", params=GAMES)
def file(request):
    return (TEST / f"{request.param}.playnet").read_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_golden_data_is_what_the_reference_says(game):
    network = weights.network(TEST / f"{game}.playnet")
    data = json.loads((TEST / f"{game}.json").read_text())
    assert len(data["positions"]) == golden.POSITIONS
    assert f"{fnv(network.cards[1:].astype('<i2').tobytes()):016x}" == data["embeddings"]
    for position in data["positions"]:
        value, scores = network(np.array(position["observation"], np.int16), np.array(position["options"], np.int16))
        assert (value, scores.tolist()) == (position["value"], position["scores"])


def test_a_file_is_read_as_it_was_written(file):
    header, architecture, layers = weights.from_bytes(file)
    assert weights.to_bytes(header, layers) == file
    assert [name for name, _, _ in architecture.layers] == list(layers)


def again(data: bytes, change) -> bytes:
    """The file with another header, and a checksum that fits."""
    (length,) = struct.unpack("<I", data[8:12])
    header = json.loads(data[12 : 12 + length])
    change(header)
    text = json.dumps(header).encode().ljust(length)
    assert len(text) == length
    data = data[:12] + text + data[12 + length : -8]
    return data + struct.pack("<Q", fnv(data))


def test_what_does_not_fit_is_refused(file):
    def refused(data, words):
        with pytest.raises(weights.BadNetwork, match=words):
            weights.from_bytes(data)

    refused(b"GGUF" + file[4:], "this is no network")
    refused(file[:-1], "checksum")
    refused(file[:500] + bytes([file[500] ^ 1]) + file[501:], "checksum")
    refused(again(file, lambda header: header["layout"].update(version=9)), "trained on layout 9")
    refused(again(file, lambda header: header.update(rules=99)), "version 99 of the rules")
    refused(again(file, lambda header: header.update(format=2)), "format 2")
    refused(again(file, lambda header: header["layers"].reverse()), "layers")
    short = file[:-12]
    refused(short + struct.pack("<Q", fnv(short)), "bytes, not")


def column(holds, size=0):
    """A column that holds this."""
    return type("Column", (), {"name": holds, "holds": holds, "size": size})()


def test_features_of_every_kind():
    dims = Dims(card=2, row=3)
    columns = [column("number", 10), column("flag", 2), column("category", 4), column("bits", 3), column("card"), column("row", 2), column("label")]
    expansion = Expansion(columns, dims, pointed=2, options=True)
    assert expansion.size == 3 + 1 + 3 + 3 + 2 + (4 + 3)
    cards, hidden = np.array([[0, 0], [5, 6]]), np.array([[0, 0, 0], [1, 2, 3], [4, 5, 6]])

    def of(*row):
        return integer.features(expansion, np.array([row], np.int16), cards, hidden)[0].tolist()

    assert of(0, 0, 0, 0, 0, 0, 7) == [0] * expansion.size
    assert of(-3, 1, 9, 0b101, 1, 2, 7) == [-76, -153, -256, 256, 0, 0, 256, 256, 0, 256, 5, 6, 0, 0, 0, 256, 4, 5, 6]
    assert of(99, 0, 2, 0, 0, -2, 0)[:7] == [1024, 250, 256, 0, 0, 256, 0]
    assert of(0, 0, 0, 0, 0, -2, 0)[12:] == [0, 256, 0, 0, 0, 0, 0]


def test_the_norm_has_a_mean_square_of_one():
    x = np.array([300, -200, 4000, 0, 17])
    y = integer.norm(x)
    assert abs(np.mean((y / 256.0) ** 2) - 1) < 0.01
    assert integer.norm(np.zeros(4, int)).tolist() == [0, 0, 0, 0]
    np.testing.assert_array_equal(np.sign(y), np.sign(x))


def test_rounding_is_that_of_a_shift():
    layer = integer.Layer(np.array([[1], [1]], np.int8), np.array([0, 0], np.int32), np.array([1 << 23, 1 << 24], np.uint32))
    assert [layer(np.array([x])).tolist() for x in (-3, -1, 1, 3, 9999)] == [[-1, -3], [0, -1], [1, 1], [2, 3], [4095, 4095]]


def test_a_quantised_layer_is_near_and_within_its_limits():
    rng = np.random.default_rng(5)
    weight, bias = rng.standard_normal((6, 40)), np.array([0, 1, -1, 300, -1000, 1e-9])
    weight[5] = 0
    layer = integer.quantised(weight, bias)
    assert layer.weight.min() >= -127 and np.abs(layer.bias).max() <= 1 << 25 and layer.mult.min() >= 1
    x = rng.integers(-500, 500, 40)
    # Each weight is off by half a step at most.
    step = layer.mult / 2**24
    assert (np.abs(layer.fine(x) / 65536 - (weight @ (x / 256) + bias)) < step * np.abs(x / 256).sum() / 2 + 0.01).all()


@pytest.mark.parametrize("game", GAMES)
def test_sizes_are_within_what_32_bits_hold(game):
    architecture = Architecture(game)
    assert max(inputs for _, _, inputs in architecture.layers) * 127 * 4095 + (1 << 25) < 1 << 31
    assert 500_000 < architecture.parameters < 1_300_000


def test_wrong_sizes_are_refused():
    with pytest.raises(ValueError, match="`option` is a number from 1 to 128"):
        Dims(option=129)
    with pytest.raises(ValueError, match="`trank=2` is no size"):
        Dims.read("trank=2")
    assert Dims.read("trunk=64,blocks=1") == Dims(trunk=64, blocks=1)


def test_cards_are_left_out_of_decks():
    rules = playmat.Rules("food-chain")
    out = decks.held_out(rules, 10)
    assert 0.05 < len(out) / len(rules.names) < 0.15 and out == decks.held_out(rules, 10)
    assert decks.held_out(rules, 5) <= out
    supply = decks.supply(rules, 0.3, 5, seed=1)
    named = [deck if isinstance(deck, list) else playmat.Deck.named(rules, deck).cards for deck in supply]
    assert len(named) >= decks.MADE and all(decks.held_out(rules, 5).isdisjoint(deck) for deck in named)
    playmat.Batch(rules, 4, decks=supply).reset()


def test_a_configuration_is_read_as_it_was_written(tmp_path):
    config = Config("strata", seed=4, dims=Dims(trunk=64), against=("a", "b"), hold_out=10.0)
    config.save(tmp_path / "config.json")
    assert Config.load(tmp_path / "config.json") == config
    with pytest.raises(ValueError, match="says warmth"):
        Config.of({"game": "strata", "warmth": 3})
