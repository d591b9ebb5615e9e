"""Which decks are brought, and which cards are left out of them."""

from __future__ import annotations

import playmat

from .architecture import fnv

# So many decks are made when cards are left out: random ones without these cards are found by trying.
MADE = 4096
MOST_TRIES = 1_000_000


def held_out(rules: playmat.Rules, percent: float) -> frozenset[str]:
    """The names of the cards that are left out: by a hash of the name, so that it is the same in every run."""
    return frozenset(name for name in rules.names if fnv(name.encode()) % 10_000 < percent * 100)


def supply(rules: playmat.Rules, ready: float, percent: float, seed: int):
    """What `Batch` takes as `decks`: random decks, and ready ones in so large a share."""
    names = playmat.Deck.ready(rules)
    if not percent:
        if not ready or not names:
            return "random"
        return {"random": 1 - ready} | {name: ready / len(names) for name in names}
    out = held_out(rules, percent)
    made = []
    for nth in range(MOST_TRIES):
        deck = playmat.Deck.random(rules, seed=seed * MOST_TRIES + nth)
        if out.isdisjoint(deck.cards):
            made.append(deck.cards)
            if len(made) == MADE:
                break
    else:
        raise ValueError(f"only {len(made)} of {MOST_TRIES} random decks have none of the cards that are left out: leave out fewer")
    usable = [name for name in names if out.isdisjoint(playmat.Deck.named(rules, name).cards)]
    if not usable or not ready:
        return made
    # Every deck of a list is as likely: ready ones stand in it several times.
    copies = round(MADE * ready / (1 - ready) / len(usable)) if ready < 1 else 1
    return made + usable * copies if ready < 1 else usable
