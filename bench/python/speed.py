#!/usr/bin/env python3
"""How many decisions a second Python programs get from this project and from others, on one core, measured side by side.

    pip install -r bench/python/requirements.txt
    python bench/python/speed.py                    five rounds of three seconds each, about eight minutes
    python bench/python/speed.py --rounds 15 --seconds 0.7      more and shorter ones, for a machine that is busy
    python bench/python/speed.py --only playmat     names that contain this word

A decision is an answer to a question with two or more options; forced ones are taken too, but not counted. Every answer is drawn uniformly
from what is listed, in Python, and before every answer everything that a learner would be given is asked for: the observation and the legal
actions. Seconds are those of the processor. All are measured in turn, again and again, so that what else the machine does hits them alike.
The table has the best round, which what else the machine does has disturbed least, and the median: on a machine that does nothing else they are near
each other.
"""

import argparse
import importlib.metadata
import os
import platform
import statistics
import sys
import time
import warnings

# One core: no library may start threads of its own.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import numpy as np  # noqa: E402

MATCHES = 1024


def batch(game, seed):
    """Our batch: so many matches, all columns written at every step."""
    import playmat

    rng = np.random.default_rng(seed)
    made = playmat.Batch(game, MATCHES, seed=seed)
    arrays = made.arrays()
    made.reset(arrays)
    while True:
        made.step(playmat.random_actions(arrays.count, rng), arrays)
        yield MATCHES


def vector(game, seed):
    """Our vector environment of Gymnasium: the batch, with the learner against a random bot. Only the learner's answers count."""
    import playmat.gymnasium

    rng = np.random.default_rng(seed)
    envs = playmat.gymnasium.BatchEnv(game, MATCHES, opponent="random")
    _, info = envs.reset(seed=seed)
    while True:
        info = envs.step(playmat.random_actions(info["action_mask"].sum(axis=1, dtype=np.int32), rng))[-1]
        yield MATCHES


def match(game, seed):
    """Our single match without any interface: encoded and answered."""
    import playmat

    rng = np.random.default_rng(seed)
    rules = playmat.Rules(game)
    while True:
        one, seed = playmat.Match(rules, seed=seed), seed + 1
        while one.seat is not None:
            _, _, mask = one.encode()
            one.play(int(rng.integers(int(mask.sum()))))
            yield 1


def pettingzoo(make, seed):
    """An AEC environment of PettingZoo."""
    rng = np.random.default_rng(seed)
    env = make()
    while True:
        env.reset(seed=seed)
        seed += 1
        for _ in env.agent_iter():
            observation, _, termination, truncation, info = env.last()
            if termination or truncation:
                env.step(None)
                continue
            mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
            legal = np.flatnonzero(mask)
            env.step(int(legal[rng.integers(len(legal))]))
            if len(legal) > 1:
                yield 1


def our_zoo(game, seed):
    import playmat.pettingzoo

    return pettingzoo(lambda: playmat.pettingzoo.env(game), seed)


def classic(name, seed):
    return pettingzoo(importlib.import_module(f"pettingzoo.classic.{name}").env, seed)


def rlcard(name, seed):
    """An environment of RLCard, stepped by hand."""
    import rlcard as library

    rng = np.random.default_rng(seed)
    env = library.make(name, config={"seed": seed})
    while True:
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[rng.integers(len(legal))])
            if len(legal) > 1:
                yield 1


def openspiel(name, seed):
    """A game of OpenSpiel, written in C++ or ours in Python, through its Python interface, with the observation tensor."""
    import pyspiel

    rng = np.random.default_rng(seed)
    game = pyspiel.load_game(name)
    kind = game.get_type()
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[rng.integers(len(outcomes))][0])
                continue
            if kind.provides_observation_tensor:
                state.observation_tensor()
            else:
                state.information_state_tensor()
            legal = state.legal_actions()
            state.apply_action(legal[rng.integers(len(legal))])
            if len(legal) > 1:
                yield 1


def our_spiel(game, seed):
    import playmat.openspiel

    return openspiel(playmat.openspiel.name_of(game) + "(seeds=1024)", seed)


def subjects():
    """Everything that is measured: its name, and what makes a generator of decisions."""
    import playmat

    for way, make in (("batch of 1,024", batch), ("Gymnasium, batch of 1,024 against random", vector)):
        for game in playmat.games():
            yield f"playmat {game}: {way}", make, game
    for way, make in (("one match", match), ("PettingZoo", our_zoo), ("OpenSpiel", our_spiel)):
        for game in playmat.games():
            yield f"playmat {game}: {way}", make, game
    for name in ("leduc-holdem", "limit-holdem", "no-limit-holdem", "gin-rummy", "uno", "doudizhu", "mahjong"):
        yield f"RLCard {name}", rlcard, name
    for name in ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6"):
        yield f"PettingZoo {name}", classic, name
    for name in ("hearts", "gin_rummy", "leduc_poker"):
        yield f"OpenSpiel {name}", openspiel, name


def measured(decisions, seconds):
    """Decisions a second of processor time: the process does nothing but play, and others that wait for the core do not count."""
    count, began = 0, time.process_time()
    until = began + seconds
    for made in decisions:
        count += made
        now = time.process_time()
        if now >= until:
            return count / (now - began)
    raise AssertionError("the generators do not end")


def main():
    parser = argparse.ArgumentParser(description="Decisions a second from Python.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--only", default="", help="names that contain this")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

    running = {}
    for number, (name, make, what) in enumerate(subjects()):
        if args.only in name:
            decisions = make(what, 1000 + number)
            try:
                measured(decisions, 0.3)
            except ImportError as missing:
                print(f"left out: {name} ({missing})", file=sys.stderr)
                continue
            running[name] = decisions
    rates = {name: [] for name in running}
    for _ in range(args.rounds):
        for name, decisions in running.items():
            rates[name].append(measured(decisions, args.seconds))

    print(f"{platform.platform()}, {processor()}, Python {platform.python_version()}, {versions()}")
    print(
        f"load while measured: {os.getloadavg()[0]:.1f} of {os.cpu_count()} cores; {args.rounds} rounds of {args.seconds:g} s, one core\n"
    )
    print("| environment | decisions/s, best round | median |\n|---|---:|---:|")
    for name, found in rates.items():
        print(f"| {name} | {rounded(max(found))} | {rounded(statistics.median(found))} |")


def rounded(rate):
    """Three figures are more than such a measure is worth."""
    return f"{float(f'{rate:.3g}'):,.0f}"


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as told:
            return next(line.split(":")[1].strip() for line in told if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "unknown processor"


def versions():
    names = ("playmat", "numpy", "pettingzoo", "gymnasium", "open_spiel", "rlcard")
    found = []
    for name in names:
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return ", ".join(found)


if __name__ == "__main__":
    main()
