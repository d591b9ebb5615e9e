"""Whom the learner meets beside itself: its past selves, and frozen players of files."""

from __future__ import annotations

import random

import torch

from . import weights
from .config import Config
from .model import Net


class League:
    """Past selves as they were, and frozen players."""

    def __init__(self, config: Config, net: Net):
        self.config = config
        self.selves: list[dict] = []
        self.frozen = []
        for file in config.against:
            header, architecture, layers = weights.from_bytes(open(file, "rb").read())
            if header["game"] != config.game:
                raise weights.BadNetwork(f"{file} plays {header['game']}, not {config.game}")
            other = Net(architecture, net.definitions.cpu().numpy(), None).to(net.definitions.device).take(layers)
            other.dtype = net.dtype
            self.frozen.append(other.requires_grad_(False))
        device = net.definitions.device
        self.past = Net(net.architecture, net.definitions.cpu().numpy(), net.largest).to(device).requires_grad_(False)
        self.past.dtype = net.dtype

    @property
    def members(self) -> list[Net]:
        """All networks that can be met."""
        return [self.past, *self.frozen]

    def join(self, net: Net) -> None:
        """The learner as it is now becomes a past self. When there are too many, one of the older half goes."""
        self.selves.append({name: value.detach().to("cpu", torch.float16) for name, value in net.state_dict().items()})

    def forget(self, chance: random.Random) -> None:
        if len(self.selves) > self.config.selves:
            self.selves.pop(chance.randrange(max(1, len(self.selves) // 2)))

    def opponent(self, chance: random.Random) -> Net | None:
        """Who is met in the next update; None as long as there is nobody."""
        if self.frozen and (not self.selves or chance.random() < self.config.against_share):
            return chance.choice(self.frozen)
        if not self.selves:
            return None
        self.past.load_state_dict(chance.choice(self.selves))
        return self.past
