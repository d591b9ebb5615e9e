// What stands on a card's face, in pieces: its words and its numbers. Nothing here decides anything.
import type { GameCard } from "../protocol/messages";
import { capital } from "./words";

/** A line of a card: what it waits for or costs stands out, the rest says what it does. */
export type Line = { when: string | undefined; does: string };

/** `on eat: draw 1.` as `On eat:` and `draw 1.` */
export function lineOf(text: string): Line {
	const at = text.indexOf(": ");
	return at < 0 ? { when: undefined, does: capital(text) } : { when: capital(text.slice(0, at + 1)), does: text.slice(at + 2) };
}

/** A number on a card, and whether it is more or less than printed. */
export type Figure = { is: "attack" | "health" | "defense" | "power" | "meal"; number: string; change: "" | "up" | "down" };

/** The numbers of a card: one is a power; two are attack and health or defense; what it is worth as a meal is printed only. */
export function figures(stats: string | undefined, printed: GameCard | undefined): Figure[] {
	const was = printed?.stats?.match(/-?\d+/g) ?? [];
	const now = stats?.match(/-?\d+/g) ?? was;
	const figure = (is: Figure["is"], at: number): Figure => {
		const by = Number(now[at]) - Number(was[at] ?? now[at]);
		return { is, number: now[at] ?? "", change: by > 0 ? "up" : by < 0 ? "down" : "" };
	};
	if (now.length === 0) return [];
	if (now.length === 1) return [figure("power", 0)];
	const second = printed?.level === undefined || printed.level === null ? "health" : "defense";
	const meal: Figure[] = was.length > 2 ? [{ is: "meal", number: was[2] ?? "", change: "" }] : [];
	return [figure("attack", 0), figure(second, 1), ...meal];
}

/** Numbers with their names, for who cannot see them. */
export const figureWords = (all: readonly Figure[]): string =>
	all.map((one) => `${one.is === "meal" ? "nutrition" : one.is} ${one.number}`).join(", ");
