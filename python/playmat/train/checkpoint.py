"""Where a run stands, in files of at most 16 MB: what carries them may take no larger ones."""

from __future__ import annotations

import io
from pathlib import Path

import torch

PART = 15 << 20
NAME = "checkpoint"


def save(folder: Path, state: dict) -> None:
    """Writes the state, first beside the last one and then in its place."""
    buffer = io.BytesIO()
    torch.save(state, buffer)
    data = buffer.getvalue()
    parts = [data[at : at + PART] for at in range(0, len(data), PART)]
    names = [f"{NAME}.{nth}-of-{len(parts)}" for nth in range(len(parts))]
    for name, part in zip(names, parts):
        (folder / f"{name}.new").write_bytes(part)
    for path in written(folder):
        path.unlink()
    for name in names:
        (folder / f"{name}.new").rename(folder / name)


def written(folder: Path) -> list[Path]:
    """The files of a checkpoint, in order."""
    paths = [path for path in folder.glob(f"{NAME}.*-of-*") if not path.name.endswith(".new")]
    return sorted(paths, key=lambda path: int(path.name.split(".")[1].split("-")[0]))


def load(folder: Path) -> dict | None:
    """The state, or None where there is none."""
    parts = written(folder)
    if not parts:
        return None
    number = int(parts[0].name.rsplit("-", 1)[1])
    if len(parts) != number:
        raise FileNotFoundError(f"{folder} has {len(parts)} of the {number} parts of a checkpoint")
    data = io.BytesIO(b"".join(path.read_bytes() for path in parts))
    return torch.load(data, map_location="cpu", weights_only=False)
