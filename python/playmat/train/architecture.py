"""The network of a game, as its layout and a few sizes make it: see docs/models.md. Needs nothing but NumPy."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields

import numpy as np

import playmat

# Activations are whole numbers with 8 fractional bits: 256 is 1.
ONE = 256
# They are kept between these.
MOST = 4095
# More inputs could make a sum that 32 bits do not hold.
MOST_INPUTS = 4000
MOST_OPTION = 128
MOST_BLOCKS = 16
MOST_COUNT = 255


@dataclass(frozen=True)
class Dims:
    """How wide the parts of the network are."""

    card: int = 48
    card_hidden: int = 96
    row: int = 64
    wide: int = 128
    trunk: int = 256
    inner: int = 256
    blocks: int = 3
    option: int = 96
    value: int = 64

    def __post_init__(self):
        for field in fields(self):
            size = getattr(self, field.name)
            least, most = {"blocks": (0, MOST_BLOCKS), "option": (1, MOST_OPTION)}.get(field.name, (1, MOST_INPUTS))
            if not isinstance(size, int) or not least <= size <= most:
                raise ValueError(f"`{field.name}` is a number from {least} to {most}, not {size!r}")

    @staticmethod
    def read(text: str) -> Dims:
        """Reads what a person writes: `trunk=128,blocks=2`; what is not named stays as it is."""
        sizes = {}
        for part in filter(None, text.split(",")):
            name, _, size = part.partition("=")
            if name not in {field.name for field in fields(Dims)} or not size.isdigit():
                raise ValueError(f"`{part}` is no size of a network: write, for example, `trunk=128,blocks=2`")
            sizes[name] = int(size)
        return Dims(**sizes)

    def asdict(self) -> dict[str, int]:
        return asdict(self)


class Expansion:
    """How the columns of a row become features, in the order of the columns. Each list has the places of the features first."""

    def __init__(self, columns, dims: Dims, pointed: int, *, options: bool = False, definitions: bool = False):
        # (feature, column, value, cap): 1 where the number, at most the cap, is the value.
        self.hots: list[tuple[int, int, int, int]] = []
        # (feature, column, bit)
        self.bits: list[tuple[int, int, int]] = []
        # (first of three features, column, scale)
        self.numbers: list[tuple[int, int, int]] = []
        # (first of `card` features, column)
        self.cards: list[tuple[int, int]] = []
        # (first of `row` features, column): the hidden vector of the row that is pointed to.
        self.hidden: list[tuple[int, int]] = []
        # The column that says for how many cards a row stands.
        self.count: int | None = None
        # Columns that hold cards, in the definitions too.
        self.card_columns = [at for at, column in enumerate(columns) if column.holds == "card"]
        self.columns = len(columns)
        at = 0
        for place, column in enumerate(columns):
            match column.holds:
                case "number":
                    self.numbers.append((at, place, column.size))
                    at += 3
                case "flag" | "category":
                    for value in range(1, column.size):
                        self.hots.append((at, place, value, column.size - 1))
                        at += 1
                case "bits":
                    for bit in range(column.size):
                        self.bits.append((at, place, bit))
                        at += 1
                case "card" if not definitions:
                    self.cards.append((at, place))
                    at += dims.card
                case "row":
                    for value in [*range(-1, -1 - column.size, -1), *range(1, pointed + 1)]:
                        self.hots.append((at, place, value, np.iinfo(np.int16).max))
                        at += 1
                    if options:
                        self.hidden.append((at, place))
                        at += dims.row
                case "count":
                    self.count = place
                    self.hots.append((at, place, 1, 1))
                    at += 1
                case "card" | "label":
                    pass
                case other:
                    raise ValueError(f"column `{column.name}` holds `{other}`, of which this version of the trainer knows nothing")
        self.size = at

    def weights(self, rows: np.ndarray) -> np.ndarray:
        """For how many cards each row stands; 0 for a row that is not used."""
        used = (rows != 0).any(axis=-1)
        count = 1 if self.count is None else np.clip(rows[..., self.count].astype(np.int64), 1, MOST_COUNT)
        return used * count


@dataclass(frozen=True)
class BlockPlan:
    """A block of the observation within the network."""

    name: str
    start: int
    rows: int
    columns: int
    expansion: Expansion
    outputs: int
    # Whether each row has weights of its own in the trunk; else the rows are added up.
    each: bool

    @property
    def shift(self) -> int:
        """By how many bits the sum of the rows is divided."""
        return self.rows.bit_length() // 2

    @property
    def width(self) -> int:
        """How many numbers the trunk gets of it."""
        return self.outputs * (self.rows if self.each else 1)

    def cut(self, observations):
        """Its rows in observations."""
        part = observations[..., self.start : self.start + self.rows * self.columns]
        return part.reshape(*observations.shape[:-1], self.rows, self.columns)


class Architecture:
    """All layers of the network of a game, with their shapes."""

    def __init__(self, game: str, dims: Dims = Dims()):
        spec = playmat.spec(game)
        self.game, self.spec, self.dims = spec.game, spec, dims
        self.pointed = sum(rows for _, _, rows in spec.pointed)
        self.blocks = []
        for block in spec.observation:
            expansion = Expansion(block.columns, dims, self.pointed)
            each = block.order == "each" or block.rows == 1
            outputs = dims.wide if block.rows == 1 else dims.row
            self.blocks.append(BlockPlan(block.name, block.start, block.rows, len(block.columns), expansion, outputs, each))
        for block, _, _ in spec.pointed:
            assert self.blocks[block].rows > 1, "a block of one row is pointed to: its width is another"
        self.options = Expansion(spec.options.columns, dims, self.pointed, options=True)
        self.definitions = Expansion(spec.definitions.columns, dims, self.pointed, definitions=True)
        self.width = sum(block.width for block in self.blocks)
        self.layers = self._layers()
        for name, outputs, inputs in self.layers:
            if not (1 <= inputs <= MOST_INPUTS and 1 <= outputs <= MOST_INPUTS):
                raise ValueError(f"layer {name} of {game} has {inputs} inputs and {outputs} outputs; 1 to {MOST_INPUTS} are possible")

    def _layers(self) -> list[tuple[str, int, int]]:
        """Name, outputs, inputs, in the order of the file."""
        d = self.dims
        layers = [
            ("card.1", d.card_hidden, self.definitions.size),
            ("card.2", d.card, d.card_hidden * (1 + len(self.definitions.card_columns))),
        ]
        layers += [(f"block.{block.name}", block.outputs, block.expansion.size) for block in self.blocks]
        layers.append(("trunk.in", d.trunk, self.width))
        for k in range(1, d.blocks + 1):
            layers += [(f"trunk.{k}.a", d.inner, d.trunk), (f"trunk.{k}.b", d.trunk, d.inner)]
        layers += [
            ("value.1", d.value, d.trunk),
            ("value.2", 1, d.value),
            ("option.row", d.option, self.options.size),
            ("option.state", d.option, d.trunk),
            ("option.mix", d.option, d.option),
            ("option.judge", d.option, d.trunk),
        ]
        return layers

    @property
    def parameters(self) -> int:
        return sum(outputs * (inputs + 1) for _, outputs, inputs in self.layers)


def fnv(data: bytes) -> int:
    """FNV-1a with 64 bits."""
    state = 0xCBF29CE484222325
    for byte in data:
        state = ((state ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return state


def cards_fingerprint(definitions: np.ndarray) -> str:
    """Identifies the features of a card set."""
    return f"{fnv(definitions.astype('<i2').tobytes()):016x}"
