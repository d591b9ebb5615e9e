"""The lab: decks, cards and rules measured by many games, as `playmat lab` does it.

    >>> report = playmat.lab.matrix("skirmish", bots="random", games=200)
    >>> print(report)
    >>> report.measured["overall"]

Every function plays a run and returns a :class:`Report`: a text, a page with plots (which a notebook shows), and all numbers. The same
plan and seed give the same games on any number of threads. With ``out`` the games are kept in a folder, and a run that was stopped goes on
where it was. docs/lab.md says what is measured and how; scores and shares are from 0 to 1 here.

What all functions take: ``rules`` (:class:`playmat.Rules`, or the name of a game), ``seed``, ``threads`` (all cores, if it is not said),
``out`` (a folder), ``second`` (the bot that plays a tenth of the games again as a second opinion; None leaves it out) and ``progress``, a
function that is told again and again how many games are done and how many there will be (:class:`Countdown` prints them with the time that is
left), and ``crew``: who plays the games, if not the threads of this process. ``playmat.cluster.Ray()`` is a crew on many machines. Decks are ``"ready"``, ``"categories"``, or a
list of decks as :class:`playmat.Match` takes them. Where no bot is named, the lab's
usual player plays. Bots that look at the clock are refused: their games could not be repeated.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Protocol, TypeAlias

from ._core import BadRun, Chunk, Report, Rules, _lab
from ._core import _play as play

if TYPE_CHECKING:
    from ._core import _Deck

__all__ = [
    "BadRun",
    "Chunk",
    "Countdown",
    "Crew",
    "Report",
    "cards",
    "compare",
    "ladder",
    "match",
    "matrix",
    "play",
    "tension",
    "tune",
    "watch",
]

Folder: TypeAlias = "str | os.PathLike[str] | None"
Progress: TypeAlias = "Callable[[int, int], object] | None"
Decks: TypeAlias = "str | Iterable[_Deck]"
Bots: TypeAlias = "str | Sequence[str]"
Band: TypeAlias = "tuple[float, float]"

SECOND = "ismcts:200"


class Crew(Protocol):
    """Who plays the games of a run: a crew is sent chunks of games, and gives back what came of them.

    What is played, and when enough is known, is decided by the run and is the same whoever plays. A crew that loses a worker has its chunk
    played by another one. :class:`playmat.cluster.Ray` is one; another needs no more than this, and :func:`play` in its workers.
    """

    @property
    def workers(self) -> int:
        """How many chunks are played at the same time."""

    def send(self, chunk: Chunk) -> None:
        """Has a chunk played: its ``order`` with its ``parcels``."""

    def take(self) -> Iterable[bytes]:
        """What :func:`play` returned for chunks that are done, in any order. Waits for a moment if there is nothing, and not for long."""

    def abandon(self) -> None:
        """Gives up what is still being played: the run was stopped."""


class Countdown:
    """Tells how far a run is, and when it will be over: ``playmat.lab.matrix("skirmish", progress=playmat.lab.Countdown())``."""

    def __init__(self, to: IO[str] | None = None, every: float = 1.0) -> None:
        """``to``: where it is written, the error output if nothing is named; ``every``: how often, in seconds."""
        self._to = to
        self._every = every
        self._begun: tuple[float, int] | None = None
        self._told = -every

    def __call__(self, done: int, games: int) -> None:
        now = time.monotonic()
        if self._begun is None or done < self._begun[1]:
            # Games that were kept by an earlier run took no time in this one.
            self._begun = (now, done)
        ended = 0 < games <= done
        if now - self._told < self._every and not ended:
            return
        self._told = now
        began, kept = self._begun
        text = f"{done:,} of {games:,} games"
        if done > kept and not ended:
            left = (now - began) * (games - done) / (done - kept)
            over = time.strftime("%H:%M" if left < 86_400 else "%d %b %H:%M", time.localtime(time.time() + left))
            text += f", {int(left) // 3600}:{int(left) // 60 % 60:02}:{int(left) % 60:02} left, over at {over}"
        to = self._to or sys.stderr
        to.write(f"\r{text:<78}" + ("\n" if ended else ""))
        to.flush()


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
    crew: Crew | None = None,
) -> Report:
    """Two bots, or two decks, against each other: which is better, and by how much.

    ``bots``: one for both sides, or two. ``against``: the decks of the second side, if they are others. ``mirror``: both bring the same deck
    to a game. ``sprt``: playing stops as soon as one of these two scores of the first side is that much more likely than the other; None
    plays all games.
    """
    settings = {"bots": _two(bots), "decks": decks, "against": against, "mirror": mirror, "games": games, "sprt": sprt}
    return _lab(rules, "match", settings, seed, threads, out, second, progress, crew)


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
    crew: Crew | None = None,
) -> Report:
    """Every deck against every other, so many games of each pairing.

    ``limit``: ``report.holds`` is false if a pairing's whole interval lies above the first share, or its score above the second.
    """
    settings = {"bots": _two(bots), "decks": decks, "games": games, "limit": limit}
    return _lab(rules, "matrix", settings, seed, threads, out, second, progress, crew)


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
    crew: Crew | None = None,
) -> Report:
    """What each card does to winning: in the opening hand, when it is drawn, when it is played."""
    settings = {"bot": bot, "decks": decks, "games": games}
    return _lab(rules, "cards", settings, seed, threads, out, second, progress, crew)


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
    crew: Crew | None = None,
) -> Report:
    """When matches are decided, by a search that judges them before each decision, and how often the leader at half-time wins."""
    settings = {"bot": bot, "judge": judge, "decided": decided, "decks": decks, "games": games}
    return _lab(rules, "tension", settings, seed, threads, out, None, progress, crew)


def compare(
    rules: Rules | str,
    other: Rules,
    *,
    names: Sequence[str] = ("before", "after"),
    bot: str | None = None,
    decks: Decks = "ready",
    games: int = 10_000,
    precision: float | None = 0.02,
    seed: int = 1,
    threads: int | None = None,
    out: Folder = None,
    second: str | None = SECOND,
    progress: Progress = None,
    crew: Crew | None = None,
) -> Report:
    """What changes under other rules: another edition, another ruling, other cards. The same decks meet with the same luck under both.

    ``games``: under each rules at most. ``precision``: playing stops once the change of every deck's score is known as closely as this; None
    plays all games.
    """
    settings = {"other": other, "names": list(names), "bot": bot, "decks": decks, "games": games, "precision": precision}
    return _lab(rules, "compare", settings, seed, threads, out, second, progress, crew)


def watch(
    before: Rules | str,
    after: Rules,
    *,
    limits: str | os.PathLike[str] | None = None,
    bot: str | None = None,
    games: int = 10_000,
    precision: float | None = 0.02,
    seed: int = 1,
    threads: int | None = None,
    out: Folder = None,
    second: str | None = SECOND,
    progress: Progress = None,
    crew: Crew | None = None,
) -> Report:
    """Whether changed cards keep limits: the ready decks play under both rules, and the report as a text is Markdown for a comment.

    ``limits``: a file of limits as in docs/lab.md; ``report.holds`` is false if one is exceeded for sure. Where no ready deck has a card that
    differs nothing is played.
    """
    settings = {
        "other": after,
        "names": ["the cards before", "the cards now"],
        "bot": bot,
        "decks": "ready",
        "games": games,
        "precision": precision,
        "limits": "" if limits is None else Path(limits).read_text(encoding="utf-8"),
    }
    return _lab(before, "watch", settings, seed, threads, out, second, progress, crew)


def ladder(
    rules: Rules | str,
    *,
    bots: Sequence[str] | None = None,
    decks: Decks = "random",
    games: int = 200,
    seed: int = 1,
    threads: int | None = None,
    out: Folder = None,
    progress: Progress = None,
    crew: Crew | None = None,
) -> Report:
    """Every bot against every other with the same decks, and a rating of each by Bradley and Terry.

    ``bots``: the usual ones if none are named; those that need a model where there is one.
    """
    settings = {"bots": None if bots is None else list(bots), "decks": decks, "games": games}
    return _lab(rules, "ladder", settings, seed, threads, out, None, progress, crew)


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
    crew: Crew | None = None,
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
    return _lab(rules, "tune", settings, seed, threads, out, second, progress, crew)


def _two(bots: Bots | None) -> list[str] | None:
    """One bot plays both sides."""
    if bots is None:
        return None
    return [bots, bots] if isinstance(bots, str) else list(bots)
