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


def fuzzed(rng, count):
    """Calls of everything with arguments that make no sense. What is raised must be an exception that says something."""

    def any_of(values):
        return values[rng.integers(len(values))]

    def made():
        match = playmat.Match(any_of(GAMES), seed=int(rng.integers(1000)))
        return at_random(match, rng, int(rng.integers(30)))

    def batch():
        made = playmat.Batch(any_of(GAMES), int(rng.integers(1, 4)), threads=int(rng.integers(1, 3)))
        return made, made.reset()

    def short_run(*arguments, **named):
        run = any_of([playmat.lab.match, playmat.lab.matrix, playmat.lab.cards, playmat.lab.compare])
        return run(*arguments, **{"games": 2, "second": None, "threads": 1, **{name: value for name, value in named.items() if name != "games"}})

    (things, arrays), match, bot = batch(), made(), playmat.Bot("random")
    record, deck, rules = made().record(), playmat.Deck.random("skirmish"), playmat.Rules("strata")
    told = {}
    for number in range(count):
        if number % 50 == 0:
            (things, arrays), match, record = batch(), made(), made().record()
            if rng.random() < 0.2:
                things.close()
        target = any_of([things, match, bot, record, deck, rules, playmat.Match, playmat.Batch, playmat.Deck, playmat.Rules, playmat.Bot]
            + [playmat.Record, playmat.spec, playmat.Arrays, playmat.check_text, short_run, arrays, playmat.bots.seed_in_match])
        names = [name for name in dir(target) if name not in LEFT_OUT]
        odd = [*ODD, arrays, match, bot, record, deck, rules, things, arrays.count, np.zeros(len(things), np.int32)]
        arguments = [any_of(odd) for _ in range(int(rng.integers(4)))]
        named = {any_of(NAMED): any_of(odd) for _ in range(int(rng.integers(3)))}
        call = target if callable(target) and rng.random() < 0.6 else getattr(target, any_of(names), None)
        if not callable(call) or SLOW & {str(argument) for argument in named.values() if isinstance(argument, str)}:
            continue
        try:
            call(*arguments, **named)
        except Exception as error:  # noqa: BLE001 (anything is welcome that is told)
            assert not isinstance(error, playmat.InternalError), (call, arguments, named, error)
            told[type(error).__name__] = told.get(type(error).__name__, 0) + 1
    return told


# What would end the test, or write somewhere.
LEFT_OUT = {"save", "load", "__class__", "__reduce_ex__", "__dir__", "__init_subclass__", "__subclasshook__", "__setattr__", "__delattr__"}
NAMED = ["seed", "decks", "first", "forced", "threads", "opponent", "opponent_seat", "matches", "arrays", "out", "seat", "game", "rulings", "games"]
SLOW = {"hard", "normal"}


def test_calls_that_nobody_would_make(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = fuzzed(np.random.default_rng(seed_of("bad calls")), 100_000 if LONG else 4000)
    print(told)
    assert {"TypeError", "ValueError", "Refused"} <= told.keys() and sum(told.values()) > 500


def test_the_fuzz_would_notice(monkeypatch):
    """If a call fails inside, the test above says so."""

    def broken(*_, **__):
        raise playmat.InternalError("an internal error of Playmat, please report it: planted")

    monkeypatch.setattr(playmat, "spec", broken)
    with pytest.raises(AssertionError):
        fuzzed(np.random.default_rng(1), 2000)
