"""Answers of a network: its scores of lists of options, and what is drawn from them."""

from __future__ import annotations

import torch


class Lists:
    """The options of many questions, one behind the other."""

    __slots__ = ("rows", "count", "owner", "place")

    def __init__(self, rows, count, owner, place):
        self.rows, self.count, self.owner, self.place = rows, count, owner, place

    @staticmethod
    def of(options, count) -> Lists:
        """From arrays with a place for every option that there could be."""
        # A copy: the arrays are written over.
        count = count.long()
        most = options.shape[1]
        used = torch.arange(most, device=count.device) < count.unsqueeze(1)
        flat = used.flatten().nonzero().squeeze(1)
        return Lists(options.flatten(0, 1)[flat], count, flat // most, flat % most)

    @staticmethod
    def picked(rows, starts, counts) -> Lists:
        """Those that begin at these places of `rows` and have these lengths."""
        owner = torch.repeat_interleave(torch.arange(len(counts), device=counts.device), counts)
        place = torch.arange(len(owner), device=counts.device) - (counts.cumsum(0) - counts)[owner]
        return Lists(rows[starts[owner] + place], counts, owner, place)

    def first(self, matches: int) -> Lists:
        """Those of the first questions."""
        until = int(self.count[:matches].sum())
        return Lists(self.rows[:until], self.count[:matches], self.owner[:until], self.place[:until])

    def spread(self, scores, most: int):
        """The scores with a place for every option that there could be."""
        out = torch.full((len(self.count), most), -torch.inf, device=scores.device)
        return out.index_put((self.owner, self.place), scores)


def draw(scores, generator):
    """An option of each list by its probability: the largest of the scores with noise of Gumbel's."""
    noise = torch.rand(scores.shape, device=scores.device, generator=generator).clamp(min=1e-20)
    return (scores - (-noise.log()).clamp(min=1e-20).log()).argmax(1)
