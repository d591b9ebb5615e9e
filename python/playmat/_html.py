"""How matches and reports show themselves in a notebook. Knows no game: places become boxes, piles are counted, words stand beside each other."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._core import Match, Report

# Both colours are those of the page around it, so that light and dark notebooks look right.
STYLE = """<style>
.playmat{font:13px/1.4 system-ui,sans-serif;border:1px solid #8886;border-radius:6px;padding:8px;max-width:900px}
.playmat .row{display:flex;flex-wrap:wrap;gap:4px;align-items:flex-start;margin:3px 0}
.playmat .zone{opacity:.7;min-width:6em}
.playmat .card{border:1px solid #888a;border-radius:4px;padding:1px 6px;background:#8881}
.playmat .back{opacity:.6}
.playmat .mark{opacity:.75;font-size:11px}
.playmat .asked{border-top:1px solid #8886;margin-top:6px;padding-top:6px}
.playmat ol{margin:2px 0 2px 2em;padding:0}
</style>"""

# Options and events that are shown at most.
MANY = 40
LAST = 5


def match(shown: Match) -> str:
    """The table as the asked seat sees it, what was heard last, and the question with its options. Who holds a match could look at both
    hands; a page that others are shown should not."""
    seat = shown.seat
    view = shown.view(seat)
    below = 0 if seat is None else seat
    sides = [("p1", 0), ("p2", 1)]
    parts = [STYLE, '<div class="playmat">', f"<b>{escape(shown.rules.title)}</b>, turn {shown.turns}{_phase(shown)}"]
    parts += [_side(view[name], f"Player {place + 1}") for name, place in sides if place != below]
    parts.append(_side(view["table"], ""))
    parts += [_side(view[name], f"Player {place + 1}" + (", asked" if place == seat else "")) for name, place in sides if place == below]
    events = shown.events(seat)[-LAST:]
    if events:
        parts.append(f'<div class="asked mark">{"<br>".join(escape(event["text"]) for event in events)}</div>')
    parts.append(f'<div class="asked">{_question(shown)}</div></div>')
    return "".join(parts)


def report(shown: Report) -> str:
    """The page of a report, in a frame of its own: it brings its own style."""
    return f'<iframe srcdoc="{escape(shown.page, quote=True)}" style="width:100%;height:640px;border:1px solid #8886" sandbox></iframe>'


def _phase(shown: Match) -> str:
    return f" ({escape(shown.phase)})" if shown.phase else ""


def _side(parts: dict[str, Any], title: str) -> str:
    """One player's side, or what belongs to nobody."""
    if not parts:
        return ""
    words, rows = [], []
    for name, value in parts.items():
        if not isinstance(value, list):
            words.append(f"{escape(name)} {escape(str(value))}")
        elif value:
            rows.append(f'<div class="row"><span class="zone">{escape(name)}</span>{_cards(value)}</div>')
    head = " · ".join(([f"<b>{escape(title)}</b>"] if title else []) + words)
    return f'<div class="row">{head}</div>' + "".join(rows)


def _cards(cards: Iterable[dict[str, Any]]) -> str:
    cards = list(cards)
    known = [card for card in cards if card.get("card")]
    backs = len(cards) - len(known)
    shown = [_card(card) for card in known]
    if backs:
        shown.append(f'<span class="card back">{backs} face down</span>')
    return "".join(shown)


def _card(card: dict[str, Any]) -> str:
    place = f'{card["place"] + 1}: ' if "place" in card else ""
    stats = f' <b>{escape(card["stats"])}</b>' if "stats" in card else ""
    marks = [mark["word"] + (f' {mark["number"]}' if mark.get("number") is not None else "") for mark in card.get("marks", [])]
    marks += [f"on {name}" for name in card.get("under", [])]
    extra = f' <span class="mark">{escape(", ".join(marks))}</span>' if marks else ""
    return f'<span class="card">{place}{escape(card["card"])}{stats}{extra}</span>'


def _question(shown: Match) -> str:
    if shown.seat is None:
        won = shown.outcome
        return "<b>Drawn.</b>" if won == "draw" else f"<b>Player {won + 1} has won.</b>" if isinstance(won, int) else "Nobody is asked."
    options = shown.options()
    about = f" ({escape(shown.about)})" if shown.about else ""
    listed = "".join(f'<li value="{option.index}">{escape(option.text)}</li>' for option in options[:MANY])
    more = f'<div class="mark">and {len(options) - MANY} more</div>' if len(options) > MANY else ""
    return f"<b>{escape(shown.question or '')}</b>{about}<ol start='0'>{listed}</ol>{more}"
