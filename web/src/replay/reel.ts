// A replay as positions: every view at once, so that any of them is there without waiting. No rule, no drawing.
import { isOf } from "../lib/kinds";
import type { Change, GameEvent, Part, Replay, Seat, View } from "../protocol/messages";

/** Whose cards are open. */
export type Eyes = Seat | "both";

/** One position: what was entered, and the views after it. */
export type Frame = { p1: View; p2: View; both: View };

/** All positions, the opening first. */
export function frames(replay: Replay): Frame[] {
	let { p1, p2 } = replay.start;
	return replay.steps.map((step, index) => {
		if (index > 0) {
			p1 = changed(p1, step.p1 ?? []);
			p2 = changed(p2, step.p2 ?? []);
		}
		return { p1, p2, both: open(p1, p2) };
	});
}

/** What has been told up to a position, numbered for the log. What was taken back stays in the log. */
export function eventsUpTo(replay: Replay, at: number): GameEvent[] {
	return replay.steps
		.slice(0, at + 1)
		.flatMap((step) => step.events ?? [])
		.map((event, index) => ({ ...event, n: index + 1 }));
}

/** Where a turn begins: the position, and what the log says of it. */
export type Turn = { at: number; words: string };

/** All turns. Of one that was taken back and begun again only the last beginning counts. */
export function turnsOf(replay: Replay): Turn[] {
	return replay.steps.flatMap((step, at) => {
		if (step.undone) return [];
		const begun = (step.events ?? []).findLast((event) => isOf(event, "turn", "skirmish"));
		return begun ? [{ at, words: begun.text.replace(/\.$/, "") }] : [];
	});
}

/** The position that an address asks for, within what there is. */
export function positionOf(text: string | null, count: number): number {
	const at = Number.parseInt(text ?? "0", 10);
	return Number.isFinite(at) ? Math.max(0, Math.min(at, count - 1)) : 0;
}

function changed(view: View, changes: readonly Change[]): View {
	if (changes.length === 0) return view;
	const next = [...view];
	for (const { part, value } of changes) {
		const old = next[part];
		if (old) next[part] = { ...old, value };
	}
	return next;
}

/** Each player's parts as that player saw them. Parts have the same places in all views. */
function open(p1: View, p2: View): View {
	return p1.map((part: Part, place) => (part.seat === "p2" ? (p2[place] ?? part) : part));
}
