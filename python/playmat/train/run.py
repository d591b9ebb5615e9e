"""A run of the training, from its configuration to the file of the network. It can be done in pieces."""

from __future__ import annotations

import json
import math
import random
import time
from concurrent.futures import Future
from pathlib import Path

import torch

import playmat

from . import checkpoint, decks, weights
from .act import Lists, Player, draw
from .architecture import Architecture
from .config import Config
from .evaluate import judge
from .league import League
from .model import Net
from .ppo import Learner, Rollout, expected
from .stage import Stage

CONFIG = "config.json"
LOG = "train.log"
# How long the last evaluation and the writing of files may take, in minutes.
RESERVE = 0.4


class Run:
    def __init__(self, config: Config, out: Path, device: str | None = None):
        self.began = time.monotonic()
        self.config, self.out = config, out
        out.mkdir(parents=True, exist_ok=True)
        self.device = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
        self.cuda = self.device.type == "cuda"
        torch.manual_seed(config.seed)
        if not self.cuda:
            torch.set_num_threads(config.threads)
        torch.set_float32_matmul_precision("high")
        self.rules = playmat.Rules(config.game)
        self.architecture = Architecture(config.game, config.dims)
        self.net = Net(self.architecture, self.rules.definitions(), config.largest).to(self.device)
        if config.bf16 and self.cuda:
            self.net.dtype = torch.bfloat16
        self.learner = Learner(config, self.net, self.device)
        self.league = League(config, self.net)
        self.update, self.answers, self.matches, self.spent = 0, 0, 0, 0.0
        # Seconds by what was done.
        self.clock: dict[str, float] = {}
        state = checkpoint.load(out)
        if state:
            self._restore(state)
        else:
            if config.start:
                self.net.take(self._start())
            config.save(out / CONFIG)
        self.say(
            f"{config.game} on {torch.cuda.get_device_name() if self.cuda else f'{config.threads} threads'}, PyTorch {torch.__version__}: "
            f"{self.architecture.parameters} weights"
            + (f", goes on after update {self.update} and {self.spent / 60:.1f} minutes" if state else f"; {json.dumps(config.asdict())}")
        )
        supply = decks.supply(self.rules, config.ready, config.hold_out, config.seed)
        self.stages = [Stage(config, self.rules, supply, half, pinned=self.cuda) for half in range(2)]
        size, matches = self.architecture.spec.observation_size, config.matches // 2
        self.rollouts = [Rollout(config, matches, size, self.device) for _ in range(2)]
        self.most = self.architecture.spec.option_rows
        self.learner.compile(self.say)
        self.player = Player(self.net, matches, self.most, self.say)
        # The first matches of each half are those against the league.
        self.met = int(config.league * matches)
        self.others = {other: Player(other, self.met, self.most, self.say) for other in self.league.members} if self.met else {}

    def say(self, words: str) -> None:
        line = f"[{time.monotonic() - self.began:7.1f} s] {words}"
        print(line, flush=True)
        with open(self.out / LOG, "a") as log:
            log.write(line + "\n")

    def _restore(self, state: dict) -> None:
        if state["config"] != self.config.asdict():
            theirs = {name: value for name, value in state["config"].items() if value != self.config.asdict()[name]}
            raise ValueError(f"the checkpoint in {self.out} is of a run with other settings: {theirs}; give another folder")
        self.net.load_state_dict(state["net"])
        self.learner.optimiser.load_state_dict(state["optimiser"])
        self.league.selves = state["selves"]
        for name in ("update", "answers", "matches", "spent"):
            setattr(self, name, state[name])

    def _start(self) -> dict:
        header, architecture, layers = weights.from_bytes(Path(self.config.start).read_bytes())
        if header["layers"] != [list(layer) for layer in self.architecture.layers]:
            raise ValueError(f"{self.config.start} has other sizes than this run: {header['dims']}")
        return layers

    def save(self) -> None:
        state = {
            "config": self.config.asdict(),
            "net": self.net.state_dict(),
            "optimiser": self.learner.optimiser.state_dict(),
            "selves": self.league.selves,
        }
        checkpoint.save(self.out, state | {name: getattr(self, name) for name in ("update", "answers", "matches", "spent")})

    def export(self) -> Path:
        """Writes the network in whole numbers."""
        training = {
            "config": self.config.asdict(),
            "updates": self.update,
            "answers": self.answers,
            "matches": self.matches,
            "minutes": round(self.spent / 60, 2),
            "held_out": sorted(decks.held_out(self.rules, self.config.hold_out)),
        }
        path = self.out / f"{self.config.game}.playnet"
        header = weights.header_of(self.architecture, self.rules, f"{self.config.game} {self.config.seed}", training)
        weights.write(path, header, self.net.layers())
        return path

    @property
    def done(self) -> float:
        """How much of the training is over, from 0 to 1."""
        if self.config.updates:
            return self.update / self.config.updates
        return self.spent / (60 * self.config.minutes)

    def play(self, piece: float | None = None) -> bool:
        """Goes on for a piece of so many minutes, or to the end. Returns whether the training is over."""
        until = self.began + 60 * (piece - RESERVE) if piece else math.inf
        last = time.monotonic()
        fresh = True
        said = (last, self.answers)
        while self.done < 1 and time.monotonic() < until:
            if fresh or self.update % self.config.era == 0:
                self._begin_era()
                fresh = False
            stats = self._once()
            now = time.monotonic()
            self.spent, last = self.spent + now - last, now
            if now - said[0] > 15 or self.update <= 3:
                rate = (self.answers - said[1]) / (now - said[0])
                numbers = " ".join(f"{name} {value:.4g}" for name, value in stats.items() if name != "answers")
                clock = " ".join(f"{name} {seconds:.1f}" for name, seconds in self.clock.items())
                self.say(f"update {self.update}, {self.answers / 1e6:.2f} M answers, {self.matches} matches, {rate:.0f}/s: {numbers} | {clock}")
                self.clock, said = {}, (now, self.answers)
            if self.update % self.config.judge_every == 0:
                self._judge()
                # Time spent on measuring is none of the training.
                last = time.monotonic()
                said = (last, self.answers)
        self.save()
        path = self.export()
        self._judge()
        self.say(f"{path.name} written after {self.update} updates, {self.answers / 1e6:.1f} M answers, {self.spent / 60:.1f} minutes")
        return self.done >= 1

    def _begin_era(self) -> None:
        """All chance of an era comes from its number: a run that resumes here is the same as one that was not interrupted."""
        era = self.update // self.config.era
        if self.update:
            self.save()
            self.export()
        self.generator = torch.Generator(self.device).manual_seed(self.config.seed * 1_000_003 + self.update)
        self.chance = random.Random(f"{self.config.seed} {self.update}")
        for stage in self.stages:
            stage.restart(era if self.update % self.config.era == 0 else self.update + (1 << 32))

    def _timed(self, what: str, since: float) -> float:
        if self.cuda:
            torch.cuda.synchronize()
        now = time.monotonic()
        self.clock[what] = self.clock.get(what, 0.0) + now - since
        return now

    def _once(self) -> dict[str, float]:
        """One update: some answers of every match, and what is learned from them."""
        config = self.config
        now = time.monotonic()
        opponent = self.league.opponent(self.chance)
        for rollout in self.rollouts:
            rollout.rows, rollout.counts = [], []
        waiting = [None, None]
        for t in range(config.horizon):
            for half in range(2):
                if waiting[half]:
                    self._take_results(half, t - 1, waiting[half])
                self._answer(half, t, opponent)
                waiting[half] = self.stages[half].send()
        for half in range(2):
            self._take_results(half, config.horizon - 1, waiting[half])
            self._look(half)
        now = self._timed("playing", now)
        done = min(1.0, self.done)
        rate = config.rate_end + (config.rate - config.rate_end) * 0.5 * (1 + math.cos(math.pi * done))
        entropy = config.entropy_end + (config.entropy - config.entropy_end) * (1 - done)
        rate *= min(1.0, (self.update + 1) / 20)
        stats = self.learner.update(self.rollouts, rate, entropy, self.most, self.generator)
        self._timed("learning", now)
        if not all(math.isfinite(value) for value in stats.values()):
            raise ArithmeticError(f"update {self.update} has numbers that are none: {stats}; go on from the last checkpoint with a lower rate")
        self.update += 1
        self.answers += stats["answers"]
        if self.update % config.snapshot == 0:
            self.league.join(self.net)
            self.league.forget(self.chance)
        return stats

    def _seen(self, half: int):
        tensors = self.stages[half].tensors
        send = lambda name: tensors[name].to(self.device, non_blocking=True)
        return send("observations"), Lists.of(send("options"), send("count")), send("seat")

    @torch.no_grad()
    def _answer(self, half: int, t: int, opponent) -> None:
        """Answers all questions of a half."""
        rollout, stage = self.rollouts[half], self.stages[half]
        observations, lists, seat = self._seen(half)
        value, scores = self.player(observations, lists)
        action = draw(scores, self.generator)
        own = torch.ones_like(seat, dtype=torch.bool)
        if opponent and self.met:
            _, theirs = self.others[opponent](observations[: self.met], lists.first(self.met))
            # In each of these matches the learner has one seat.
            own[: self.met] = seat[: self.met] == torch.arange(self.met, device=self.device) % 2
            action[: self.met] = torch.where(own[: self.met], action[: self.met], draw(theirs, self.generator))
        logp = torch.log_softmax(scores, 1).gather(1, action.unsqueeze(1)).squeeze(1)
        rollout.observations[t] = observations
        rollout.rows.append(lists.rows)
        rollout.counts.append(lists.count)
        rollout.action[t], rollout.logp[t], rollout.value[t], rollout.own[t] = action, logp, expected(value), own
        rollout.sign[t] = 1 - 2 * seat.float()
        stage.actions.copy_(action.int(), non_blocking=True)
        if self.cuda:
            torch.cuda.synchronize()

    def _take_results(self, half: int, t: int, waiting: Future) -> None:
        since = time.monotonic()
        waiting.result()
        self.clock["waiting"] = self.clock.get("waiting", 0.0) + time.monotonic() - since
        rollout, tensors = self.rollouts[half], self.stages[half].tensors
        rollout.reward[t] = tensors["reward"][:, 0].to(self.device)
        rollout.done[t] = tensors["done"].to(self.device).float()
        self.matches += int(tensors["done"].sum())

    @torch.no_grad()
    def _look(self, half: int) -> None:
        """What the questions are worth at which the update ends."""
        rollout = self.rollouts[half]
        observations, lists, seat = self._seen(half)
        rollout.value[-1] = expected(self.player(observations, lists)[0])
        rollout.sign[-1] = 1 - 2 * seat.float()

    def _judge(self) -> None:
        config = self.config
        for name in config.judges:
            share = judge(self.net, self.rules, name, config.judged, seed=config.seed + 1, threads=config.threads)
            self.say(f"wins against {name} after {self.answers / 1e6:.2f} M answers: {share}")
        for file, other in zip(config.against, self.league.frozen):
            share = judge(self.net, self.rules, other, config.judged, seed=config.seed + 1, threads=config.threads)
            self.say(f"wins against {Path(file).name} after {self.answers / 1e6:.2f} M answers: {share}")

    def close(self) -> None:
        for stage in self.stages:
            stage.close()
