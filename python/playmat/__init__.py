"""Playmat: trading card games for programs that learn.

    >>> import playmat
    >>> match = playmat.Match("skirmish", seed=7)
    >>> match.seat, match.question
    >>> match.play(match.options()[0])

`Match` is one match with everything in words, `Batch` many matches at once as arrays of numbers. `playmat.bots` has players, `check`
checks cards, `playmat.lab` measures decks, cards and rules. The interfaces of the field are modules that are imported when they are wanted:
`playmat.pettingzoo`, `playmat.gymnasium`, `playmat.openspiel`; `playmat.online` plays on a server.
"""

from __future__ import annotations

import importlib as _importlib
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from . import bots
from ._core import (
    Arrays,
    BadBatch,
    BadCards,
    BadDeck,
    BadRecord,
    BadRules,
    BadRun,
    Batch,
    Block,
    Bot,
    Check,
    Column,
    Deck,
    DeckFault,
    InternalError,
    Match,
    Option,
    PlaymatError,
    Problem,
    Reason,
    Record,
    Refused,
    Rules,
    Spec,
    UnknownBot,
    UnknownGame,
    Verification,
    __version__,
    check,
    check_text,
    games,
    spec,
)

if _TYPE_CHECKING:
    import numpy as _np
    import numpy.typing as _npt

    from . import lab as lab

__all__ = [
    "Arrays",
    "BadBatch",
    "BadCards",
    "BadDeck",
    "BadRecord",
    "BadRules",
    "BadRun",
    "Batch",
    "Block",
    "Bot",
    "Check",
    "Column",
    "Deck",
    "DeckFault",
    "InternalError",
    "Match",
    "Option",
    "PlaymatError",
    "Problem",
    "Reason",
    "Record",
    "Refused",
    "Rules",
    "Spec",
    "UnknownBot",
    "UnknownGame",
    "Verification",
    "__version__",
    "bots",
    "check",
    "check_text",
    "games",
    "random_actions",
    "spec",
]

# Modules that are imported when they are first asked for: some need libraries that a player of matches does not.
_LATER = ("lab", "cluster", "pettingzoo", "gymnasium", "openspiel", "online")


def random_actions(count: _npt.NDArray[_np.int32], rng: _np.random.Generator) -> _npt.NDArray[_np.int32]:
    """One option of every match at random: `count` is that of the arrays of a batch, the result what its `step` takes."""
    # A float below 1 times the count, rounded down, is below the count; every option is as likely as a float can tell.
    actions: _npt.NDArray[_np.int32] = (rng.random(count.shape) * count).astype("int32")
    return actions


def __getattr__(name: str) -> _Any:
    if name in _LATER:
        return _importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *_LATER})
