// The difference of two views drives all motion. It knows zones and handles, no event and no rule.
import type { Card, Part, Seat, View } from "../protocol/messages";
import { keyOf, numbers } from "./parts";

/** Where something was: a card that was shown, or only a zone. */
export type Origin = { key: string } | { zone: string };

/** What one card or number did between two views. */
export type Change =
	| { kind: "moved"; key: string; from: Origin }
	| { kind: "gone"; key: string; to: string | undefined }
	| { kind: "stats"; key: string; by: number; part: number }
	| { kind: "marked"; key: string; mark: string }
	| { kind: "count"; zone: string; by: number };

/** The name of a zone on the screen. */
export const zoneOf = (part: Part): string => `${part.seat ?? "table"}/${part.name}`;

type Found = { key: string; card: Card; zone: string; seat: Seat | undefined; part: string };

/** What changed from one view to the next of the same match. */
export function diff(before: View, after: View): Change[] {
	const was = cardsByKey(before);
	const is = cardsByKey(after);
	const changes: Change[] = [];
	const left = [...was.values()].filter((old) => !is.has(old.key));
	const drawn = shrunkenDecks(before, after);

	for (const now of is.values()) {
		const old = was.get(now.key);
		if (old) {
			if (old.zone !== now.zone || old.card.place !== now.card.place) {
				changes.push({ kind: "moved", key: now.key, from: { key: now.key } });
			}
			changes.push(...altered(old, now));
			continue;
		}
		const origin = takeOrigin(left, now, drawn);
		if (origin) changes.push({ kind: "moved", key: now.key, from: origin });
	}
	for (const old of left) changes.push({ kind: "gone", key: old.key, to: grownPile(before, after, old.card.owner) });
	for (const [index, part] of after.entries()) {
		const old = before[index];
		if (old && typeof part.value === "number" && typeof old.value === "number" && part.value !== old.value) {
			changes.push({ kind: "count", zone: zoneOf(part), by: part.value - old.value });
		}
	}
	return changes;
}

function cardsByKey(view: View): Map<string, Found> {
	const found = new Map<string, Found>();
	for (const part of view) {
		if (!Array.isArray(part.value)) continue;
		for (const [index, card] of part.value.entries()) {
			const key = keyOf(part, index);
			found.set(key, { key, card, zone: zoneOf(part), seat: part.seat, part: part.name });
		}
	}
	return found;
}

/** Numbers and marks of a card that stayed in sight. */
function altered(old: Found, now: Found): Change[] {
	const changes: Change[] = [];
	const before = numbers(old.card.stats);
	const after = numbers(now.card.stats);
	for (const [part, number] of after.entries()) {
		const by = number - (before[part] ?? number);
		if (by !== 0) changes.push({ kind: "stats", key: now.key, by, part });
	}
	const had = new Set((old.card.marks ?? []).map((mark) => mark.word));
	for (const mark of now.card.marks ?? []) {
		if (!had.has(mark.word)) changes.push({ kind: "marked", key: now.key, mark: mark.word });
	}
	return changes;
}

/** A card that appeared came from one of the same name that is gone, from a back of its owner, or from a deck that shrank. */
function takeOrigin(left: Found[], now: Found, decks: Map<Seat, number>): Origin | undefined {
	const name = now.card.card;
	const same = left.findIndex(
		(old) => old.card.owner === now.card.owner && old.zone !== now.zone && old.card.card === name && name,
	);
	const back = left.findIndex((old) => old.card.owner === now.card.owner && old.zone !== now.zone && !old.card.card);
	const at = same >= 0 ? same : back;
	const fromHand = at >= 0 ? left[at] : undefined;
	const deck = decks.get(now.card.owner) ?? 0;
	if (!fromHand && deck > 0) {
		decks.set(now.card.owner, deck - 1);
		return { zone: `${now.card.owner}/deck` };
	}
	if (!fromHand) return undefined;
	left.splice(at, 1);
	return { key: fromHand.key };
}

function shrunkenDecks(before: View, after: View): Map<Seat, number> {
	const decks = new Map<Seat, number>();
	for (const [index, part] of after.entries()) {
		const old = before[index]?.value;
		if (part.name !== "deck" || !part.seat || typeof part.value !== "number" || typeof old !== "number") continue;
		if (old > part.value) decks.set(part.seat, old - part.value);
	}
	return decks;
}

/** The pile of a player that got bigger, if any: where something that is gone may have gone. */
function grownPile(before: View, after: View, owner: Seat): string | undefined {
	const grown = after.find((part, index) => {
		const old = before[index]?.value;
		if (part.seat !== owner || ["field", "hand", "playing"].includes(part.name)) return false;
		if (typeof part.value === "number" && typeof old === "number") return part.name === "deck" && part.value > old;
		return Array.isArray(part.value) && Array.isArray(old) && part.value.length > old.length;
	});
	return grown && zoneOf(grown);
}
