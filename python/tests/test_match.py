"""Matches, records, decks, rules and bots: one thing at a time, in words."""

import copy
import pickle

import numpy as np
import playmat
import pytest
from helpers import GAMES, at_random, middles


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_by_words_places_and_options(game):
    rng = np.random.default_rng(1)
    one, two, three = (playmat.Match(game, seed=5) for _ in range(3))
    answers = 0
    while one.seat is not None:
        options = one.options()
        assert len(options) == len(one) >= 2 and [option.index for option in options] == list(range(len(options)))
        texts = [option.text for option in options]
        assert len(set(texts)) == len(texts), "an option can be named by its words"
        picked = int(rng.integers(len(options)))
        one.play(picked)
        two.play(texts[picked])
        three.play(options[picked])
        answers += 1
    assert answers > 5 and one.record() == two.record() == three.record()
    assert one.over and one.options() == [] and len(one) == 0 and one.question is None and one.reasons() == []
    assert one.outcome in (0, 1, "draw") and sum(one.returns) == 0
    assert one.returns == {0: (1.0, -1.0), 1: (-1.0, 1.0), "draw": (0.0, 0.0)}[one.outcome]


@pytest.mark.parametrize("game", GAMES)
def test_forced_questions_are_answered_or_asked(game):
    """Both ways lead to the same entries."""
    rng = np.random.default_rng(2)
    answered, asked = playmat.Match(game, seed=3), playmat.Match(game, seed=3, forced="ask")
    forced = 0
    while asked.seat is not None:
        if len(asked) == 1:
            forced += 1
            asked.play(0)
            continue
        picked = int(rng.integers(len(asked)))
        assert len(answered) == len(asked)
        asked.play(picked)
        answered.play(picked)
    assert forced > 0 and answered.record() == asked.record()
    assert (answered.forced, asked.forced) == ("answer", "ask")


@pytest.mark.parametrize("game", GAMES)
def test_copies_go_their_own_ways(game):
    rng = np.random.default_rng(3)
    for match in middles(game, rng, 6):
        before = match.record()
        for made in (match.copy(), copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
            assert made.record() == before and made.text(made.seat) == match.text(match.seat)
            at_random(made, rng)
        assert match.record() == before, "the original stays"
        one, two = match.copy(), match.copy()
        luck = np.random.default_rng(9)
        at_random(one, luck)
        at_random(two, np.random.default_rng(9))
        assert one.record() == two.record(), "the luck to come is the same"


@pytest.mark.parametrize("game", GAMES)
def test_imagined_matches(game):
    rng = np.random.default_rng(4)
    others = 0
    for match in middles(game, rng, 10):
        seat = match.seat
        world = match.imagine(seat, 1)
        assert world.imagined_for == seat and match.imagined_for is None
        assert (world.question, len(world), world.view(seat)) == (match.question, len(match), match.view(seat))
        assert world.information_state(seat) == match.information_state(seat)
        assert world._repr_html_() == match._repr_html_(), "a notebook shows what the asked seat knows"
        others += world.view(1 - seat) != match.view(1 - seat)
        assert match.imagine(seat, 1).view(1 - seat) == world.view(1 - seat)
        at_random(world, rng)
        with pytest.raises(playmat.Refused, match="imagined"):
            world.record()
        with pytest.raises(playmat.Refused, match="imagined"):
            pickle.dumps(world)
        with pytest.raises(playmat.Refused):
            match.imagine(1 - seat, 1)
    assert others > 3


@pytest.mark.parametrize("game", GAMES)
def test_records(game, tmp_path):
    match = at_random(playmat.Match(game, seed=8), np.random.default_rng(5))
    record = match.record()
    assert record.verify() and all(check.result in ("passed", "unclaimed") for check in record.verify().checks)
    assert (record.game, record.seed, record.outcome, len(record)) == (game, 8, match.outcome, match.decisions)
    assert record.decks == match.decks and record.rules == match.rules and record.fingerprint == match.rules.fingerprint
    for name in ("it.record", "it.json"):
        record.save(tmp_path / name)
        assert playmat.Record.load(tmp_path / name) == record
    assert playmat.Record.from_bytes(record.bytes()) == playmat.Record.from_json(record.json()) == pickle.loads(pickle.dumps(record)) == record
    positions = list(record.replay())
    assert len(positions) == len(record) + 1 and positions[-1].outcome == match.outcome
    assert playmat.Match.from_record(record).text() == match.text()
    # A flipped byte is noticed, wherever it is.
    data, rng = record.bytes(), np.random.default_rng(6)
    for at in rng.integers(len(data), size=30):
        broken = bytearray(data)
        broken[at] ^= 1 << int(rng.integers(8))
        try:
            assert not playmat.Record.from_bytes(bytes(broken)).verify(), at
        except playmat.BadRecord:
            pass


def test_conceding():
    match = playmat.Match("skirmish", seed=1)
    match.concede(0)
    assert match.outcome == 1 and match.record().entries[-1] == ("concede", 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_notebook_shows_it(game):
    match = playmat.Match(game, seed=2)
    page = match._repr_html_()
    for option in match.options()[:5]:
        assert option.text.replace("'", "&#x27;").replace('"', "&quot;") in page
    assert page.count("<div") == page.count("</div>") and page.count("<span") == page.count("</span>")
    assert "<script" not in page
    over = at_random(match, np.random.default_rng(1))
    assert ("has won" in over._repr_html_()) == (over.outcome != "draw")


def test_names_are_escaped_in_a_notebook(tmp_path):
    """Cards may have any name; a page shows it and runs nothing."""
    from playmat import _html

    assert "<img" not in _html._card({"card": "<img src=x onerror=alert(1)>", "stats": "<b>"})
    assert "<img" not in _html._side({"<img>": "<img>", "hand": [{"card": "<img>", "owner": "p1"}]}, "<img>")


@pytest.mark.parametrize("game", GAMES)
def test_decks(game, tmp_path):
    rules = playmat.Rules(game)
    for name in playmat.Deck.ready(game):
        deck = playmat.Deck.named(game, name)
        assert deck.legal(rules) and playmat.Deck.parse(deck.text()) == deck
        (tmp_path / "a.deck").write_text(deck.text())
        assert playmat.Deck.load(tmp_path / "a.deck").cards == deck.cards
    deck = playmat.Deck.random(rules, seed=3)
    assert deck == playmat.Deck.random(rules, seed=3) and hash(deck) == hash(playmat.Deck.random(rules, seed=3))
    assert deck.cards == playmat.Match(rules, seed=3).decks[0]
    assert pickle.loads(pickle.dumps(deck)) == deck
    short = playmat.Deck("short", deck.cards[:3])
    assert not short.legal(rules) and short.faults(rules)[0].message
    with pytest.raises(playmat.BadDeck):
        playmat.Match(rules, decks=(short, deck))
    assert playmat.Match(rules, decks=(deck, deck.cards), seed=1).decks[0] == deck.cards


@pytest.mark.parametrize("game", GAMES)
def test_rules_and_their_numbers(game):
    rules = playmat.Rules(game)
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules and hash(again) == hash(rules) and again.fingerprint == rules.fingerprint
    assert [card["name"] for card in rules.cards] == rules.names
    definitions = rules.definitions()
    spec = playmat.spec(game)
    assert definitions.shape == (len(rules.names), len(spec.definitions.columns)) and definitions.dtype == np.int16
    assert len({row.tobytes() for row in definitions}) > len(rules.names) * 0.8, "cards are told apart by what they do"
    places = [(block.start, block.size) for block in spec.observation]
    assert places[0][0] == 0 and all(start + size == after for (start, size), (after, _) in zip(places, places[1:]))
    assert sum(places[-1]) == spec.observation_size
    for block in [*spec.observation, spec.options, spec.definitions]:
        assert block.name and block.meaning and all(column.name and column.meaning for column in block.columns)
        assert len({column.name for column in block.columns}) == len(block.columns)
    assert playmat.spec(rules).fingerprint == spec.fingerprint


def test_changed_rules():
    plain, changed = playmat.Rules("food-chain"), playmat.Rules("food-chain", rulings={"frozen": "dies"})
    assert plain != changed and changed.rulings["frozen"] == "dies"
    assert playmat.Match(changed, seed=1).rules == changed


@pytest.mark.parametrize("game", GAMES)
def test_bots_repeat_themselves(game):
    def play(seed):
        bots = [playmat.Bot("ismcts:20", seed=seed), playmat.Bot("greedy", seed=seed)]
        match = playmat.Match(game, seed=1)
        while match.seat is not None:
            match.play(bots[match.seat].pick(match))
        return match.record(), bots[0].judgement

    (record, judgement), again = play(1), play(1)
    assert (record, judgement) == again and 0 <= judgement <= 1
    bot = playmat.Bot("ismcts:20", seed=7)
    assert (bot.spec, bot.seed) == ("ismcts:20", 7) and pickle.loads(pickle.dumps(bot)).seed == 7
    assert {"random", "greedy"} <= set(playmat.bots.names())


CARDS = "category Fish\n\nprey Odd Minnow 2/2 (2), haste\n  on play: draw 1.\n"


def test_cards_are_checked(tmp_path):
    folder = tmp_path / "food-chain"
    folder.mkdir()
    mine = folder / "mine.cards"
    mine.write_text(CARDS)
    assert playmat.check(mine) == playmat.check(str(tmp_path), with_set=True) == playmat.check_text("food-chain", CARDS) == []
    mine.write_text(CARDS.replace("draw 1", "drow 1").replace("haste", "hasty"))
    problems = playmat.check([mine])
    assert [problem.line for problem in problems] == [3, 4]
    first, second = problems
    assert first.file == str(mine) and first.words == "hasty" and first.code.startswith("C") and "haste" in str(first)
    assert second.column == 12 and "draw" in second.expected or "draw" in (second.hint or "") or "draw" in str(second)
    with pytest.raises(playmat.BadCards, match="no card file"):
        playmat.check(tmp_path / "food-chain" / "nothing.txt" if False else tmp_path / "empty" if (tmp_path / "empty").mkdir() is None else "")
    with pytest.raises(playmat.UnknownGame):
        playmat.check_text("chess", CARDS)


def test_cards_of_a_folder_are_played(tmp_path):
    folder = tmp_path / "food-chain"
    folder.mkdir()
    shipped = playmat.Rules("food-chain")
    with pytest.raises(playmat.BadCards):
        playmat.Rules("food-chain", cards=folder)
    (folder / "mine.cards").write_text(CARDS)
    rules = playmat.Rules("food-chain", cards=tmp_path)
    assert rules.names == ["Odd Minnow"] and rules != shipped
    assert rules.definitions().shape[0] == 1
    assert pickle.loads(pickle.dumps(rules)) == rules
    (folder / "mine.cards").write_text(CARDS.replace("2/2", "2/3"))
    with pytest.raises(playmat.BadCards, match="have changed"):
        pickle.loads(pickle.dumps(rules))
