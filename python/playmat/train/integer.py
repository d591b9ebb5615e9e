"""The network in whole numbers, as docs/models.md defines it bit by bit: the reference of the inference in Rust. Plain and slow."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

import numpy as np

from .architecture import MOST, ONE, Architecture, Expansion


@dataclass
class Layer:
    """A linear layer."""

    weight: np.ndarray  # int8 [outputs, inputs]
    bias: np.ndarray  # int32 [outputs]
    mult: np.ndarray  # uint32 [outputs]

    def sums(self, x: np.ndarray) -> np.ndarray:
        # Whole numbers below 2^53 are exact in floats, and their product is fast.
        total = x.astype(np.float64) @ self.weight.T.astype(np.float64)
        return total.astype(np.int64) + self.bias.astype(np.int64)

    def __call__(self, x: np.ndarray) -> np.ndarray:
        return clip((self.sums(x) * self.mult.astype(np.int64) + (1 << 23)) >> 24)

    def fine(self, x: np.ndarray) -> np.ndarray:
        """With 16 fractional bits."""
        fine = (self.sums(x) * self.mult.astype(np.int64) + (1 << 15)) >> 16
        return np.clip(fine, -(1 << 31), (1 << 31) - 1)


def clip(x: np.ndarray) -> np.ndarray:
    return np.clip(x, -MOST, MOST)


def relu(x: np.ndarray) -> np.ndarray:
    return np.maximum(x, 0)


def norm(x: np.ndarray) -> np.ndarray:
    """A vector with a mean square of 1."""
    x = x.astype(np.int64)
    mean = (x * x).sum(axis=-1) // x.shape[-1]
    root = np.array([isqrt((int(value) + 1) << 16) for value in mean.ravel()], np.int64).reshape(mean.shape)
    return clip((x * ((1 << 32) // root)[..., None] + (1 << 15)) >> 16)


def divided(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Rounded towards zero."""
    return np.sign(a) * (np.abs(a) // b)


def features(expansion: Expansion, rows: np.ndarray, cards: np.ndarray | None = None, hidden: np.ndarray | None = None) -> np.ndarray:
    """The features of rows. `cards` are the embeddings with zeros first, `hidden` the rows that can be pointed to, likewise."""
    rows = rows.astype(np.int64)
    out = np.zeros((*rows.shape[:-1], expansion.size), np.int64)
    for at, column, value, cap in expansion.hots:
        out[..., at] = ONE * (np.minimum(rows[..., column], cap) == value)
    for at, column, bit in expansion.bits:
        out[..., at] = ONE * ((rows[..., column] & 0xFFFF) >> bit & 1)
    for at, column, scale in expansion.numbers:
        v = rows[..., column]
        out[..., at] = np.clip(divided(v * ONE, np.int64(scale)), -4 * ONE, 4 * ONE)
        out[..., at + 1] = divided(v * ONE, np.abs(v) + max(1, scale // 4))
        out[..., at + 2] = ONE * np.sign(v)
    for at, column in expansion.cards:
        out[..., at : at + cards.shape[-1]] = cards[rows[..., column]]
    for at, column in expansion.hidden:
        pointed = rows[..., column]
        pointed = np.where((pointed > 0) & (pointed < len(hidden)), pointed, 0)
        out[..., at : at + hidden.shape[-1]] = hidden[pointed]
    return out


class Network:
    """A network in whole numbers, for the cards of a rule set."""

    def __init__(self, architecture: Architecture, layers: dict[str, Layer], definitions: np.ndarray):
        self.architecture, self.layers = architecture, layers
        self.cards = np.vstack([np.zeros((1, architecture.dims.card), np.int64), self.embeddings(definitions)])

    def embeddings(self, definitions: np.ndarray) -> np.ndarray:
        """What the network makes of each definition."""
        expansion = self.architecture.definitions
        hidden = relu(self.layers["card.1"](features(expansion, definitions)))
        padded = np.vstack([np.zeros((1, hidden.shape[1]), np.int64), hidden])
        made = [padded[definitions[:, column].astype(np.int64)] for column in expansion.card_columns]
        return self.layers["card.2"](np.concatenate([hidden, *made], axis=1))

    def __call__(self, observation: np.ndarray, options: np.ndarray) -> tuple[int, np.ndarray]:
        """The value and the scores of one question, both with 16 fractional bits."""
        architecture, layers = self.architecture, self.layers
        parts, hiddens = [], []
        for block in architecture.blocks:
            rows = block.cut(observation)
            weights = block.expansion.weights(rows)
            hidden = relu(layers[f"block.{block.name}"](features(block.expansion, rows, self.cards)))
            hidden[weights == 0] = 0
            hiddens.append(hidden)
            if block.each:
                parts.append(hidden.ravel())
            else:
                parts.append(clip(((weights[:, None] * hidden).sum(axis=0) + ((1 << block.shift) >> 1)) >> block.shift))
        h = layers["trunk.in"](np.concatenate(parts))
        for k in range(1, architecture.dims.blocks + 1):
            h = clip(h + layers[f"trunk.{k}.b"](relu(layers[f"trunk.{k}.a"](norm(h)))))
        t = norm(h)
        value = int(layers["value.2"].fine(relu(layers["value.1"](t)))[0])

        pointed = [hiddens[block][start : start + rows] for block, start, rows in architecture.spec.pointed]
        pointed = np.concatenate([np.zeros((1, architecture.dims.row), np.int64), *pointed])
        asked = layers["option.row"](features(architecture.options, options, self.cards, pointed))
        mixed = np.clip(asked + layers["option.state"](t), 0, MOST)
        scores = relu(layers["option.mix"](mixed)) @ layers["option.judge"](t)
        return value, scores


def win_probability(value: int) -> float:
    """Of the asked seat; a draw counts half."""
    return 1 / (1 + np.exp(-value / 65536))


# The largest weight of an output of a trained network, if nothing else is said. A byte holds 127; a coarser grid makes the compressed file smaller.
LARGEST = 100


def quantised(weight: np.ndarray, bias: np.ndarray, largest: int = LARGEST) -> Layer:
    """The layer in whole numbers that is nearest to one in floats: each output has a scale of its own."""
    weight, bias = weight.astype(np.float64), bias.astype(np.float64)
    # The scale also keeps the bias below 2^25.
    scale = np.maximum(np.abs(weight).max(axis=1, initial=0) / largest, np.abs(bias) * ONE / 2**25)
    mult = np.clip(np.ceil(scale * 2**24), 1, 2**31 - 1)
    scale = mult / 2**24
    whole = np.clip(np.rint(weight / scale[:, None]), -largest, largest)
    return Layer(whole.astype(np.int8), np.rint(bias * ONE / scale).astype(np.int32), mult.astype(np.uint32))


def random_layers(architecture: Architecture, seed: int) -> dict[str, Layer]:
    """The layers of a network that has learned nothing, with weights as large as the file takes them."""
    rng = np.random.default_rng(seed)
    made = {}
    for name, outputs, inputs in architecture.layers:
        weight = rng.standard_normal((outputs, inputs)) * np.sqrt(2 / inputs)
        made[name] = quantised(weight, rng.standard_normal(outputs) * 0.1, 127)
    return made
