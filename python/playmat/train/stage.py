"""Matches side by side, stepped in the background while others are answered."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import torch

import playmat

from .config import Config


class Stage:
    """One half of the matches. Some are played against a bot: they are a batch of their own, in the same arrays."""

    def __init__(self, config: Config, rules: playmat.Rules, decks, half: int, pinned: bool):
        self.matches = config.matches // 2
        against = int(self.matches * config.greedy)
        sizes = [(None, self.matches - against, config.threads), ("greedy", against, config.threads)]
        self.seed, self.half = config.seed, half
        self.batches, at = [], 0
        for opponent, size, threads in sizes:
            if size:
                batch = playmat.Batch(rules, size, threads=threads, opponent=opponent, decks=decks)
                self.batches.append((slice(at, at + size), batch))
                at += size
        spec = playmat.spec(rules.game)
        shapes = {
            "observations": ((spec.observation_size,), torch.int16),
            "options": ((spec.option_rows, spec.option_columns), torch.int16),
            "mask": ((spec.option_rows,), torch.int8),
            "count": ((), torch.int32),
            "seat": ((), torch.uint8),
            "reward": ((2,), torch.float32),
            "done": ((), torch.uint8),
            "seed": ((), torch.uint64),
        }
        self.tensors = {
            name: torch.zeros(self.matches, *shape, dtype=dtype, pin_memory=pinned) for name, (shape, dtype) in shapes.items()
        }
        views = {name: tensor.numpy() for name, tensor in self.tensors.items()}
        self.arrays = [playmat.Arrays(**{name: view[part] for name, view in views.items()}) for part, _ in self.batches]
        self.actions = torch.zeros(self.matches, dtype=torch.int32, pin_memory=pinned)
        self.pool = ThreadPoolExecutor(1)

    def restart(self, era: int) -> None:
        """Starts all matches anew: what follows depends on the seed of the run and the number of the era alone."""
        for nth, ((_, batch), arrays) in enumerate(zip(self.batches, self.arrays)):
            batch.reset(arrays, seed=int(np.random.SeedSequence([self.seed, era, self.half, nth]).generate_state(1, np.uint64)[0] >> 1))

    def send(self) -> Future:
        """Answers all matches with `actions`, in the background."""
        return self.pool.submit(self._step)

    def _step(self) -> None:
        actions = self.actions.numpy()
        for (part, batch), arrays in zip(self.batches, self.arrays):
            batch.step(actions[part], arrays)

    def close(self) -> None:
        self.pool.shutdown()
        for _, batch in self.batches:
            batch.close()
