"""Runs of the lab on a cluster of Ray: three nodes on this machine, one of which is lost in the middle. In an environment of its own:
`sh tools/python.sh cluster`. PLAYMAT_LONG=1 measures too: the overhead against threads, and the curve from one worker to four."""

import os
import signal
import statistics
import subprocess
import sys
from pathlib import Path

import playmat
import playmat.cluster
import psutil
import pytest

ray = pytest.importorskip("ray", reason="sh tools/python.sh cluster has an environment with Ray")
cluster_utils = pytest.importorskip("ray.cluster_utils")

BINARY = os.environ.get("PLAYMAT_BIN", "target/debug/playmat")
LONG = os.environ.get("PLAYMAT_LONG") == "1"
SMALL = {"object_store_memory": 80 << 20, "include_dashboard": False}


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def three():
    """A cluster of three nodes with a core each; the first holds the run itself."""
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1, **SMALL})
    for _ in range(2):
        cluster.add_node(num_cpus=1, **SMALL)
    cluster.wait_for_nodes()
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def lose(cluster, node):
    """A machine that goes: its raylet and every process that it began."""
    raylet = node.all_processes["raylet"][0].process
    children = psutil.Process(raylet.pid).children(recursive=True)
    for process in [psutil.Process(raylet.pid), *children]:
        process.send_signal(signal.SIGKILL)
    cluster.remove_node(node, allow_graceful=False)


def test_a_node_is_lost_in_the_middle(three, tmp_path, monkeypatch):
    """The folder of the run is that of the Rust command; what was lost with the node was played again, and nothing else."""
    games = 150 if LONG else 40
    words = ["matrix", "skirmish", "--bots", "greedy", "--games", str(games), "--second", "none", "--seed", "3"]
    said = subprocess.run([BINARY, "lab", *words, "--out", str(tmp_path / "command")], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr

    monkeypatch.setenv("RAY_ADDRESS", three.address)
    crew = playmat.cluster.Ray()
    assert crew.workers == 3
    taken, sent = [], []
    take, send = crew.take, crew.send

    def taking():
        answers = take()
        taken.extend(answers)
        if len(taken) >= 6 and len(three.list_all_nodes()) == 3:
            lose(three, three.list_all_nodes()[-1])
        return answers

    def sending(chunk):
        sent.append(chunk.number)
        send(chunk)

    crew.take, crew.send = taking, sending
    done = []
    report = playmat.lab.matrix(
        "skirmish", bots="greedy", games=games, second=None, seed=3, out=tmp_path / "crew", crew=crew, progress=lambda *told: done.append(told)
    )
    assert len(three.list_all_nodes()) == 2, "a node was lost"
    assert len(taken) == len(sent) and done[-1][0] == done[-1][1] == 6 * games
    assert said.stdout.startswith(str(report))
    assert contents(tmp_path / "command") == contents(tmp_path / "crew")


def test_own_cards_travel(three, tmp_path, monkeypatch):
    """Workers play with cards that lie on the machine of the run alone: by their contents."""
    monkeypatch.setenv("RAY_ADDRESS", three.address)
    folder = tmp_path / "cards" / "skirmish"
    folder.mkdir(parents=True)
    shipped = Path(__file__).parents[3] / "cards/skirmish"
    for number, path in enumerate(sorted(shipped.rglob("*.cards"))):
        (folder / f"{number}.cards").write_text(path.read_text().replace("unit Knight 3\n", "unit Knight 12\n"))
    changed = playmat.Rules("skirmish", cards=tmp_path / "cards")
    how = {"bot": "random", "games": 600, "precision": None, "second": None}
    crew = playmat.cluster.Ray()
    send = crew.send

    def sending(chunk):
        # The folder is gone before the first chunk is played.
        if (tmp_path / "cards").exists():
            (tmp_path / "cards").rename(tmp_path / "gone")
        send(chunk)

    crew.send = sending
    by_crew = playmat.lab.compare("skirmish", changed, crew=crew, **how)
    (tmp_path / "gone").rename(tmp_path / "cards")
    assert by_crew.measured == playmat.lab.compare("skirmish", changed, **how).measured


def test_what_a_worker_refuses_is_told(three, monkeypatch):
    """An error of a worker ends the run with its own words, and is not tried again."""
    monkeypatch.setenv("RAY_ADDRESS", three.address)
    crew = playmat.cluster.Ray()
    send = crew.send

    class Older:
        def __init__(self, chunk):
            self.number, self.parcels = chunk.number, chunk.parcels
            self.order = chunk.order.replace(playmat.__version__.encode(), b"0.0.1")

    crew.send = lambda chunk: send(Older(chunk))
    with pytest.raises(playmat.BadRun, match="install the same wheel"):
        playmat.lab.matrix("skirmish", bots="random", games=4, second=None, crew=crew)
    assert crew._under_way == {}


MEASURED = """
import sys, time
import psutil
import playmat, playmat.cluster

workers, games = int(sys.argv[1]), int(sys.argv[2])
chunks, crew = [0], None

def processor():
    "Seconds of this process and of all that it began, Ray's own processes among them."
    of = lambda process: sum(process.cpu_times()[:2])
    return sum(map(of, [psutil.Process(), *psutil.Process().children(recursive=True)]))

if workers:
    import ray
    ray.init(num_cpus=workers, include_dashboard=False, object_store_memory=80 << 20, log_to_driver=False)
    crew = playmat.cluster.Ray()
    # Ray has begun its processes, and they have made the rules, before it is measured.
    playmat.lab.matrix("skirmish", bots="greedy", games=40, second=None, crew=crew)
    send = crew.send
    def sending(chunk):
        chunks[0] += 1
        send(chunk)
    crew.send = sending
else:
    playmat.lab.matrix("skirmish", bots="greedy", games=2, second=None)
began, used = time.perf_counter(), processor()
playmat.lab.matrix("skirmish", bots="greedy", games=games, second=None, crew=crew, threads=2)
print(time.perf_counter() - began, processor() - used, chunks[0])
"""


@pytest.mark.skipif(not LONG, reason="takes ten minutes: PLAYMAT_LONG=1")
def test_what_ray_costs():
    """A run of a minute on two cores by threads and by Ray in turn, and by one to four workers. The figures are printed: seconds, and seconds of
    the processor, which tell more where others are busy too."""

    def measured(workers, games):
        ran = subprocess.run([sys.executable, "-c", MEASURED, str(workers), str(games)], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        wall, processor, chunks = map(float, ran.stdout.split()[-3:])
        print(f"{workers or 'no'} workers, {6 * games} games: {wall:.1f} s, of the processor {processor:.1f} s, {chunks:.0f} chunks")
        return wall, processor

    games = int(os.environ.get("PLAYMAT_RAY_GAMES", "8000"))
    pairs = [(measured(0, games), measured(2, games)) for _ in range(3)]
    for at, what in enumerate(("wall", "processor")):
        overhead = statistics.median(by_ray[at] / by_threads[at] - 1 for by_threads, by_ray in pairs)
        print(f"overhead, {what}: {overhead:.1%}")
    for workers in (1, 2, 3, 4):
        measured(workers, games // 2)
