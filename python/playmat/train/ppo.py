"""Proximal policy optimisation by self-play. All values are told from seat 0, whose win is the other's loss."""

from __future__ import annotations

import torch
from torch.nn import functional as F

from .act import Lists
from .config import Config


class Rollout:
    """What one half of the matches has seen and done."""

    def __init__(self, config: Config, matches: int, size: int, device):
        t, n = config.horizon, matches
        zeros = lambda *shape, dtype=torch.float32: torch.zeros(*shape, dtype=dtype, device=device)
        self.observations = zeros(t, n, size, dtype=torch.int16)
        self.action, self.logp, self.value = zeros(t, n, dtype=torch.long), zeros(t, n), zeros(t + 1, n)
        # The reward of seat 0, whether a match ended, 1 for seat 0 and -1 for seat 1, whether the learner answered.
        self.reward, self.done, self.sign, self.own = zeros(t, n), zeros(t, n), zeros(t + 1, n), zeros(t, n, dtype=torch.bool)
        self.rows, self.counts = [], []

    def advantages(self, config: Config):
        """Generalised advantages and the returns that values should be, both from the view of who answered. The answers of others
        are part of the world: values pass through them."""
        advantage = torch.zeros_like(self.reward)
        following = self.value[-1] * self.sign[-1]
        run = torch.zeros_like(following)
        for t in reversed(range(config.horizon)):
            goes_on = 1 - self.done[t]
            ahead = self.reward[t] + goes_on * following * config.gamma
            value = self.value[t] * self.sign[t]
            own = self.own[t]
            error = ahead - value + config.gamma * config.smoothing * goes_on * run
            run = torch.where(own, error, goes_on * run)
            advantage[t] = error * self.sign[t]
            following = torch.where(own, value, ahead)
        return advantage, advantage + self.value[:-1]


def expected(value):
    """The expected result, from -1 to 1, of a value as logarithm of odds."""
    return torch.tanh(value / 2)


class Learner:
    """The network, its optimiser, and one update after the other."""

    def __init__(self, config: Config, net, device):
        self.config, self.net, self.device = config, net, device
        self.cuda = device.type == "cuda"
        decayed = [weight for weight in net.parameters() if weight.ndim > 1]
        others = [weight for weight in net.parameters() if weight.ndim <= 1]
        groups = [{"params": decayed, "weight_decay": 1e-4}, {"params": others, "weight_decay": 0.0}]
        self.optimiser = torch.optim.AdamW(groups, lr=config.rate, betas=(0.9, 0.99), eps=1e-5, fused=self.cuda)
        self.loss = self._loss

    def compile(self, say) -> None:
        """Fuses the loss into few kernels where that works."""
        if not (self.config.compile and self.cuda):
            return
        self.loss, self.say = torch.compile(self._loss, dynamic=True), say

    def _gradients(self, *given):
        """Adds up the gradients of the loss. If it cannot be compiled it is taken as it is."""
        self.optimiser.zero_grad(set_to_none=True)
        try:
            loss, told = self.loss(*given)
            loss.backward()
        except Exception as error:
            if self.loss == self._loss:
                raise
            self.say(f"the loss is not compiled: {type(error).__name__}: {str(error)[:300]}")
            self.loss = self._loss
            return self._gradients(*given)
        return told

    def _loss(self, observations, rows, owner, place, action, logp_before, advantage, wanted, entropy_share, most):
        config = self.config
        value, scores = self.net(observations, rows, owner)
        spread = torch.full((len(observations), most), -1e9, device=scores.device).index_put((owner, place), scores)
        logs = torch.log_softmax(spread, 1)
        logp = logs.gather(1, action.unsqueeze(1)).squeeze(1)
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        ratio = torch.exp(logp - logp_before)
        gain = torch.minimum(ratio * advantage, ratio.clamp(1 - config.clip, 1 + config.clip) * advantage)
        policy = -gain.mean()
        entropy = -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
        # The odds of a win are learned as such.
        miss = F.binary_cross_entropy_with_logits(value, (wanted.clamp(-1, 1) + 1) / 2)
        divergence = (ratio - 1 - (logp - logp_before)).mean()
        loss = policy + config.value_weight * miss - entropy_share * entropy
        return loss, torch.stack([policy, miss, entropy, divergence]).detach()

    def update(self, rollouts: list[Rollout], rate: float, entropy: float, most: int, generator) -> dict[str, float]:
        """Some passes over what was seen, in minibatches."""
        config = self.config
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        told = [rollout.advantages(config) for rollout in rollouts]
        flat = lambda parts: torch.cat([part.flatten(0, 1) for part in parts])
        own = flat([rollout.own for rollout in rollouts])
        action, logp = flat([r.action for r in rollouts]), flat([r.logp for r in rollouts])
        advantage, wanted = flat([a for a, _ in told]), flat([w for _, w in told])
        observations = [r.observations.flatten(0, 1) for r in rollouts]
        half = len(observations[0])
        rows = torch.cat([part for r in rollouts for part in r.rows])
        counts = torch.cat([part for r in rollouts for part in r.counts]).long()
        starts = counts.cumsum(0) - counts
        share = torch.tensor(entropy, device=self.device)
        kept = own.nonzero().squeeze(1)
        size = min(config.minibatch, len(kept))
        stats = []
        for epoch in range(config.epochs):
            order = kept[torch.randperm(len(kept), device=self.device, generator=generator)]
            recent = len(stats)
            for at in range(0, len(order) - size + 1, size):
                take = order[at : at + size]
                # Both halves lie apart: joining them would copy all that was seen.
                first, second = take[take < half], take[take >= half]
                take = torch.cat([first, second])
                seen = torch.cat([observations[0][first], observations[1][second - half]])
                lists = Lists.picked(rows, starts[take], counts[take])
                chosen = (action[take], logp[take], advantage[take], wanted[take])
                stats.append(self._gradients(seen, lists.rows, lists.owner, lists.place, *chosen, share, most))
                torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
                self.optimiser.step()
            if epoch + 1 < config.epochs and float(torch.stack(stats[recent:]).mean(0)[3]) > config.most_divergence:
                break
        policy, miss, entropy_now, divergence = torch.stack(stats).mean(0).tolist()
        values = flat([r.value[:-1] for r in rollouts])
        explained = 1 - float((wanted - values)[own].var() / wanted[own].var().clamp(min=1e-6))
        return {"policy": policy, "value": miss, "entropy": entropy_now, "kl": divergence, "explained": explained, "answers": len(kept)}
