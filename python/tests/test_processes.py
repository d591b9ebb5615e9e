"""Threads, forks, processes and memory: safe, or refused with a word."""

import gc
import multiprocessing
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import playmat
import pytest
from helpers import GAMES, LONG, at_random, kept, same


def steps(batch, arrays, count, seed=1):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        batch.step(playmat.random_actions(arrays.count, rng), arrays)
    return kept(arrays)


def threads_of_this_process():
    return len(os.listdir("/proc/self/task"))


def test_threads_share_a_match_and_a_bot():
    """Everybody plays the same match at once: some are late, nobody breaks it."""
    match, bot = playmat.Match("strata", seed=1), playmat.Bot("random", seed=1)
    late = []

    def play():
        while match.seat is not None:
            try:
                match.text(0)
                match.play(bot.pick(match))
            except playmat.Refused as refused:
                late.append(refused)

    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(play) for _ in range(8)]:
            done.result()
    assert match.over and match.record().verify()


def test_batches_of_threads_step_side_by_side():
    def run(number):
        batch = playmat.Batch("skirmish", 64, seed=number, threads=1 + number % 2)
        return steps(batch, batch.reset(), 40)

    alone = [run(number) for number in range(6)]
    with ThreadPoolExecutor(6) as pool:
        assert all(same(one, other) for one, other in zip(alone, pool.map(run, range(6)), strict=True))


def test_one_batch_is_stepped_by_one_thread():
    """The second thread is refused at once, and the first one's step is whole."""
    batch = playmat.Batch("strata", 512, seed=1, opponent="greedy")
    arrays, others = batch.reset(), batch.arrays()
    actions = np.zeros(512, np.int32)
    stop, refused = threading.Event(), []

    def disturb():
        while not stop.is_set():
            try:
                batch.observe(others)
            except playmat.Refused as word:
                refused.append(str(word))

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        while not refused:
            try:
                batch.step(actions, arrays)
            except playmat.Refused as word:
                refused.append(str(word))
    finally:
        stop.set()
        thread.join()
    assert "another thread is stepping this batch" in refused[0]
    batch.step(actions, batch.observe(arrays))


def test_other_threads_run_during_a_step():
    """A step, a bot and the lab leave Python to the others."""
    batch = playmat.Batch("strata", 16, seed=1, opponent="ismcts:20")
    arrays = batch.reset()
    began, seen = threading.Event(), []

    def step():
        began.set()
        batch.step(np.zeros(16, np.int32), arrays)
        seen.append("stepped")

    thread = threading.Thread(target=step)
    thread.start()
    began.wait()
    while not seen and thread.is_alive():
        seen.insert(0, "ran") if not seen else None
    thread.join()
    assert seen[0] == "ran" and seen[-1] == "stepped"


def in_child(work):
    """What a forked child says."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = work()
        except BaseException as error:  # noqa: BLE001 (told by the parent)
            said = f"{type(error).__name__}: {error}"
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        said = told.read()
    _, status = os.waitpid(child, 0)
    assert status == 0
    return said


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_after_a_fork():
    """One thread goes on and plays what the parent plays; several are refused with a word; nothing hangs."""
    alone, many = playmat.Batch("skirmish", 32, seed=1), playmat.Batch("skirmish", 32, seed=1, threads=2)
    arrays = alone.reset()
    steps(many, many.reset(), 3)
    match = playmat.Match("strata", seed=3)

    def go_on():
        after = steps(alone, arrays, 20)
        over = at_random(match.copy(), np.random.default_rng(1))
        return f"{hash(tuple(after['observations'].tobytes()))} {over.outcome}"

    in_the_child = in_child(go_on)
    after = steps(alone, arrays, 20)
    over = at_random(match, np.random.default_rng(1))
    assert in_the_child == f"{hash(tuple(after['observations'].tobytes()))} {over.outcome}"
    for call in (many.observe, many.reset, lambda: many.record(0), lambda: many.opponent_seats()):
        assert "did not come along when the process was forked" in in_child(call)
    assert in_child(lambda: str(many.close())) == "None", "what was forked can be closed"
    steps(many, many.observe(), 3)
    fresh = in_child(lambda: str(len(playmat.Batch("skirmish", 4, threads=2).reset().count)))
    assert fresh == "4", "a batch of the child itself has threads"


def played(seed):
    batch = playmat.Batch("skirmish", 16, seed=seed, threads=2)
    return steps(batch, batch.reset(), 10)["observations"].sum()


@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_processes(method):
    """Each makes its own batch; records come back."""
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(played, range(3))) == [played(seed) for seed in range(3)]
        record = at_random(playmat.Match("skirmish", seed=1), np.random.default_rng(1)).record()
        assert pool.submit(playmat.Match.from_record, record).result().outcome == record.outcome


def test_no_thread_is_left():
    before = threads_of_this_process()
    for number in range(20):
        batch = playmat.Batch("skirmish", 8, threads=3, seed=number)
        steps(batch, batch.reset(), 2)
        assert threads_of_this_process() > before
        if number % 2:
            batch.close()
        else:
            del batch
            gc.collect()
        # A thread that was told to end is still listed for a moment.
        until_listed(lambda: threads_of_this_process() <= before)


def until_listed(holds):
    """Waits for a state that comes for sure; a test that waits for ever is ended by whoever runs it."""
    while not holds():
        time.sleep(0.001)


def test_ctrl_c_ends_a_run_of_the_lab():
    """The signal comes in the middle of a run that would take hours; Python goes on."""
    program = """
import os, signal, playmat
def tell(done, expected):
    if done >= 5:
        os.kill(os.getpid(), signal.SIGINT)
try:
    playmat.lab.match("strata", bots="greedy", games=1_000_000, sprt=None, threads=1, second=None, progress=tell)
except KeyboardInterrupt:
    print("stopped", playmat.Match("strata", seed=1).turns)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert ran.stdout == "stopped 1\n", ran.stderr


GROWTH = """
import gc, sys
import numpy as np
import playmat

game, steps = sys.argv[1], int(sys.argv[2])

def resident():
    gc.collect()
    with open("/proc/self/statm") as told:
        return int(told.read().split()[1]) * 4096

def all_of_it(rng, batch, arrays):
    "Everything that makes objects, once."
    match = playmat.Match(game, seed=int(rng.integers(1 << 40)))
    bot = playmat.Bot("random")
    for _ in range(30):
        if match.seat is not None:
            match.options(), match.reasons(), match.view(0), match.events(1), match.text(0), match.encode(), match._repr_html_()
            match.imagine(match.seat, 1), match.copy(), match.information_state(0)
            match.play(bot.pick(match))
    record = match.record()
    record.verify(), record.json(), playmat.Record.from_bytes(record.bytes()), record.entries, list(record.replay())
    playmat.Deck.random(game, seed=1).faults(game), playmat.spec(game), playmat.Rules(game).cards
    try:
        batch.step(arrays.count, arrays)
    except playmat.BadBatch:
        pass
    batch.finished(0), batch.record(0)
    with playmat.Batch(game, 4, threads=2) as other:
        other.reset()

rng = np.random.default_rng(1)
batch = playmat.Batch(game, 256, seed=1)
arrays = batch.reset()
sizes = []
for part in range(8):
    for _ in range(steps // 256 // 8):
        batch.step(playmat.random_actions(arrays.count, rng), arrays)
    for _ in range(15):
        all_of_it(rng, batch, arrays)
    sizes.append(resident())
print(*sizes)
"""


@pytest.mark.parametrize("game", GAMES)
def test_memory_is_flat(game):
    """Twenty million steps in the long form. What a process needs settles; then it stays."""
    ran = subprocess.run([sys.executable, "-c", GROWTH, game, str(20_000_000 if LONG else 100_000)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    sizes = [int(size) for size in ran.stdout.split()]
    print(game, [size >> 10 for size in sizes], "KiB")
    # A leak of one answer a step would be 20 MB, and 200 KB in the short form; allocators keep some pages.
    assert sizes[-1] - sizes[3] < 1_500_000, sizes
