"""Runs of the lab by a crew: the folder of a run is that of `playmat lab`, byte for byte, whoever played its games. Ray itself is tested in
its own environment (python/tests/cluster)."""

import io
import multiprocessing
import multiprocessing.connection
import os
import subprocess
from collections import deque
from pathlib import Path

import playmat
import pytest

BINARY = os.environ.get("PLAYMAT_BIN", "target/debug/playmat")
SETTINGS = {"seed": 3, "second": "ismcts:2"}
#: A run by the package, and the same by the command: its words behind `playmat lab`.
RUNS = {
    "match": (
        lambda **how: playmat.lab.match("skirmish", bots=("greedy", "random"), games=200, **how),
        "match skirmish --bots greedy,random --games 200",
    ),
    "matrix": (
        lambda **how: playmat.lab.matrix("strata", bots="random", games=6, limit=(0.5, 0.9), **how),
        "matrix strata --bots random --games 6 --limit 50,90",
    ),
    "cards": (
        lambda **how: playmat.lab.cards("food-chain", bot="random", decks="random", games=40, **how),
        "cards food-chain --bots random --decks random --games 40",
    ),
    "tension": (
        lambda **how: playmat.lab.tension("skirmish", bot="random", judge="ismcts:3", games=12, **without_second(how)),
        "tension skirmish --bots random --judge ismcts:3 --games 12",
    ),
    "compare": (
        lambda **how: playmat.lab.compare(
            playmat.Rules("food-chain", rulings={"traps": "hand"}),
            playmat.Rules("food-chain", rulings={"traps": "set"}),
            names=("traps=hand", "traps=set"),
            bot="random",
            games=90,
            precision=None,
            **how,
        ),
        "compare food-chain --ruling traps=hand,set --bots random --games 90 --precision none",
    ),
    "tune": (
        lambda **how: playmat.lab.tune("skirmish", [("slow-ground", "wide-ranks")], bot="random", band=(0.0, 0.3), games=60, steps=1, **how),
        "tune skirmish --pair slow-ground,wide-ranks --bots random --band 0,30 --games 60 --steps 1",
    ),
    "ladder": (
        lambda **how: playmat.lab.ladder("skirmish", bots=("random", "greedy", "ismcts:2"), games=4, **without_second(how)),
        "ladder skirmish --bots random,greedy,ismcts:2 --games 4",
    ),
}


def of_many_chunks(**how):
    return playmat.lab.matrix("skirmish", bots="greedy", games=20, **how)


def without_second(how):
    return {name: value for name, value in how.items() if name != "second"}


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


class Here:
    """A crew of this process alone: what is sent is played when it is taken, the newest first."""

    workers = 3

    def __init__(self):
        self.sent = []
        self.parcels = {}

    def send(self, chunk):
        self.parcels.update(chunk.parcels)
        self.sent.append(chunk)

    def take(self):
        return [playmat.lab.play(self.sent.pop().order, self.parcels.__getitem__)]

    def abandon(self):
        self.sent.clear()


@pytest.mark.parametrize("name", RUNS)
def test_a_run_is_that_of_the_command(name, tmp_path):
    """All of its files: games, report, page, tables and sample records."""
    run, words = RUNS[name]
    second = [] if name in ("tension", "ladder") else ["--second", SETTINGS["second"]]
    command = [BINARY, "lab", *words.split(), *second, "--seed", str(SETTINGS["seed"]), "--out", str(tmp_path / "command")]
    said = subprocess.run(command, capture_output=True, text=True)
    assert said.returncode in (0, 1), said.stderr
    report = run(out=tmp_path / "crew", crew=Here(), **SETTINGS)
    expected, found = contents(tmp_path / "command"), contents(tmp_path / "crew")
    assert expected.keys() == found.keys() and len(expected) > 6
    assert [file for file in expected if expected[file] != found[file]] == []
    assert said.stdout.startswith(str(report))


def test_a_watch_by_a_crew(tmp_path):
    """The cards of a folder travel with the run; limits are held."""
    folder = tmp_path / "cards" / "skirmish"
    folder.mkdir(parents=True)
    texts = [path.read_text() for path in sorted((Path(__file__).parents[2] / "cards/skirmish").rglob("*.cards"))]
    assert any("unit Knight 3\n" in text for text in texts)
    for number, text in enumerate(texts):
        (folder / f"{number}.cards").write_text(text.replace("unit Knight 3\n", "unit Knight 12\n"))
    (tmp_path / "limits.toml").write_text("score_change = 1\n")
    changed = playmat.Rules("skirmish", cards=tmp_path / "cards")
    how = {"bot": "random", "games": 3000, "precision": None, "second": None, "limits": tmp_path / "limits.toml"}
    crew = Here()
    report = playmat.lab.watch("skirmish", changed, crew=crew, **how)
    assert not report.holds and "beyond the limits" in str(report) and "unit Knight 12" in str(report)
    assert str(report) == str(playmat.lab.watch("skirmish", changed, **how))
    assert len(crew.parcels) == 2, "two card sets, each of which travelled once"
    unchanged = playmat.lab.watch("skirmish", playmat.Rules("skirmish"), crew=Here(), **how)
    assert unchanged.holds and "No card differs" in str(unchanged)


def worker(pipe):
    """What a process of a crew does: it gets a chunk with its parcels, and sends back what came of it."""
    while True:
        order, parcels = pipe.recv()
        pipe.send_bytes(playmat.lab.play(order, parcels.__getitem__))


class Processes:
    """Processes that play, one of which is killed in the middle; its chunk is played by another one."""

    workers = 3

    def __init__(self):
        self.spawn = multiprocessing.get_context("spawn")
        self.free, self.busy, self.waiting, self.victim = deque(), {}, deque(), None
        for _ in range(self.workers):
            self.begin()

    def begin(self):
        here, there = self.spawn.Pipe()
        process = self.spawn.Process(target=worker, args=(there,), daemon=True)
        process.start()
        there.close()
        self.free.append((here, process))

    def send(self, chunk):
        self.waiting.append(chunk)
        self.give()

    def give(self):
        while self.free and self.waiting:
            pipe, process = self.free.popleft()
            chunk = self.waiting.popleft()
            pipe.send((chunk.order, chunk.parcels))
            self.busy[pipe] = (process, chunk)
            if self.victim is None and chunk.number >= 3:
                self.victim = process
                process.kill()

    def take(self):
        done = []
        for pipe in multiprocessing.connection.wait(list(self.busy), timeout=0.2):
            process, chunk = self.busy.pop(pipe)
            if process is self.victim:
                self.waiting.appendleft(chunk)
                self.begin()
            else:
                done.append(pipe.recv_bytes())
                self.free.append((pipe, process))
        self.give()
        return done

    def abandon(self):
        self.end()

    def end(self):
        for process in [process for _, process in self.free] + [process for process, _ in self.busy.values()]:
            process.kill()
            process.join()


def test_a_worker_that_dies_costs_its_chunk_alone(tmp_path):
    here = of_many_chunks(out=tmp_path / "threads", **SETTINGS)
    crew = Processes()
    try:
        assert str(of_many_chunks(out=tmp_path / "crew", crew=crew, **SETTINGS)) == str(here)
    finally:
        crew.end()
    crew.victim.join()
    assert crew.victim.exitcode == -9
    assert contents(tmp_path / "crew") == contents(tmp_path / "threads")


def test_a_run_that_was_stopped_goes_on_by_others(tmp_path):
    """Stopped under a crew, and ended by threads."""

    class Tired(Here):
        def take(self):
            if self.sent[-1].number >= 8:
                raise KeyboardInterrupt
            return super().take()

    crew = Tired()
    with pytest.raises(KeyboardInterrupt):
        of_many_chunks(out=tmp_path / "run", crew=crew, **SETTINGS)
    assert not crew.sent, "what was under way was given up"
    kept = (tmp_path / "run/games.jsonl").read_text().count("\n") - 1
    whole = of_many_chunks(out=tmp_path / "whole", **SETTINGS)
    assert 0 < kept < whole.measured["overview"]["games"]
    of_many_chunks(out=tmp_path / "run", **SETTINGS)
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


def test_what_a_crew_does_wrong_is_told():
    def run(crew, rules="skirmish"):
        return playmat.lab.matrix(rules, bots="random", games=4, second=None, crew=crew)

    class Liar(Here):
        def take(self):
            return [b"nothing"]

    class Other(Here):
        def take(self):
            return [super(Other, self).take()[0].replace(b'"game":0', b'"game":7')]

    class Lost(Here):
        def send(self, chunk):
            super().send(chunk)
            self.parcels = dict.fromkeys(self.parcels, b"other cards")

    class Older(Here):
        def take(self):
            order = self.sent.pop().order.replace(playmat.__version__.encode(), b"0.0.1")
            return [playmat.lab.play(order, self.parcels.__getitem__)]

    for crew, words in ((Liar(), "cannot be read"), (Other(), "other games"), (Older(), "same wheel")):
        with pytest.raises(playmat.BadRun, match=words):
            run(crew)
    # Rules that no worker of this process has met: what it has already is not fetched again.
    with pytest.raises(playmat.BadRun, match="something else"):
        run(Lost(), playmat.Rules("skirmish", rulings={"close_front": "included"}))
    with pytest.raises(AttributeError, match="workers"):
        run(object())
    with pytest.raises(playmat.BadRun, match="no order"):
        playmat.lab.play(b"{}", lambda name: b"")


def test_rules_of_a_run_may_have_their_own_models(tmp_path):
    """What is in the folder is what plays: a file that is no model is refused where it is wanted."""
    (tmp_path / "skirmish.playnet").write_bytes(b"no network")
    rules = playmat.Rules("skirmish", models=tmp_path)
    assert rules == playmat.Rules("skirmish")
    with pytest.raises(playmat.BadRun, match=r"skirmish\.playnet"):
        playmat.lab.match(rules, bots="learned", games=2, second=None, crew=Here())


def test_a_countdown(monkeypatch):
    told = io.StringIO()
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    tell = playmat.lab.Countdown(told)
    for done, moment in ((10, 100.0), (10, 100.5), (60, 110.0), (110, 130.0)):
        now[0] = moment
        tell(done, 110)
    lines = [line.strip() for line in told.getvalue().split("\r")[1:]]
    assert lines[0] == "10 of 110 games" and lines[1].startswith("60 of 110 games, 0:00:10 left, over at ")
    assert lines[2:] == ["110 of 110 games"]
