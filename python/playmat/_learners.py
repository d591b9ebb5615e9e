"""What the interfaces for learning programs share: one vector.

A learner of PettingZoo, Gymnasium or OpenSpiel is given one array of ``int16``: first the observation of the asked seat, block by block as
``playmat.spec(game).observation`` lists them, then the options of its question, a row for each, as ``playmat.spec(game).options`` has their
columns. Row ``i`` of the options is action ``i``; rows that are not used are zero, and so is their place in the mask.
"""

from __future__ import annotations

import numpy as np

import playmat

LOW, HIGH = np.iinfo(np.int16).min, np.iinfo(np.int16).max


class Vector:
    """How the vector of a game is laid out."""

    __slots__ = ("spec", "observation", "rows", "columns", "size")

    def __init__(self, game: str):
        self.spec = playmat.spec(game)
        self.observation = self.spec.observation_size
        self.rows = self.spec.option_rows
        self.columns = self.spec.option_columns
        self.size = self.observation + self.rows * self.columns

    def space(self):
        """The space of the vector."""
        from gymnasium import spaces

        return spaces.Box(LOW, HIGH, (self.size,), np.int16)

    def mask_space(self):
        """The space of the mask."""
        from gymnasium import spaces

        return spaces.Box(0, 1, (self.rows,), np.int8)

    def action_space(self):
        """The space of the answers: the place of an option in the list."""
        from gymnasium import spaces

        return spaces.Discrete(self.rows)

    def nothing(self) -> tuple[np.ndarray, np.ndarray]:
        """What a seat is shown that is not asked: zeros, and no option."""
        return np.zeros(self.size, np.int16), np.zeros(self.rows, np.int8)

    def of(self, match: playmat.Match) -> tuple[np.ndarray, np.ndarray]:
        """The vector and the mask of the seat that is asked in this match, in new arrays; zeros when the match is over."""
        vector, mask = self.nothing()
        if match.seat is not None:
            match.encode((*self.split(vector), mask))
        return vector, mask

    def split(self, vector: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The two parts of a vector, or of many, without a copy: the observation, and the options as rows and columns."""
        if vector.shape[-1] != self.size:
            raise ValueError(f"a vector of {self.spec.game} has {self.size} numbers, this one has {vector.shape[-1]}")
        options = vector[..., self.observation :]
        return vector[..., : self.observation], options.reshape(*vector.shape[:-1], self.rows, self.columns)


def split(game: str, vector: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Cuts the vectors of a game into observations and options, without a copy.

    >>> observation, options = split("skirmish", vector)
    >>> options[action]  # the row of an option: its verb, card, place and so on
    """
    return Vector(game).split(vector)


def rules_of(game, edition=None, rulings=None, cards=None) -> playmat.Rules:
    """Rules as the interfaces take them: a game by its name with what it is played under, or rules that are there already."""
    if isinstance(game, playmat.Rules):
        if (edition, rulings, cards) != (None, None, None):
            raise ValueError("rules have their edition, rulings and cards already: give a game's name with these, or the rules alone")
        return game
    return playmat.Rules(game, edition=edition, rulings=rulings, cards=cards)


def draw_seed(random: np.random.Generator) -> int:
    """A seed for a match."""
    return int(random.integers(1 << 63))
