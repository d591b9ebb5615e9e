// A match that is over, in a few facts, from what was heard of it.

import type { GameCard, GameEvent, Over, Seat } from "../protocol/messages";
import { isOf } from "./kinds";

/** A fact: a few words, and what they are about. */
export type Fact = { head: string; line: string };

/** How it came, the card that did most, and some facts. */
export type Recap = { why: string | undefined; card: string | undefined; facts: Fact[] };

const LOSSES = ["hurt", "lost-points"] as const;

/** The recap of a match, with what is printed on its cards. */
export function recap(events: readonly GameEvent[], over: Over, cards: readonly GameCard[] = []): Recap {
	const turns = events.filter((event) => isOf(event, "turn")).length;
	const loser: Seat | undefined = over.winner && (over.winner === "p1" ? "p2" : "p1");
	const last = events.findLast((event) => isOf(event, ...LOSSES) && event.seat === loser);
	const word = last && isOf(last, "lost-points") ? (last.number === 1 ? "point" : "points") : "life";
	const when = turns > 0 ? ` on turn ${turns}` : "";
	const why =
		over.by === "rules" && last?.cause && last.number ? `${last.cause} took the last ${last.number} ${word}${when}.` : undefined;
	const best = most(events.filter((event) => isOf(event, ...LOSSES) && event.seat === loser));
	// Where nobody loses life or points, the strongest that came for who won.
	const strong = best ? undefined : strongest(events, over.winner, cards);
	const facts: Fact[] = [];
	const chain = longestChain(events);
	if (chain > 1) facts.push({ head: `${chain} links`, line: "the longest chain" });
	const meal = biggestMeal(events);
	if (meal) facts.push({ head: meal.by, line: `the biggest meal: ${meal.count} cards` });
	const blow = events.reduce((most, event) => (isOf(event, ...LOSSES) ? Math.max(most, event.number ?? 0) : most), 0);
	if (blow > 0) facts.push({ head: `${blow} at once`, line: "the hardest blow" });
	if (best) facts.push({ head: best.card, line: `did most: ${best.sum} ${word === "life" ? "damage" : word} in all` });
	if (strong) facts.push({ head: strong.card, line: `the strongest: ${strong.sum}` });
	const died = events.filter((event) => isOf(event, "died")).length;
	if (!best && died > 1) facts.push({ head: `${died} died`, line: "on both sides" });
	if (turns > 0) facts.push({ head: `${turns} turns`, line: "in all" });
	return { why, card: best?.card ?? strong?.card, facts: facts.slice(0, 3) };
}

/** A card and what it did. */
type Deed = { card: string; sum: number };

/** The card with the highest printed number among those that entered for a player. */
function strongest(events: readonly GameEvent[], seat: Seat | undefined, cards: readonly GameCard[]): Deed | undefined {
	const entered = new Set(
		events.flatMap((event) => (isOf(event, "entered") && seat && event.seat === seat ? (event.cards?.[0]?.card ?? []) : [])),
	);
	const numbers = cards.map((card) => ({ card: card.name, sum: Number.parseInt(card.stats ?? "", 10) }));
	return highest(numbers.filter(({ card, sum }) => entered.has(card) && sum > 0));
}

const highest = (deeds: readonly Deed[]): Deed | undefined => [...deeds].sort((one, two) => two.sum - one.sum)[0];

/** The cause that comes with the highest sum. */
function most(events: readonly GameEvent[]): Deed | undefined {
	const sums = new Map<string, number>();
	for (const { cause, number } of events) if (cause && number) sums.set(cause, (sums.get(cause) ?? 0) + Math.abs(number));
	return highest([...sums].map(([card, sum]) => ({ card, sum })));
}

/** Who ate most cards one after the other. */
function biggestMeal(events: readonly GameEvent[]): { by: string; count: number } | undefined {
	let best: { by: string; count: number } | undefined;
	let now: { by: string; count: number } | undefined;
	for (const event of events) {
		if (!isOf(event, "eaten") || !event.cause) {
			if (isOf(event, "turn")) now = undefined;
			continue;
		}
		now = now?.by === event.cause ? { by: now.by, count: now.count + 1 } : { by: event.cause, count: 1 };
		if (!best || now.count > best.count) best = now;
	}
	return best && best.count > 1 ? best : undefined;
}

/** How many links stood at once. */
function longestChain(events: readonly GameEvent[]): number {
	let links = 0;
	let longest = 0;
	for (const event of events) {
		if (isOf(event, "activated")) longest = Math.max(longest, ++links);
		if (isOf(event, "resolved", "fizzled", "stopped")) links = Math.max(0, links - 1);
		if (isOf(event, "turn", "phase")) links = 0;
	}
	return longest;
}
