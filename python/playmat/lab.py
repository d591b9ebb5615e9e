"""The lab: decks, cards and rules measured by many games, as `playmat lab` does it.

    >>> report = playmat.lab.matrix("skirmish", bots="random", games=200)
    >>> print(report)
    >>> report.measured["overall"]

Every function plays a run and returns a :class:`Report`: a text, a page with plots (which a notebook shows), and all numbers. The same
plan and seed give the same games on any number of threads. With ``out`` the games are kept in a folder, and a run that was stopped goes on
where it was. docs/lab.md says what is measured and how; scores and shares are from 0 to 1 here.

What all functions take: ``rules`` (:class:`playmat.Rules`, or the name of a game), ``seed``, ``threads`` (all cores, if it is not said),
``out`` (a folder), ``second`` (the bot that plays a tenth of the games again as a second opinion; None leaves it out) and ``progress``, a
function that is told again and again how many games are done and how many there will be. Decks are ``"ready"``, ``"categories"``, or a
list of decks as :class:`playmat.Match` takes them. Where no bot is named, the lab's
usual player plays. Bots that look at the clock are refused: their games could not be repeated.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from ._core import BadRun, Report, Rules, _lab

if TYPE_CHECKING:
    from ._core import _Deck

__all__ = ["BadRun", "Report", "cards", "compare", "match", "matrix", "tension", "tune"]

Folder: TypeAlias = "str | os.PathLike[str] | None"
Progress: TypeAlias = "Callable[[int, int], object] | None"
Decks: TypeAlias = "str | Iterable[_Deck]"
Bots: TypeAlias = "str | Sequence[str]"
Band: TypeAlias = "tuple[float, float]"

SECOND = "ismcts:200"


def match(
    rules: Rules | str,
    *,
    bots: Bots | None = None,
    decks: Decks = "ready",
    against: Decks | None = None,
    mirror: bool = False,
    games: int = 2000,
    sprt: Band | None = (0.45, 0.55),
    seed: int = 1,
    threads: int | None = None,
    out: Folder = None,
    second: str | None = SECOND,
    progress: Progress = None,
) -> Report:
    """Two bots, or two decks, against each other: which is better, and by how much.

    ``bots``: one for both sides, or two. ``against``: the decks of the second side, if they are others. ``mirror``: both bring the same deck
    to a game. ``sprt``: playing stops as soon as one of these two scores of the first side is that much more likely than the other; None
    plays all games.
    """
    settings = {"bots": _two(bots), "decks": decks, "against": against, "mirror": mirror, "games": games, "sprt": sprt}
    return _lab(rules, "match", settings, seed, threads, out, second, progress)


def matrix(
    rules: Rules | str,
    *,
    bots: Bots | None = None,
    decks: Decks = "ready",
    games: int = 1000,
    limit: Band | None = None,
    seed: int = 1,
    threads: int | None = None,
    out: Folder = None,
    second: str | None = SECOND,
    progress: Progress = None,
) -> Report:
    """Every deck against every other, so many games of each pairing.

    ``limit``: ``report.holds`` is false if a pairing's whole interval lies above the first share, or its score above the second.
    """
    settings = {"bots": _two(bots), "decks": decks, "games": games, "limit": limit}
    return _lab(rules, "matrix", settings, seed, threads, out, second, progress)


def cards(
    rules: Rules | str,
    *,
    bot: str | None = None,
    decks: Decks = "ready",
    games: int = 10_000,
    seed: int = 1,
    threads: int | None = None,
    out: Folder = None,
    second: str | None = SECOND,
    progress: Progress = None,
) -> Report:
    """What each card does to winning: in the opening hand, when it is drawn, when it is played."""
    settings = {"bot": bot, "decks": decks, "games": games}
    return _lab(rules, "cards", settings, seed, threads, out, second, progress)


def tension(
    rules: Rules | str,
    *,
    bot: str = "ismcts:200",
    judge: str = "ismcts:1000",
    decided: float = 0.95,
    decks: Decks = "ready",
    games: int = 300,
    seed: int = 1,
    threads: int | None = None,
    out: Folder = None,
    progress: Progress = None,
) -> Report:
    """When matches are decided, by a search that judges them before each decision, and how often the leader at half-time wins."""
    settings = {"bot": bot, "judge": judge, "decided": decided, "decks": decks, "games": games}
    return _lab(rules, "tension", settings, seed, threads, out, None, progress)


def compare(
    rules: Rules | str,
    other: Rules,
    *,
    names: Sequence[str] = ("before", "after"),
    bot: str | None = None,
    decks: Decks = "ready",
    games: int = 10_000,
    precision: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    out: Folder = None,
    second: str | None = SECOND,
    progress: Progress = None,
) -> Report:
    """What changes under other rules: another edition, another ruling, other cards. The same decks meet with the same luck under both.

    ``precision``: playing stops once the change of every deck's score is known as closely as this; None plays all games.
    """
    settings = {"other": other, "names": list(names), "bot": bot, "decks": decks, "games": games, "precision": precision}
    return _lab(rules, "compare", settings, seed, threads, out, second, progress)


def tune(
    rules: Rules | str,
    pairs: Sequence[tuple[_Deck, _Deck]],
    *,
    band: Band = (0.45, 0.55),
    others: Decks = "ready",
    others_band: Band = (0.38, 0.62),
    steps: int = 3,
    bot: str | None = None,
    games: int = 1000,
    seed: int = 1,
    threads: int | None = None,
    out: Folder = None,
    second: str | None = SECOND,
    progress: Progress = None,
) -> Report:
    """The smallest changes of printed numbers that bring the scores of these pairings into a band.

    ``steps``: how many single steps a proposal may have. ``others``: the decks whose other pairings are watched, none of which a proposal may
    push out of ``others_band``.
    """
    settings = {
        "pairs": [list(pair) for pair in pairs],
        "band": band,
        "others": others,
        "others_band": others_band,
        "steps": steps,
        "bot": bot,
        "games": games,
    }
    return _lab(rules, "tune", settings, seed, threads, out, second, progress)


def _two(bots: Bots | None) -> list[str] | None:
    """One bot plays both sides."""
    if bots is None:
        return None
    return [bots, bots] if isinstance(bots, str) else list(bots)
