"""Golden data for the inference in Rust: a small random network of each game, and what it says about some positions.

    python -m playmat.train.golden models/test
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

import playmat

from . import weights
from .architecture import Architecture, Dims, fnv
from .integer import Network, random_layers

SMALL = Dims(card=10, card_hidden=12, row=9, wide=14, trunk=24, inner=20, blocks=2, option=11, value=7)
POSITIONS = 12
# So many answers lie between two positions.
APART = 23


def golden(game: str, name: str, network: Network) -> dict:
    """What a network says about positions of random matches."""
    batch = playmat.Batch(game, 1, seed=23)
    arrays = batch.reset()
    rng = np.random.default_rng(23)
    positions = []
    for answer in range(POSITIONS * APART):
        if answer % APART == 0:
            options = arrays.options[0][: arrays.count[0]]
            value, scores = network(arrays.observations[0], options)
            positions.append(
                {
                    "observation": arrays.observations[0].tolist(),
                    "options": options.tolist(),
                    "value": value,
                    "scores": scores.tolist(),
                }
            )
        batch.step(playmat.random_actions(arrays.count, rng), arrays)
    embeddings = network.cards[1:].astype("<i2").tobytes()
    return {"network": name, "embeddings": f"{fnv(embeddings):016x}", "positions": positions}


def main(folder: str = "models/test") -> None:
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    for game in playmat.games():
        rules = playmat.Rules(game)
        architecture = Architecture(game, SMALL)
        layers = random_layers(architecture, seed=1)
        header = weights.header_of(architecture, rules, f"{game} test", {"note": "random weights, for tests"})
        weights.write(out / f"{game}.playnet", header, layers)
        data = golden(game, f"{game}.playnet", Network(architecture, layers, rules.definitions()))
        lines = ",\n".join(json.dumps(position, separators=(",", ":")) for position in data.pop("positions"))
        (out / f"{game}.json").write_text(json.dumps(data)[:-1] + ', "positions": [\n' + lines + "\n]}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
