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
    written = []
    for nth, part in enumerate(parts):
        path = folder / f"{NAME}.{nth}-of-{len(parts)}"
        path.with_suffix(path.suffix + ".new").write_bytes(part)
        written.append(path)
    for path in folder.glob(f"{NAME}.*"):
        if path.suffix.endswith("of") or not path.name.endswith(".new"):
            path.unlink()
    for path in written:
        path.with_suffix(path.suffix + ".new").rename(path)


def load(folder: Path) -> dict | None:
    """The state, or None where there is none."""
    parts = sorted(folder.glob(f"{NAME}.*-of-*"), key=lambda path: int(path.name.split(".")[1].split("-")[0]))
    parts = [path for path in parts if not path.name.endswith(".new")]
    if not parts:
        return None
    number = int(parts[0].name.rsplit("-", 1)[1])
    if len(parts) != number:
        raise FileNotFoundError(f"{folder} has {len(parts)} of the {number} parts of a checkpoint")
    data = io.BytesIO(b"".join(path.read_bytes() for path in parts))
    return torch.load(data, map_location="cpu", weights_only=False)
