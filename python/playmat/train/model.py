"""The network in PyTorch: the one of `architecture`, in floats."""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from .architecture import MOST, MOST_COUNT, ONE, Architecture, BlockPlan, Expansion
from .integer import LARGEST, Layer, quantised

# What an activation is at most.
LIMIT = MOST / ONE
# Of numbers without sign the whole network keeps 8 bits behind the point; the mean square is raised by the square of the last one.
EPSILON = ONE**-2


class Look(torch.autograd.Function):
    """Rows of a small table. Most places hold no card, so that nearly all that is looked up is one row: adding up its gradient in turns
    would take longer than all the rest, and a product with what was asked for takes no longer for it."""

    @staticmethod
    def forward(ctx, table, index):
        ctx.save_for_backward(index)
        ctx.rows = len(table)
        return F.embedding(index, table)

    @staticmethod
    def backward(ctx, gradient):
        (index,) = ctx.saved_tensors
        asked = index.reshape(-1, 1) == torch.arange(ctx.rows, device=index.device)
        return asked.to(gradient.dtype).T @ gradient.reshape(len(asked), -1), None


def repeated(owner, rows):
    """The row of each owner. In wide floats: the gradients of an owner are added up where they lie, which narrow floats cannot do."""
    return F.embedding(owner, rows.float()).to(rows.dtype)


def rounded(weight, largest: int):
    """The weights as they ship, so that nothing is learned that rounding would lose. Gradients pass as if nothing had been rounded."""
    scale = weight.abs().amax(1, keepdim=True).clamp(min=1e-12) / largest
    return weight + ((weight / scale).round() * scale - weight).detach()


class Features(nn.Module):
    """Makes features of rows. Kind after kind, not in the order of the columns: `order` has the place in the file of each."""

    def __init__(self, expansion: Expansion, dims):
        super().__init__()
        self.size, self.columns = expansion.size, expansion.columns
        keep = lambda name, values, dtype: self.register_buffer(name, torch.tensor(values, dtype=dtype), persistent=False)
        keep("hot_column", [column for _, column, _, _ in expansion.hots], torch.long)
        keep("hot_value", [value for _, _, value, _ in expansion.hots], torch.int16)
        keep("hot_cap", [cap for _, _, _, cap in expansion.hots], torch.int16)
        keep("bit_column", [column for _, column, _ in expansion.bits], torch.long)
        keep("bit", [bit for _, _, bit in expansion.bits], torch.int32)
        keep("number_column", [column for _, column, _ in expansion.numbers], torch.long)
        keep("scale", [scale for _, _, scale in expansion.numbers], torch.float32)
        keep("half_scale", [max(1, scale // 4) for _, _, scale in expansion.numbers], torch.float32)
        keep("card_column", [column for _, column in expansion.cards], torch.long)
        keep("hidden_column", [column for _, column in expansion.hidden], torch.long)
        order = [at for at, *_ in expansion.hots + expansion.bits]
        for nth in range(3):
            order += [at + nth for at, *_ in expansion.numbers]
        for first, _ in expansion.cards:
            order += range(first, first + dims.card)
        for first, _ in expansion.hidden:
            order += range(first, first + dims.row)
        assert sorted(order) == list(range(expansion.size))
        self.order = order

    def forward(self, rows, dtype, *looked):
        """`rows` are whole numbers (n, columns); `looked` what was looked up for them: embeddings and hidden vectors, each (n, ...)."""
        parts = [(torch.minimum(rows[:, self.hot_column], self.hot_cap) == self.hot_value).to(dtype)]
        if len(self.bit):
            parts.append((rows[:, self.bit_column].int() >> self.bit & 1).to(dtype))
        if len(self.scale):
            v = rows[:, self.number_column].float()
            parts += [(v / self.scale).clamp(-4, 4).to(dtype), (v / (v.abs() + self.half_scale)).to(dtype), v.sign().to(dtype)]
        return torch.cat([*parts, *(part.to(dtype) for part in looked)], 1)


class Block(nn.Module):
    """A block of the observation."""

    def __init__(self, plan: BlockPlan, dims, definitions: int, pointed: bool):
        super().__init__()
        self.plan = plan
        self.features = Features(plan.expansion, dims)
        self.count = plan.expansion.count
        # Where all cards of the block stand in an observation.
        rows = plan.start + plan.columns * np.arange(plan.rows)[:, None]
        self.card_places = (rows + np.array(plan.expansion.card_columns, int)[None]).ravel().tolist()
        self.bag = not pointed and not plan.each and self._combinations(definitions)

    def _combinations(self, definitions: int) -> bool:
        """If a row says little but its card, all rows that can be are computed once, and then counted: `bag` says whether."""
        expansion = self.plan.expansion
        sizes = {}
        for _, column, value, _ in expansion.hots:
            sizes[column] = max(sizes.get(column, 0), value + 1)
        if len(expansion.cards) != 1 or expansion.bits or expansion.numbers or any(v < 0 for _, _, v, _ in expansion.hots):
            return False
        (_, card), *_ = expansion.cards
        ranges = [range(definitions + 1) if c == card else range(sizes.get(c, 1)) for c in range(self.plan.columns)]
        number = math.prod(len(values) for values in ranges)
        if number > 2 * self.plan.rows * expansion.size:
            return False
        table = np.stack(np.meshgrid(*ranges, indexing="ij"), -1).reshape(number, -1)
        radix = [math.prod(len(values) for values in ranges[c + 1 :]) for c in range(self.plan.columns)]
        self.register_buffer("table", torch.tensor(table, dtype=torch.int16), persistent=False)
        self.register_buffer("radix", torch.tensor(radix, dtype=torch.int32), persistent=False)
        self.register_buffer("most", torch.tensor([len(values) - 1 for values in ranges], dtype=torch.int32), persistent=False)
        return True

    def rows(self, observations):
        """Its rows, for how many cards each stands, (n, rows), as whole numbers."""
        rows = self.plan.cut(observations)
        used = (rows != 0).any(-1)
        if self.count is None:
            return rows, used
        return rows, used * rows[..., self.count].clamp(1, MOST_COUNT)

    def counted(self, observations, dtype):
        """How often each row that can be is there."""
        rows, weights = self.rows(observations)
        which = (torch.minimum(rows.int(), self.most) * self.radix).sum(-1)
        counts = torch.zeros(len(rows), len(self.table), device=rows.device)
        return counts.scatter_add_(1, which.long(), weights.float()).to(dtype)


class Net(nn.Module):
    """The network. It works on questions side by side; all their options lie one behind the other, each with its owner."""

    def __init__(self, architecture: Architecture, definitions: np.ndarray, largest: int | None = LARGEST):
        super().__init__()
        self.architecture, d = architecture, architecture.dims
        # The largest weight of each output, as a whole number, if the weights are to be rounded.
        self.largest = largest
        self.dtype = torch.float32
        self.register_buffer("definitions", torch.tensor(definitions, dtype=torch.int16), persistent=False)
        pointed = {block for block, _, _ in architecture.spec.pointed}
        self.blocks = nn.ModuleList(
            Block(plan, d, len(definitions), at in pointed) for at, plan in enumerate(architecture.blocks)
        )
        self.option_features = Features(architecture.options, d)
        self.definition_features = Features(architecture.definitions, d)
        self.made = architecture.definitions.card_columns
        places = [place for block in self.blocks if not block.bag for place in block.card_places]
        self.register_buffer("card_places", torch.tensor(places, dtype=torch.long), persistent=False)
        self.linear = nn.ModuleDict({key(name): nn.Linear(inputs, outputs) for name, outputs, inputs in architecture.layers})
        self.orders = {"card.1": self.definition_features.order, "option.row": self.option_features.order}
        self.orders |= {f"block.{block.plan.name}": block.features.order for block in self.blocks}
        self._start()

    @torch.no_grad()
    def _start(self):
        """The first weights."""
        blocks = max(1, self.architecture.dims.blocks)
        for name, _, inputs in self.architecture.layers:
            gain = {"value.2": 0.1, "option.judge": 0.2}.get(name, 1.0)
            if name.startswith("trunk.") and name.endswith(".b"):
                gain = 0.5 / math.sqrt(blocks)
            elif name in ("value.1", "option.mix", "card.2") or name.endswith(".a"):
                gain = math.sqrt(2)
            self.layer(name).weight.normal_(0, gain / math.sqrt(inputs))
            self.layer(name).bias.zero_()

    def layer(self, name: str) -> nn.Linear:
        return self.linear[key(name)]

    def linearly(self, name: str, x):
        layer = self.layer(name)
        weight = layer.weight if self.largest is None else rounded(layer.weight, self.largest)
        return F.linear(x, weight.to(self.dtype), layer.bias.to(self.dtype))

    def embeddings(self):
        """Of all definitions, with that of no card first."""
        x = self.definition_features(self.definitions, self.dtype)
        hidden = relu(self.linearly("card.1", x))
        padded = F.pad(hidden, (0, 0, 1, 0))
        made = [padded[self.definitions[:, column].long()] for column in self.made]
        return F.pad(clip(self.linearly("card.2", torch.cat([hidden, *made], 1))), (0, 0, 1, 0))

    def state(self, observations, cards):
        """The state in the trunk, and the rows that options can point to."""
        n, d = len(observations), self.architecture.dims
        # One look-up for all cards.
        looked = Look.apply(cards, observations[:, self.card_places].long())
        parts, hiddens, at = [], [], 0
        for block in self.blocks:
            plan, name = block.plan, f"block.{block.plan.name}"
            if block.bag:
                card = block.table[:, plan.expansion.cards[0][1]].long()
                table = relu(self.linearly(name, block.features(block.table, self.dtype, cards[card])))
                pooled = block.counted(observations, self.dtype) @ table
                parts.append((pooled / (1 << plan.shift)).clamp(max=LIMIT))
                hiddens.append(None)
                continue
            rows, weights = block.rows(observations)
            own = looked[:, at : at + len(block.card_places)].reshape(n * plan.rows, -1)
            at += len(block.card_places)
            x = block.features(rows.reshape(n * plan.rows, -1), self.dtype, *([own] if own.shape[1] else []))
            hidden = relu(self.linearly(name, x)).view(n, plan.rows, -1)
            weights = weights.to(self.dtype).unsqueeze(-1)
            if plan.each:
                hidden = hidden * weights
                parts.append(hidden.reshape(n, -1))
            else:
                parts.append(((hidden * weights).sum(1) / (1 << plan.shift)).clamp(max=LIMIT))
            hiddens.append(hidden)
        h = clip(self.linearly("trunk.in", torch.cat(parts, 1)))
        for k in range(1, d.blocks + 1):
            h = clip(h + clip(self.linearly(f"trunk.{k}.b", relu(self.linearly(f"trunk.{k}.a", norm(h))))))
        pointed = [hiddens[block][:, first : first + rows] for block, first, rows in self.architecture.spec.pointed]
        return norm(h), torch.cat([torch.zeros_like(pointed[0][:, :1]), *pointed], 1)

    def forward(self, observations, options, owner):
        """The values of questions and the scores of options, as logarithms of odds."""
        cards = self.embeddings()
        t, pointed = self.state(observations, cards)
        value = self.linearly("value.2", relu(self.linearly("value.1", t))).float().squeeze(1)
        features = self.option_features
        looked = Look.apply(cards, options[:, features.card_column].long()).flatten(1)
        rows = options[:, features.hidden_column].long()
        most = pointed.shape[1]
        rows = torch.where((rows > 0) & (rows < most), rows, 0) + owner.unsqueeze(1) * most
        hidden = repeated(rows, pointed.flatten(0, 1)).flatten(1)
        asked = clip(self.linearly("option.row", features(options, self.dtype, looked, hidden)))
        mixed = relu(asked + repeated(owner, clip(self.linearly("option.state", t))))
        judge = repeated(owner, clip(self.linearly("option.judge", t)))
        scores = (relu(self.linearly("option.mix", mixed)).float() * judge.float()).sum(1)
        return value, scores

    @torch.no_grad()
    def layers(self) -> dict[str, Layer]:
        """The layers in whole numbers."""
        made = {}
        for name, outputs, inputs in self.architecture.layers:
            layer = self.layer(name)
            weight = layer.weight.float().cpu().numpy()
            if name in self.orders:
                ordered = np.zeros((outputs, inputs), np.float32)
                ordered[:, self.orders[name]] = weight
                weight = ordered
            made[name] = quantised(weight, layer.bias.float().cpu().numpy(), self.largest or 127)
        return made

    @torch.no_grad()
    def take(self, layers: dict[str, Layer]) -> Net:
        """Takes over layers in whole numbers."""
        for name, layer in layers.items():
            scale = layer.mult.astype(np.float64) / 2**24
            weight = layer.weight * scale[:, None]
            if name in self.orders:
                weight = weight[:, self.orders[name]]
            self.layer(name).weight.copy_(torch.tensor(weight, dtype=torch.float32))
            self.layer(name).bias.copy_(torch.tensor(layer.bias * scale / ONE, dtype=torch.float32))
        return self


def key(name: str) -> str:
    """PyTorch's names have no points."""
    return name.replace(".", "/")


def clip(x):
    return x.clamp(-LIMIT, LIMIT)


def relu(x):
    return x.clamp(0, LIMIT)


def norm(x):
    return clip((x.float() * torch.rsqrt(x.float().square().mean(-1, keepdim=True) + EPSILON)).to(x.dtype))
