"""Bad calls raise what they should, change nothing, and never end the process: those that are likely, and thousands that nobody would make."""

import numpy as np
import playmat
import pytest
from helpers import GAMES, LONG, at_random, kept, same, seed_of

BIG = 1 << 70


def over():
    return at_random(playmat.Match("skirmish", seed=1), np.random.default_rng(1))


WRONG_MATCHES = [
    (lambda: playmat.Match("chess"), playmat.UnknownGame, "chess"),
    (lambda: playmat.Match("skirmsh"), playmat.UnknownGame, "skirmish"),
    (lambda: playmat.Match(7), TypeError, "name of a game"),
    (lambda: playmat.Match("skirmish", seed=-1), ValueError, "a seed is a whole number from 0"),
    (lambda: playmat.Match("skirmish", seed=BIG), ValueError, "a seed is a whole number from 0"),
    (lambda: playmat.Match("skirmish", seed=1.5), TypeError, "a seed is a whole number"),
    (lambda: playmat.Match("skirmish", seed="7"), TypeError, "a seed is a whole number"),
    (lambda: playmat.Match("skirmish", first=2), ValueError, "a seat is a whole number from 0 to 1"),
    (lambda: playmat.Match("skirmish", forced="no"), ValueError, "forced"),
    (lambda: playmat.Match("skirmish", decks="random"), TypeError, "pair"),
    (lambda: playmat.Match("skirmish", decks=("random",)), TypeError, "pair"),
    (lambda: playmat.Match("skirmish", decks=("random", 3)), TypeError, "a deck is"),
    (lambda: playmat.Match("skirmish", decks=("random", "wide-rank")), playmat.BadDeck, "wide-ranks"),
    (lambda: playmat.Match("skirmish", decks=("random", ["Nobody"])), playmat.BadDeck, "Nobody"),
    (lambda: playmat.Match("food-chain", decks=("random:Fsh", "random")), playmat.BadDeck, "Fish"),
    (lambda: playmat.Rules("food-chain", edition="future"), playmat.BadRules, "future"),
    (lambda: playmat.Rules("food-chain", rulings={"frozen": "maybe"}), playmat.BadRules, "frozen"),
    (lambda: playmat.Rules("food-chain", rulings={"frosen": "dies"}), playmat.BadRules, "frozen"),
    (lambda: playmat.Rules("food-chain", cards="/nowhere"), playmat.BadCards, "nowhere"),
    (lambda: playmat.Bot("clever"), playmat.UnknownBot, "clever"),
    (lambda: playmat.Bot("gredy"), playmat.UnknownBot, "greedy"),
    (lambda: playmat.Bot("random", seed=-1), ValueError, "a seed"),
    (lambda: playmat.Bot("random").pick(over()), playmat.Refused, "over"),
    (lambda: over().play(0), playmat.Refused, "over"),
    (lambda: over().concede(0), playmat.Refused, "over"),
    (lambda: over().encode(), playmat.Refused, "over"),
    (lambda: over().imagine(0, 1), playmat.Refused, "over"),
    (lambda: over()[0], IndexError, "0 options"),
    (lambda: playmat.Match("skirmish")[99], IndexError, "options"),
    (lambda: playmat.Match("skirmish").play(99), playmat.Refused, "99"),
    (lambda: playmat.Match("skirmish").play(-1), playmat.Refused, "no option -1"),
    (lambda: playmat.Match("skirmish").play(BIG), TypeError, "an answer is"),
    (lambda: playmat.Match("skirmish").play(None), TypeError, "an answer is"),
    (lambda: playmat.Match("skirmish").play("fly away"), playmat.Refused, "fly away"),
    (lambda: playmat.Match("skirmish").view(2), ValueError, "a seat"),
    (lambda: playmat.Match("skirmish").events(0, -1), OverflowError, ""),
    (lambda: playmat.Match("skirmish").encode((1, 2)), ValueError, "three arrays"),
    (lambda: playmat.Match("skirmish").encode((1, 2, 3)), TypeError, "observation"),
    (lambda: playmat.Record.from_bytes(b"nonsense"), playmat.BadRecord, ""),
    (lambda: playmat.Record.from_json("{}"), playmat.BadRecord, ""),
    (lambda: playmat.Record.load("/nowhere"), playmat.BadRecord, "nowhere"),
    (lambda: over().record().verify(keys=["abc"]), ValueError, "64 hexadecimal digits"),
    (lambda: playmat.Deck.parse("no deck at all\n\x00"), playmat.BadDeck, ""),
    (lambda: playmat.Deck.named("skirmish", "wide"), playmat.BadDeck, "wide"),
    (lambda: playmat.spec("chess"), playmat.UnknownGame, "chess"),
    (lambda: playmat.spec("vigil"), playmat.UnknownGame, "vigil"),
]

WRONG_BATCHES = [
    (lambda: playmat.Batch("skirmish", 0), playmat.BadBatch, "1 to"),
    (lambda: playmat.Batch("skirmish", -1), ValueError, "how many matches"),
    (lambda: playmat.Batch("skirmish", BIG), ValueError, "how many matches"),
    (lambda: playmat.Batch("skirmish", 1 << 40), playmat.BadBatch, "1 to"),
    (lambda: playmat.Batch("skirmish", 2.0), TypeError, "how many matches"),
    (lambda: playmat.Batch("skirmish", 2, threads=0), playmat.BadBatch, "threads"),
    (lambda: playmat.Batch("skirmish", 2, threads=100_000), playmat.BadBatch, "threads"),
    (lambda: playmat.Batch("skirmish", 2, seed=-5), ValueError, "a seed"),
    (lambda: playmat.Batch("vigil", 2), playmat.UnknownGame, "vigil"),
    (lambda: playmat.Batch("skirmish", 2, opponent="clever"), playmat.UnknownBot, "clever"),
    (lambda: playmat.Batch("skirmish", 2, opponent_seat=1), ValueError, "opponent"),
    (lambda: playmat.Batch("skirmish", 2, opponent="random", opponent_seat=3), ValueError, "a seat"),
    (lambda: playmat.Batch("skirmish", 2, decks=5), TypeError, "decks"),
    (lambda: playmat.Batch("skirmish", 2, decks=[]), playmat.BadBatch, ""),
    (lambda: playmat.Batch("skirmish", 2, decks={"random": -1.0}), playmat.BadBatch, ""),
    (lambda: playmat.Batch("skirmish", 2, decks={"random": float("nan")}), playmat.BadBatch, ""),
    (lambda: playmat.Batch("skirmish", 2, decks=["nothing"]), playmat.BadDeck, "nothing"),
    (lambda: playmat.Batch("skirmish", 2).record(2), ValueError, "from 0 to 1"),
    (lambda: playmat.Batch("skirmish", 2).record(-1), ValueError, "from 0 to 1"),
    (lambda: playmat.Batch("skirmish", 2).finished("0"), TypeError, "from 0 to 1"),
]

WRONG_RUNS = [
    (lambda: playmat.lab.match("skirmish", games=0), playmat.BadRun, "games"),
    (lambda: playmat.lab.match("skirmish", bots="hard"), playmat.BadRun, "clock"),
    (lambda: playmat.lab.match("skirmish", bots=["greedy"]), (TypeError, ValueError), ""),
    (lambda: playmat.lab.match("skirmish", bots="clever"), playmat.UnknownBot, "clever"),
    (lambda: playmat.lab.match("skirmish", mirror=True, against="ready"), playmat.BadRun, "mirror"),
    (lambda: playmat.lab.match("skirmish", sprt=(0.6, 0.4)), playmat.BadRun, "sprt"),
    (lambda: playmat.lab.match("skirmish", threads=0), playmat.BadRun, "threads"),
    (lambda: playmat.lab.matrix("skirmish", decks=["random"]), playmat.BadRun, "two decks"),
    (lambda: playmat.lab.cards("skirmish", decks=3), TypeError, "decks are"),
    (lambda: playmat.lab.tension("skirmish", judge="greedy"), playmat.BadRun, "does not search"),
    (lambda: playmat.lab.tension("skirmish", decided=0.4), playmat.BadRun, "decided"),
    (lambda: playmat.lab.compare("skirmish", playmat.Rules("strata")), playmat.BadRun, "one game"),
    (lambda: playmat.lab.tune("skirmish", []), playmat.BadRun, "no pair"),
    (lambda: playmat.lab.tune("skirmish", [("random", "random")]), playmat.BadRun, "random"),
    (lambda: playmat.lab.matrix("skirmish", out="/proc/nowhere"), playmat.BadRun, "nowhere"),
]


@pytest.mark.parametrize(("call", "error", "words"), WRONG_MATCHES + WRONG_BATCHES + WRONG_RUNS)
def test_what_is_wrong_is_told(call, error, words):
    with pytest.raises(error) as told:
        call()
    assert words in str(told.value) and not isinstance(told.value, playmat.InternalError)


@pytest.mark.parametrize("error", playmat.PlaymatError.__subclasses__())
def test_errors_have_one_name(error):
    assert getattr(playmat, error.__name__) is error and error.__module__ == "playmat" and error.__doc__


def wrong_arrays(arrays):
    """Each of the arrays in each way that it can be wrong."""
    for name, array in arrays.items():
        frozen = array.copy()
        frozen.flags.writeable = False
        yield name, array.astype(np.float64), TypeError, "is wanted"
        yield name, array[:-1], ValueError, "shape"
        yield name, array[..., None], ValueError, "shape"
        yield name, frozen, ValueError, "read-only"
        yield name, np.zeros((*array.shape, 2), array.dtype)[..., 0], ValueError, "C-contiguous"
        yield name, array.tolist(), (TypeError, ValueError), name
        yield name, None, (TypeError, ValueError), name
        yield name, object(), TypeError, name


def test_wrong_arrays_are_told_and_nothing_is_written():
    batch = playmat.Batch("skirmish", 3, seed=1)
    good = batch.reset()
    before = kept(good)
    zeros = np.zeros(3, np.int32)
    for name, wrong, error, words in wrong_arrays(good.asdict()):
        arrays = playmat.Arrays(**{**good.asdict(), name: wrong})
        for call in (batch.reset, batch.observe, lambda arrays: batch.step(zeros, arrays)):
            with pytest.raises(error, match=words):
                call(arrays)
            assert same(before, kept(good)), (name, words)
    twice = playmat.Arrays(**{**good.asdict(), "options": good.options, "observations": np.zeros_like(good.observations)})
    twice.seat = twice.done
    with pytest.raises(ValueError, match="shares its memory"):
        batch.step(zeros, twice)
    assert same(kept(batch.observe()), {**before, "done": before["done"], "reward": before["reward"]}), "no match has gone on"


def test_wrong_actions_are_told_and_nothing_is_stepped():
    batch = playmat.Batch("skirmish", 3, seed=1)
    arrays = batch.reset()
    before, records = kept(arrays), [batch.record(place) for place in range(3)]
    wrong = [
        (np.zeros(3), TypeError, "float64"),
        (np.zeros(3, np.int64), TypeError, "int64"),
        (np.zeros(2, np.int32), ValueError, "shape"),
        (np.zeros((3, 1), np.int32), ValueError, "shape"),
        (np.array([0, -1, 0], np.int32), playmat.BadBatch, "match 1 has no option -1"),
        (np.array([0, 0, 2**31 - 1], np.int32), playmat.BadBatch, "match 2 has no option"),
        (arrays.count, playmat.BadBatch, "match 0 has no option"),
        ("012", (TypeError, ValueError), None),
        (None, (TypeError, ValueError), None),
    ]
    for actions, error, words in wrong:
        with pytest.raises(error, match=words):
            batch.step(actions, arrays)
        assert same(before, kept(arrays)) and records == [batch.record(place) for place in range(3)]
    with pytest.raises(TypeError):
        batch.step(np.zeros(3, np.int32), before)


ODD = [None, -1, 0, 1, 2, 3, 99, BIG, -BIG, 0.5, float("nan"), "", "random", "ready", "skirmish", "0", b"\0", [], [1], ["random"], {}, {"a": 1}]
ODD += [(), (0, 1), object(), np.int32(1), np.zeros(3), np.zeros((2, 2), np.int16), True, "\ud800", "\0" * 300, range(5), int, print]


class Fuzz:
    """Calls of everything, with arguments of which some make sense and others do not. What is raised must be an exception that says something."""

    def __init__(self, rng):
        self.rng = rng
        self.told, self.done = {}, 0
        self.afresh()

    def any_of(self, values):
        return values[self.rng.integers(len(values))]

    def afresh(self):
        """Other things to call."""
        rng, game = self.rng, self.any_of(GAMES)
        self.match = at_random(playmat.Match(game, seed=int(rng.integers(1000))), rng, int(rng.integers(60)))
        self.batch = playmat.Batch(game, int(rng.integers(1, 4)), threads=int(rng.integers(1, 3)))
        self.arrays = self.batch.reset()
        if rng.random() < 0.2:
            self.batch.close()
        self.record, self.rules, self.bot = self.match.record(), self.match.rules, playmat.Bot("random")
        self.deck = playmat.Deck.random(game, seed=int(rng.integers(1000)))
        self.option = self.any_of([*self.match.options(), 0])

    def calls(self):
        """Functions, and for each of their arguments some values that make sense."""
        number, seat, deck = [0, 1, 2, 7], [0, 1, None], [self.deck, "random", self.deck.cards]
        game, place, text = [self.rules, self.rules.game, *GAMES, "vigil"], [0, 1], ["a text", CARD]
        actions, arrays = [np.zeros(len(self.batch), np.int32), self.arrays.count], [self.arrays, self.batch.arrays()]
        answers = [self.option, 0, 1, "pass", str(self.option)]
        decks = [("random", self.deck), (self.deck, self.deck), "random", "ready", [self.deck]]
        made = {"seed": number, "decks": decks, "first": seat, "opponent": ["random", None], "opponent_seat": seat, "threads": [1, 2], "forced": ["ask", "answer"]}
        run = {"games": [1, 2], "bots": ["random", ["random", "greedy"]], "decks": ["ready", [self.deck]], "second": [None], "threads": [1], "seed": number}
        return [
            (playmat.Match, [game], made),
            (playmat.Batch, [game, number], made),
            (playmat.Rules, [game], {"edition": ["core", None], "rulings": [{}, {"frozen": "dies"}], "cards": [None]}),
            (playmat.Bot, [["random", "greedy", "ismcts:3"], number], {}),
            (playmat.Deck, [text, [self.deck.cards], text], {}),
            (playmat.Deck.parse, [[self.deck.text()], text], {}),
            (playmat.Deck.named, [game, text], {}),
            (playmat.Deck.random, [game, number, [None, "Fish"]], {}),
            (self.deck.faults, [game], {}),
            (playmat.spec, [game], {}),
            (playmat.check_text, [game, text], {"with_set": [True, False], "file": text}),
            (playmat.Record.from_bytes, [[self.record.bytes(), self.record.bytes()[:-3]]], {}),
            (playmat.Record.from_json, [[self.record.json()]], {}),
            (self.record.verify, [], {"keys": [["0" * 64], []]}),
            (playmat.Match.from_record, [[self.record]], {"forced": ["ask"]}),
            (self.match.play, [answers], {}),
            (self.match.concede, [seat], {}),
            (self.match.view, [seat], {}),
            (self.match.events, [seat, number], {}),
            (self.match.text, [seat, number], {}),
            (self.match.information_state, [seat], {}),
            (self.match.imagine, [seat, number], {}),
            (self.match.encode, [[None, self.match.encode() if self.match.seat is not None else None]], {}),
            (self.match.__getitem__, [number], {}),
            (self.match.__eq__, [[self.match]], {}),
            (self.bot.pick, [[self.match]], {}),
            (self.batch.step, [actions, arrays], {}),
            (self.batch.reset, [arrays, number], {}),
            (self.batch.observe, [arrays], {}),
            (self.batch.record, [place], {}),
            (self.batch.finished, [place], {}),
            (playmat.Arrays, [], {name: [array] for name, array in self.arrays.asdict().items()}),
            (playmat.lab.match, [GAMES], run),
            (playmat.lab.cards, [GAMES], {name: values for name, values in run.items() if name != "bots"}),
            (playmat.bots.seed_in_match, [number], {}),
        ]

    def one(self):
        call, positional, named = self.any_of(self.calls())
        oddness, is_run = self.any_of([0.0, 0.1, 0.5]), call in (playmat.lab.match, playmat.lab.cards)

        def argument(values):
            return self.any_of(ODD) if self.rng.random() < oddness else self.any_of(values)

        # Runs of the lab are kept short: how many games there are is not left to the luck of the fuzz.
        keep = [name for name in named if self.rng.random() < 0.4 or is_run or call is playmat.Arrays]
        arguments = [argument(values) for values in positional[: len(positional) + 1 - int(self.rng.random() < 0.1)]]
        named = {name: self.any_of(named[name]) if is_run and name in ("games", "second", "bots") else argument(named[name]) for name in keep}
        try:
            call(*arguments, **named)
            self.done += 1
        except Exception as error:  # noqa: BLE001 (anything is welcome that is told)
            assert not isinstance(error, playmat.InternalError), (call, arguments, named, error)
            assert str(error), (call, arguments, named, error)
            self.told[type(error).__name__] = self.told.get(type(error).__name__, 0) + 1

    def run(self, count):
        for number in range(count):
            if number % 40 == 39:
                self.afresh()
            self.one()


CARD = "unit Wolf 3\n  deploy: draw 1.\n"


def test_calls_that_nobody_would_make():
    fuzz = Fuzz(np.random.default_rng(seed_of("bad calls")))
    fuzz.run(100_000 if LONG else 4000)
    print(fuzz.done, fuzz.told)
    assert {"TypeError", "ValueError", "Refused", "BadBatch", "BadRecord", "UnknownGame"} <= fuzz.told.keys()
    assert fuzz.done > 500 and sum(fuzz.told.values()) > 500


def test_the_fuzz_would_notice(monkeypatch):
    """If a call fails inside, the test above says so."""

    def broken(*_, **__):
        raise playmat.InternalError("an internal error of Playmat, please report it: planted")

    monkeypatch.setattr(playmat, "spec", broken)
    with pytest.raises(AssertionError):
        Fuzz(np.random.default_rng(1)).run(2000)
