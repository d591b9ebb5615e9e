"""Answers of a network: its scores of lists of options, and what is drawn from them."""

from __future__ import annotations

import torch

# Room for so many options of a question on average, where a fixed number of them is needed.
ROOM = 12


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


class Player:
    """A network that answers. On a GPU all its kernels are started at once, as a graph, where there are not too many options."""

    def __init__(self, net, matches: int, most: int, say):
        self.net, self.matches, self.most = net, matches, most
        self.graph = None
        if net.definitions.is_cuda:
            try:
                self._capture()
            except RuntimeError as error:
                self.graph = None
                say(f"answers are given without a graph: {str(error)[:300]}")

    def _capture(self) -> None:
        spec, device = self.net.architecture.spec, self.net.definitions.device
        zeros = lambda *shape, dtype: torch.zeros(*shape, dtype=dtype, device=device)
        self.observations = zeros(self.matches, spec.observation_size, dtype=torch.int16)
        self.rows = zeros(self.matches * ROOM, spec.option_columns, dtype=torch.int16)
        self.owner = zeros(self.matches * ROOM, dtype=torch.long)
        with torch.no_grad():
            beside = torch.cuda.Stream()
            beside.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(beside):
                for _ in range(3):
                    self.net(self.observations, self.rows, self.owner)
            torch.cuda.current_stream().wait_stream(beside)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                self.value, self.scores = self.net(self.observations, self.rows, self.owner)
        self.graph = graph

    @torch.no_grad()
    def __call__(self, observations, lists: Lists):
        """The values of questions, and the scores of their options with a place for every option that there could be."""
        number = len(lists.rows)
        if self.graph is None or len(observations) != self.matches or number > self.matches * ROOM:
            value, scores = self.net(observations, lists.rows, lists.owner)
            return value, lists.spread(scores, self.most)
        self.observations.copy_(observations)
        self.rows[:number].copy_(lists.rows)
        self.owner[:number].copy_(lists.owner)
        self.graph.replay()
        return self.value.clone(), lists.spread(self.scores[:number], self.most)


def draw(scores, generator):
    """An option of each list by its probability: the largest of the scores with noise of Gumbel's."""
    noise = torch.rand(scores.shape, device=scores.device, generator=generator).clamp(min=1e-20)
    return (scores - (-noise.log()).clamp(min=1e-20).log()).argmax(1)
