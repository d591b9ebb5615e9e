#!/usr/bin/env python3
"""Learns to play one of the games by proximal policy optimisation (PPO), in one file and with NumPy alone.

    python3 examples/train_ppo.py                                     Skirmish against random for four minutes
    python3 examples/train_ppo.py --opponent greedy --minutes 50      against the greedy bot

How it sees a match: the numbers of the observation, how often each card is in each of its blocks, and every listed option as a row: what
is done, with which card, where. How it decides: one layer over the state, then a score for each option from the state and the option's row;
the answer is drawn from the softmax of the scores. Every gradient is written out below; there is nothing else.
"""

import argparse
import math
import time

import numpy as np

import playmat


def arguments():
    parser = argparse.ArgumentParser(description="Learns to play by PPO, with NumPy alone.")
    parser.add_argument("--game", default="skirmish", choices=playmat.games())
    parser.add_argument("--opponent", default="random", help="the bot to learn against")
    parser.add_argument("--minutes", type=float, default=4.0, help="how long to learn, in minutes of one core")
    parser.add_argument("--updates", type=int, help="learn for so many updates instead: the same numbers on every run")
    parser.add_argument("--matches", type=int, default=128, help="matches played at once")
    parser.add_argument("--steps", type=int, default=64, help="answers of each match between two updates")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--minibatch", type=int, default=1024)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--rate", type=float, default=1e-3, help="the learning rate; it falls to a tenth in the end")
    parser.add_argument("--gamma", type=float, default=0.999)
    parser.add_argument("--smoothing", type=float, default=0.95, help="lambda of the generalised advantage estimation")
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="threads that step the matches")
    parser.add_argument("--judge", default="random,greedy", help="the bots to be measured against in the end")
    parser.add_argument("--judged", type=int, default=2000, help="in so many matches each")
    parser.add_argument("--save", metavar="FILE", help="write the weights here (.npz)")
    return parser.parse_args()


def holds_card(column):
    """Whether a column holds the definition of a card, plus one. All others are numbers."""
    return column.holds == "card"


class Features:
    """Makes floats of what a batch writes."""

    def __init__(self, game):
        spec = playmat.spec(game)
        definitions = playmat.Rules(game).definitions().astype(np.float32)
        self.cards = len(definitions) + 1
        scale = np.abs(definitions).max(axis=0, initial=1)
        # Row 0 is no card.
        self.definitions = np.vstack([np.zeros(definitions.shape[1], np.float32), definitions / scale])
        self.numbers, self.bags = [], []
        for block in spec.observation:
            width = len(block.columns)
            places = block.start + np.arange(block.rows * width).reshape(block.rows, width)
            is_card = np.array([holds_card(column) for column in block.columns])
            self.numbers.append(places[:, ~is_card].ravel())
            if is_card.any():
                self.bags.append(places[:, is_card].ravel())
        self.numbers = np.concatenate(self.numbers)
        columns = spec.options.columns
        self.card_columns = [i for i, column in enumerate(columns) if holds_card(column)]
        self.word_columns = [i for i in range(len(columns)) if i not in self.card_columns]
        self.mean = self.deviation = self.words = None

    def fit(self, observations, rows):
        """Takes the scale of the numbers, and how many values the columns of options have, from the first things seen."""
        numbers = observations[:, self.numbers].astype(np.float32)
        self.mean, self.deviation = numbers.mean(axis=0), numbers.std(axis=0) + 0.1
        self.words = [int(rows[:, column].max(initial=0)) + 2 for column in self.word_columns]

    def state(self, observations):
        """What is seen: numbers, and how many of each card are in each block."""
        numbers = (observations[:, self.numbers] - self.mean) / self.deviation
        parts = [np.clip(numbers, -5, 5).astype(np.float32)]
        first = np.arange(len(observations))[:, None] * self.cards
        for bag in self.bags:
            counted = np.bincount((first + observations[:, bag]).ravel(), minlength=len(observations) * self.cards)
            counted = counted.reshape(-1, self.cards).astype(np.float32)
            counted[:, 0] = 0
            parts.append(counted)
        return np.hstack(parts)

    def options(self, rows):
        """The listed options: each word of a row has a place of its own, and so has each card, beside what the card is."""
        parts = []
        for column, values in zip(self.word_columns, self.words):
            words = np.clip(rows[:, column], 0, values - 1)
            parts.append((words[:, None] == np.arange(values)).astype(np.float32))
        for column in self.card_columns:
            card = rows[:, column]
            parts += [(card[:, None] == np.arange(self.cards)).astype(np.float32), self.definitions[card]]
        return np.hstack(parts)


class Policy:
    """Two layers, with their gradients, and Adam."""

    def __init__(self, inputs, option_inputs, hidden, rng):
        def made(rows, columns, gain=1.0):
            return (rng.standard_normal((rows, columns)) * gain * math.sqrt(2 / rows)).astype(np.float32)

        self.weights = {
            "state": made(inputs, hidden, 0.5),
            "state_bias": np.zeros(hidden, np.float32),
            "value": made(hidden, 1, 0.1),
            "value_bias": np.zeros(1, np.float32),
            "mix": made(hidden, hidden),
            "option": made(option_inputs, hidden),
            "mix_bias": np.zeros(hidden, np.float32),
            "score": made(hidden, 1, 0.1),
        }
        self.moments = {name: (np.zeros_like(weight), np.zeros_like(weight)) for name, weight in self.weights.items()}
        self.updates = 0

    def forward(self, state, options, whose):
        """Values of the states and scores of their options. `whose` says to which state each option belongs."""
        weights = self.weights
        seen = np.maximum(state @ weights["state"] + weights["state_bias"], 0)
        value = (seen @ weights["value"] + weights["value_bias"])[:, 0]
        mixed = np.maximum((seen @ weights["mix"])[whose] + options @ weights["option"] + weights["mix_bias"], 0)
        return value, (mixed @ weights["score"])[:, 0], (seen, mixed)

    def backward(self, state, options, starts, whose, kept, of_value, of_score):
        """Gradients of all weights from those of the values and the scores."""
        weights, (seen, mixed) = self.weights, kept
        through = of_score[:, None] * weights["score"][:, 0] * (mixed > 0)
        of_mix = np.add.reduceat(through, starts, axis=0)
        of_seen = (of_value[:, None] * weights["value"][:, 0] + of_mix @ weights["mix"].T) * (seen > 0)
        return {
            "state": state.T @ of_seen,
            "state_bias": of_seen.sum(axis=0),
            "value": seen.T @ of_value[:, None],
            "value_bias": of_value.sum(keepdims=True),
            "mix": seen.T @ of_mix,
            "option": options.T @ through,
            "mix_bias": through.sum(axis=0),
            "score": mixed.T @ of_score[:, None],
        }

    def descend(self, gradients, rate, longest=0.5):
        """A step of Adam, with the gradient cut to a length."""
        length = math.sqrt(sum(float((gradient**2).sum()) for gradient in gradients.values()))
        cut = min(1.0, longest / (length + 1e-8))
        self.updates += 1
        step = rate * math.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for name, gradient in gradients.items():
            mean, square = self.moments[name]
            mean += 0.1 * (gradient * cut - mean)
            square += 0.001 * ((gradient * cut) ** 2 - square)
            self.weights[name] -= step * mean / (np.sqrt(square) + 1e-5)


def listed(arrays):
    """The rows of all options of all matches, one after the other; where those of each match begin; and whose each is."""
    count = arrays.count.astype(np.int64)
    starts = np.concatenate([[0], np.cumsum(count)[:-1]])
    whose = np.repeat(np.arange(len(count)), count)
    return arrays.options[arrays.mask.astype(bool)], starts, whose


def log_softmax(scores, starts, whose):
    """Of the options of each state among themselves."""
    shifted = scores - np.maximum.reduceat(scores, starts)[whose]
    return shifted - np.log(np.add.reduceat(np.exp(shifted), starts))[whose]


def draw(log_probabilities, starts, whose, rng):
    """An option of each state by its probability: the largest of the logarithms with noise of Gumbel's."""
    noisy = log_probabilities - np.log(-np.log(rng.random(len(log_probabilities)) + 1e-12) + 1e-12)
    return best(noisy, starts, whose)


def best(scores, starts, whose):
    """The place of the option with the highest score in each list."""
    highest = np.flatnonzero(scores == np.maximum.reduceat(scores, starts)[whose])
    _, first = np.unique(whose[highest], return_index=True)
    return highest[first] - starts


def new_batch(args, opponent, matches, seed):
    batch = playmat.Batch(args.game, matches, seed=seed, threads=args.threads, opponent=opponent)
    arrays = batch.arrays()
    batch.reset(arrays)
    return batch, arrays


def answer(batch, arrays, actions):
    """Takes the actions. The rewards of who answered, and where a match has ended."""
    seats = arrays.seat.copy()
    batch.step(actions.astype(np.int32), arrays)
    return arrays.reward[np.arange(len(seats)), seats], arrays.done.astype(bool)


def rollout(args, batch, arrays, features, policy, rng):
    """Plays on, and returns all that was seen and done, with advantages and returns; and how the matches went that ended."""
    kept, results = [], []
    for _ in range(args.steps):
        rows, starts, whose = listed(arrays)
        state = features.state(arrays.observations)
        values, scores, _ = policy.forward(state, features.options(rows), whose)
        log_probabilities = log_softmax(scores, starts, whose)
        actions = draw(log_probabilities, starts, whose, rng)
        count = arrays.count.copy()
        rewards, ended = answer(batch, arrays, actions)
        results += rewards[ended].tolist()
        kept.append((state, rows, count, actions, log_probabilities[starts + actions], values, rewards, ended))
    state = features.state(arrays.observations)
    rows, _, whose = listed(arrays)
    following = policy.forward(state, features.options(rows), whose)[0]
    advantage = np.zeros(args.matches, np.float32)
    advantages = []
    for *_, values, rewards, ended in reversed(kept):
        goes_on = ~ended
        error = rewards + args.gamma * following * goes_on - values
        advantage = error + args.gamma * args.smoothing * advantage * goes_on
        advantages.append(advantage)
        following = values
    states, rows, counts, actions, chosen, values, _, _ = (np.concatenate(part) for part in zip(*kept))
    advantages = np.concatenate(advantages[::-1])
    return (states, rows, counts, actions, chosen, advantages, advantages + values), results


def learn(args, policy, features, experience, rate, rng):
    """The update: some passes over what was experienced, in minibatches. Returns the mean entropy of the policy."""
    states, rows, counts, actions, chosen, advantages, returns = experience
    begins = np.concatenate([[0], np.cumsum(counts)[:-1]])
    entropies = []
    for _ in range(args.epochs):
        order = rng.permutation(len(states))
        for picked in np.split(order, range(args.minibatch, len(order), args.minibatch)):
            count = counts[picked].astype(np.int64)
            starts = np.concatenate([[0], np.cumsum(count)[:-1]])
            whose = np.repeat(np.arange(len(picked)), count)
            places = begins[picked][whose] + np.arange(len(whose)) - starts[whose]
            state, options = states[picked], features.options(rows[places])
            values, scores, kept = policy.forward(state, options, whose)
            log_probabilities = log_softmax(scores, starts, whose)
            probabilities = np.exp(log_probabilities)
            taken = starts + actions[picked]

            advantage = advantages[picked]
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            ratio = np.exp(log_probabilities[taken] - chosen[picked])
            # The gradient is that of the smaller of ratio x advantage and the clipped one: none where it is clipped.
            clipped = np.where(advantage > 0, ratio > 1 + args.clip, ratio < 1 - args.clip)
            weight = np.where(clipped, 0, ratio * advantage) / len(picked)
            of_score = probabilities * weight[whose]
            of_score[taken] -= weight
            entropy = -np.add.reduceat(probabilities * log_probabilities, starts)
            of_score += args.entropy / len(picked) * probabilities * (log_probabilities + entropy[whose])
            of_value = 0.5 * (values - returns[picked]) / len(picked)

            policy.descend(policy.backward(state, options, starts, whose, kept, of_value, of_score), rate)
            entropies.append(entropy.mean())
    return float(np.mean(entropies))


def judge(args, policy, features, opponent):
    """How often the policy wins when it takes the option that it likes best; a draw is half a win. With a 95 % interval (Wilson).
    Every place plays the same number of matches, so that short ones do not count more often."""
    each = -(-args.judged // args.matches)
    batch, arrays = new_batch(args, opponent, args.matches, args.seed + 1_000_003)
    played, won = np.zeros(args.matches, int), 0.0
    while played.min() < each:
        rows, starts, whose = listed(arrays)
        _, scores, _ = policy.forward(features.state(arrays.observations), features.options(rows), whose)
        rewards, ended = answer(batch, arrays, best(scores, starts, whose))
        counted = ended & (played < each)
        won += float((rewards[counted] + 1).sum() / 2)
        played += ended
    batch.close()
    number = each * args.matches
    share, z = won / number, 1.96
    centre = (share + z * z / (2 * number)) / (1 + z * z / number)
    half = z / (1 + z * z / number) * math.sqrt(share * (1 - share) / number + z * z / (4 * number * number))
    print(f"against {opponent}: wins {share:.1%} of {number} matches (95 % interval {centre - half:.1%} to {centre + half:.1%})")
    return share, centre - half


def main():
    args = arguments()
    rng = np.random.default_rng(args.seed)
    features = Features(args.game)
    batch, arrays = new_batch(args, args.opponent, args.matches, args.seed)
    # A few random steps show how large the numbers are.
    seen = []
    for _ in range(64):
        seen.append((arrays.observations.copy(), listed(arrays)[0]))
        answer(batch, arrays, playmat.random_actions(arrays.count, rng))
    features.fit(*(np.concatenate(part) for part in zip(*seen)))
    state, options = features.state(arrays.observations), features.options(listed(arrays)[0])
    policy = Policy(state.shape[1], options.shape[1], args.hidden, rng)
    sizes = sum(weight.size for weight in policy.weights.values())
    print(f"{args.game} against {args.opponent}, seed {args.seed}: {state.shape[1]} inputs, {sizes} weights")

    # What else the machine does shall not make the learner worse: only its own time counts.
    began, recent, update = time.process_time(), [], 0
    while True:
        spent = (time.process_time() - began) / 60
        done = update / args.updates if args.updates else spent / args.minutes
        if done >= 1:
            break
        experience, results = rollout(args, batch, arrays, features, policy, rng)
        entropy = learn(args, policy, features, experience, args.rate * (1 - 0.9 * done), rng)
        update += 1
        recent = (recent + results)[-1000:]
        if update % 20 == 0:
            share = (np.mean(recent) + 1) / 2 if recent else math.nan
            answers = update * args.matches * args.steps
            print(f"{spent:5.1f} min  update {update:5}  {answers:9} answers  wins {share:.1%}  entropy {entropy:.2f}", flush=True)
    batch.close()
    for opponent in args.judge.split(","):
        judge(args, policy, features, opponent)
    if args.save:
        np.savez(args.save, **policy.weights)


if __name__ == "__main__":
    main()
