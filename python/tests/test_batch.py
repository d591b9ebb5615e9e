"""Batches: the same as single matches, on any number of threads, and whatever is drawn can be taken out."""

import gc
import pickle

import numpy as np
import playmat
import pytest
from helpers import GAMES, kept, same


def run(game, steps=150, matches=24, answers=1, **settings):
    """A batch after some steps, and all that its arrays held at each of them."""
    rng = np.random.default_rng(answers)
    batch = playmat.Batch(game, matches, **settings)
    arrays = batch.reset()
    held = [kept(arrays)]
    for _ in range(steps):
        batch.step(playmat.random_actions(arrays.count, rng), arrays)
        held.append(kept(arrays))
    return batch, held


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("opponent", [None, "random", "greedy"])
def test_threads_change_nothing(game, opponent):
    one, two = (run(game, seed=5, threads=threads, opponent=opponent)[1] for threads in (1, 3))
    assert all(same(a, b) for a, b in zip(one, two, strict=True))
    other = run(game, seed=6, opponent=opponent)[1]
    assert not same(one[0], other[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_batch_shows_what_a_match_shows(game):
    """At every step the rows are those of a single match of that seed which is answered alike."""
    rng = np.random.default_rng(2)
    batch = playmat.Batch(game, 6, seed=9)
    arrays = batch.reset()
    singles = [playmat.Match(game, seed=int(seed)) for seed in arrays.seed]
    ended = 0
    for _ in range(300):
        for place, single in enumerate(singles):
            observation, options, mask = single.encode()
            assert np.array_equal(observation, arrays.observations[place]), place
            assert np.array_equal(options, arrays.options[place]) and np.array_equal(mask, arrays.mask[place])
            assert (len(single), single.seat, single.seed) == (arrays.count[place], arrays.seat[place], arrays.seed[place])
        actions = playmat.random_actions(arrays.count, rng)
        batch.step(actions, arrays)
        for place, single in enumerate(singles):
            single.play(int(actions[place]))
            assert bool(arrays.done[place]) == single.over and tuple(arrays.reward[place]) == single.returns
            if single.over:
                ended += 1
                assert batch.finished(place) == single.record()
                singles[place] = playmat.Match(game, seed=int(arrays.seed[place]))
                while singles[place].over:
                    pytest.fail("a match in which nobody is asked is no place's match")
    assert ended > 3


@pytest.mark.parametrize("game", GAMES)
def test_records_of_a_batch_verify(game):
    batch, _ = run(game, steps=400, matches=8, seed=3, opponent="random")
    finished = [record for record in map(batch.finished, range(8)) if record is not None]
    running = [batch.record(place) for place in range(8)]
    assert finished and all(record.verify() for record in finished)
    for record in finished + running:
        # A match that still runs has no end to be proved; nothing about it is wrong.
        assert all(check.result != "failed" for check in record.verify().checks)
        assert playmat.Record.from_bytes(record.bytes()) == record and record.rules == batch.rules


@pytest.mark.parametrize("game", GAMES)
def test_opponents(game):
    for seat in (0, 1, None):
        batch, held = run(game, opponent="random", opponent_seat=seat, seed=1)
        sat = set(np.unique([arrays["seat"] for arrays in held]))
        assert sat == ({0, 1} if seat is None else {1 - seat})
        assert batch.opponent_seats() == [1 - int(asked) for asked in held[-1]["seat"]]
    assert run(game, steps=1)[0].opponent_seats() is None
    # A bot of the seed that belongs to a match answers as the opponent of the batch did.
    batch, held = run(game, opponent="random", opponent_seat=1, seed=1, steps=200, matches=4)
    record = next(record for record in map(batch.finished, range(4)) if record)
    bot = playmat.Bot("random", seed=playmat.bots.seed_in_match(record.seed))
    match = playmat.Match(game, seed=record.seed, forced="ask")
    for (_, pick), _ in zip(record.entries, range(len(record)), strict=True):
        if match.seat == 1 and len(match) > 1:
            assert bot.pick(match) == pick
        match.play(pick)


def test_decks():
    def brought(**settings):
        batch = playmat.Batch("skirmish", 40, **settings)
        return [batch.record(place).decks for place in range(40)]

    ready = [tuple(playmat.Deck.named("skirmish", name).cards) for name in playmat.Deck.ready("skirmish")]
    assert {tuple(deck) for pair in brought(decks="ready") for deck in pair} == set(ready)
    own = playmat.Deck.random("skirmish", seed=77)
    mixed = brought(decks=([own], {"wide-ranks": 3.0, "random": 1.0}))
    assert all(pair[0] == own.cards for pair in mixed)
    wide = playmat.Deck.named("skirmish", "wide-ranks").cards
    assert 20 < sum(pair[1] == wide for pair in mixed) < 40
    assert {tuple(pair[0]) for pair in brought(decks={own: 1.0})} == {tuple(own.cards)}
    for first in (0, 1):
        batch = playmat.Batch("skirmish", 10, first=first)
        assert all(playmat.Match.from_record(batch.record(place)).turn in (0, 1) for place in range(10))


class Foreign:
    """Memory of another library, offered by DLPack alone."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_the_callers_memory_is_written():
    batch = playmat.Batch("skirmish", 5, seed=2)
    ours = batch.reset()
    memory = {name: np.full_like(array, 7) for name, array in ours.asdict().items()}
    theirs = playmat.Arrays(**{name: Foreign(array) for name, array in memory.items()})
    batch.reset(theirs)
    assert same(kept(ours), memory), "what was there before does not count"
    actions = playmat.random_actions(ours.count, np.random.default_rng(1))
    batch.step(Foreign(actions), theirs)
    batch.observe(ours)
    for name in ("observations", "options", "mask", "count", "seat", "seed"):
        assert np.array_equal(memory[name], getattr(ours, name)), name
    assert batch.step(actions * 0, theirs) is theirs and "observations (5," in repr(ours)


def test_seeds_and_resets():
    batch = playmat.Batch("strata", 4, seed=1)
    first = kept(batch.reset())
    batch.step(np.zeros(4, np.int32), batch.observe())
    assert same(first, kept(batch.reset())) and not same(first, kept(batch.reset(seed=2)))
    assert same(kept(batch.reset()), kept(playmat.Batch("strata", 4, seed=2).reset())), "the last seed stays"
    assert len({int(seed) for seed in first["seed"]}) == 4


def test_it_is_closed_by_its_block_and_by_itself():
    with playmat.Batch("skirmish", 3, threads=2) as batch:
        arrays = batch.reset()
        assert not batch.closed and len(batch) == 3 and batch.threads == 2 and batch.game == "skirmish"
    assert batch.closed and "closed" in repr(batch)
    batch.close()
    for call in (batch.reset, batch.observe, lambda: batch.step(np.zeros(3, np.int32), arrays), lambda: batch.record(0), batch.opponent_seats):
        with pytest.raises(playmat.Refused, match="closed"):
            call()
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(batch)
    del batch
    gc.collect()
