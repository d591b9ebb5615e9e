"""How often a network wins. The networks here are the ones in floats; what is shipped is measured by `playmat lab`."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch

import playmat

from .act import Lists


@dataclass(frozen=True)
class Share:
    """Won matches, a draw being half of one, with a 95 % interval (Wilson)."""

    won: float
    matches: int

    @property
    def share(self) -> float:
        return self.won / self.matches

    @property
    def interval(self) -> tuple[float, float]:
        n, p, z = self.matches, self.share, 1.96
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return centre - half, centre + half

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.share:.1%} of {self.matches} ({low:.1%} to {high:.1%})"


@torch.no_grad()
def judge(net, rules: playmat.Rules, opponent, matches: int, *, seed: int, threads: int, decks="random", side: int = 1024) -> Share:
    """How often the network wins against a bot, by its name, or against another network. It takes the option with the highest score.
    Every place plays the same number of matches, so that short ones do not count more often; seats are taken in turn."""
    device = net.definitions.device
    side = min(side, matches)
    each = -(-matches // side)
    bot = opponent if isinstance(opponent, str) else None
    batch = playmat.Batch(rules, side, threads=threads, seed=seed, opponent=bot, decks=decks)
    arrays = batch.reset()
    most = arrays.mask.shape[1]
    played, won = torch.zeros(side, dtype=torch.long), 0.0
    while int(played.min()) < each:
        observations = torch.from_numpy(arrays.observations).to(device)
        lists = Lists.of(torch.from_numpy(arrays.options).to(device), torch.from_numpy(arrays.count).to(device))
        seat = torch.from_numpy(arrays.seat.copy()).long()
        action = best(net, observations, lists, most)
        mine = seat
        if bot is None:
            # In every next match at a place the network has the other seat.
            mine = (torch.arange(side) + played) % 2
            action = torch.where((seat == mine).to(device), action, best(opponent, observations, lists, most))
        batch.step(action.int().cpu().numpy(), arrays)
        done = torch.from_numpy(arrays.done).bool() & (played < each)
        reward = torch.from_numpy(arrays.reward).gather(1, mine.unsqueeze(1)).squeeze(1)
        won += float(((reward + 1) / 2)[done].sum())
        played += torch.from_numpy(arrays.done).long()
    batch.close()
    return Share(won, each * side)


def best(net, observations, lists: Lists, most: int):
    """The option with the highest score of each list."""
    _, scores = net(observations, lists.rows, lists.owner)
    return lists.spread(scores, most).argmax(1)
