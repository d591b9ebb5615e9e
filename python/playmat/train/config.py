"""What a run of the training is made of. A run is repeated from its configuration file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from .architecture import Dims
from .integer import LARGEST


@dataclass(frozen=True)
class Config:
    game: str
    seed: int = 1
    # The whole training, in minutes or, if given, in updates: then every run gives the same numbers on a CPU.
    minutes: float = 20.0
    updates: int = 0
    dims: Dims = field(default_factory=Dims)
    # The largest weight of an output, as a whole number. With 15 a weight takes about half of the bytes that it takes with 100 (compressed), and
    # the network can be twice as large.
    largest: int = LARGEST
    # The file of a network whose weights the training begins with; none for random ones.
    start: str = ""
    # Matches side by side, in two halves: while one half is stepped, the other is answered.
    matches: int = 16384
    threads: int = 16
    # Answers of each match between two updates.
    horizon: int = 32
    minibatch: int = 32768
    epochs: int = 2
    rate: float = 5e-4
    rate_end: float = 3e-5
    entropy: float = 0.015
    entropy_end: float = 0.002
    gamma: float = 1.0
    smoothing: float = 0.95
    clip: float = 0.2
    value_weight: float = 0.5
    # An update stops early when the policy has moved so far (KL divergence).
    most_divergence: float = 0.03
    # Shares of the matches: against the greedy bot, and against the league.
    greedy: float = 0.05
    league: float = 0.125
    # A past self joins the league after so many updates; so many are kept.
    snapshot: int = 60
    selves: int = 6
    # Files of frozen players in the league, and how often one of them is met instead of a past self.
    against: tuple[str, ...] = ()
    against_share: float = 0.3
    # The share of matches with ready decks.
    ready: float = 0.3
    # The share of cards, in percent, that are left out of the decks.
    hold_out: float = 0.0
    # All matches start anew after so many updates: a run that is interrupted there goes on as if it had not been.
    era: int = 128
    # How many matches are played against each of the bots to tell the progress, every so many updates.
    judges: tuple[str, ...] = ("random", "greedy")
    judged: int = 1024
    judge_every: int = 250
    bf16: bool = True
    compile: bool = True

    def __post_init__(self):
        def check(holds, sentence):
            if not holds:
                raise ValueError(sentence)

        check(self.matches >= 4 and self.matches % 4 == 0, f"`matches` is a multiple of 4, not {self.matches}")
        check(self.horizon >= 1 and self.epochs >= 1 and self.minibatch >= 1, "`horizon`, `epochs` and `minibatch` are at least 1")
        check(1 <= self.largest <= 127, f"`largest` is from 1 to 127, not {self.largest}")
        check(self.greedy + self.league <= 1, "the shares of greedy and league are at most 1 together")
        check(0 <= self.hold_out < 100, f"`hold_out` is a share in percent below 100, not {self.hold_out}")
        check(self.updates > 0 or self.minutes > 0, "a run lasts `minutes` or `updates`")

    def asdict(self) -> dict:
        return asdict(self)

    @staticmethod
    def of(values: dict) -> Config:
        unknown = set(values) - {field.name for field in fields(Config)}
        if unknown:
            raise ValueError(f"the configuration says {', '.join(sorted(unknown))}, of which this version knows nothing")
        values = dict(values, dims=Dims(**values.get("dims", {})))
        for name in ("against", "judges"):
            values[name] = tuple(values.get(name, ()))
        return Config(**values)

    @staticmethod
    def load(path: Path) -> Config:
        return Config.of(json.loads(Path(path).read_text()))

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(self.asdict(), indent=2) + "\n")
