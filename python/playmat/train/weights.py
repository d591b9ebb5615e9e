"""The file of a network: written here, read by the inference in Rust and, to be sure, here. See docs/models.md."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np

import playmat

from .architecture import Architecture, Dims, cards_fingerprint, fnv
from .integer import Layer, Network

MAGIC = b"PLAYNET1"
FORMAT = 1


class BadNetwork(Exception):
    """A file of a network that cannot be used, and why."""


def header_of(architecture: Architecture, rules: playmat.Rules, name: str, training: dict[str, Any]) -> dict[str, Any]:
    spec = architecture.spec
    return {
        "format": FORMAT,
        "game": spec.game,
        "name": name,
        "layout": {"version": spec.version, "fingerprint": spec.fingerprint},
        "rules": rules.version,
        "cards": cards_fingerprint(rules.definitions()),
        "dims": architecture.dims.asdict(),
        "layers": [list(layer) for layer in architecture.layers],
        "training": training,
    }


def to_bytes(header: dict[str, Any], layers: dict[str, Layer]) -> bytes:
    """A file."""
    text = json.dumps(header, ensure_ascii=False).encode()
    text += b" " * (-(12 + len(text)) % 8)
    ordered = [layers[name] for name, _, _ in header["layers"]]
    data = MAGIC + struct.pack("<I", len(text)) + text
    data += b"".join(np.ascontiguousarray(layer.weight, np.int8).tobytes() for layer in ordered)
    data += b"\0" * (-len(data) % 4)
    data += b"".join(layer.bias.astype("<i4").tobytes() for layer in ordered)
    data += b"".join(layer.mult.astype("<u4").tobytes() for layer in ordered)
    return data + struct.pack("<Q", fnv(data))


def from_bytes(data: bytes) -> tuple[dict[str, Any], Architecture, dict[str, Layer]]:
    """The header and the layers of a file; refused if it does not fit this version of the game."""
    if data[:8] != MAGIC:
        raise BadNetwork(f"this is no network: it should begin with {MAGIC.decode()}")
    if len(data) < 20 or struct.unpack("<Q", data[-8:])[0] != fnv(data[:-8]):
        raise BadNetwork("the file is damaged: its checksum is another")
    (length,) = struct.unpack("<I", data[8:12])
    try:
        header = json.loads(data[12 : 12 + length])
    except ValueError as error:
        raise BadNetwork(f"the header is no JSON: {error}") from None
    if header.get("format") != FORMAT:
        raise BadNetwork(f"the file has format {header.get('format')}; this version reads format {FORMAT}")
    architecture = Architecture(header["game"], Dims(**header["dims"]))
    spec = architecture.spec
    if header["layout"] != {"version": spec.version, "fingerprint": spec.fingerprint}:
        raise BadNetwork(
            f"the network was trained on layout {header['layout']['version']} ({header['layout']['fingerprint']}) of {spec.game}; "
            f"now it is {spec.version} ({spec.fingerprint}): train it again"
        )
    rules = playmat.Rules(spec.game).version
    if header["rules"] != rules:
        raise BadNetwork(f"the network was trained under version {header['rules']} of the rules of {spec.game}; now it is {rules}")
    if header["layers"] != [list(layer) for layer in architecture.layers]:
        raise BadNetwork("the layers are not those that the layout and the sizes make")
    shapes = [(outputs, inputs) for _, outputs, inputs in header["layers"]]
    outputs = sum(shape[0] for shape in shapes)
    weights = sum(rows * columns for rows, columns in shapes)
    at = 12 + length
    padded = at + weights + (-(at + weights) % 4)
    if len(data) != padded + 8 * outputs + 8:
        raise BadNetwork(f"the file has {len(data)} bytes, not {padded + 8 * outputs + 8}")
    biases = np.frombuffer(data, "<i4", outputs, padded)
    mults = np.frombuffer(data, "<u4", outputs, padded + 4 * outputs)
    layers, first = {}, 0
    for name, rows, columns in header["layers"]:
        weight = np.frombuffer(data, np.int8, rows * columns, at).reshape(rows, columns)
        part = slice(first, first + rows)
        layers[name] = Layer(weight, biases[part], mults[part])
        at, first = at + rows * columns, first + rows
    return header, architecture, layers


def write(path: Path, header: dict[str, Any], layers: dict[str, Layer]) -> None:
    path.write_bytes(to_bytes(header, layers))


def network(path: Path, rules: playmat.Rules | None = None) -> Network:
    """The network of a file, in whole numbers, for the usual rules or others."""
    header, architecture, layers = from_bytes(Path(path).read_bytes())
    return Network(architecture, layers, (rules or playmat.Rules(header["game"])).definitions())
