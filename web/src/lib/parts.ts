// Reading a view: its parts by name, and where cards stand.
import type { Card, Part, PartValue, Seat, View, Viewer } from "../protocol/messages";

/** The seat across the table. */
export const rival = (seat: Seat): Seat => (seat === "p1" ? "p2" : "p1");

/** The seat that sits at the lower edge of the screen. */
export const near = (viewer: Viewer): Seat => (viewer === "p2" ? "p2" : "p1");

/** The place of a part in the view, or -1. */
export function partIndex(view: View, name: string, seat?: Seat): number {
	return view.findIndex((part) => part.name === name && part.seat === seat);
}

/** The value of a part, if there is one. */
export function value(view: View, name: string, seat?: Seat): PartValue | undefined {
	return view[partIndex(view, name, seat)]?.value;
}

/** The cards of a part; none if it is no list of cards. */
export function cardsOf(view: View, name: string, seat?: Seat): Card[] {
	const found = value(view, name, seat);
	return Array.isArray(found) ? found : [];
}

/** The number of a part, if it is a number. */
export function numberOf(view: View, name: string, seat?: Seat): number | undefined {
	const found = value(view, name, seat);
	return typeof found === "number" ? found : undefined;
}

/** The word of a part, if it is a word. */
export function wordOf(view: View, name: string, seat?: Seat): string | undefined {
	const found = value(view, name, seat);
	return typeof found === "string" ? found : undefined;
}

/** How many cards a part has: a pile that is only counted, or a list. */
export function countOf(view: View, name: string, seat?: Seat): number | undefined {
	const found = value(view, name, seat);
	return typeof found === "number" ? found : Array.isArray(found) ? found.length : undefined;
}

/** A card with its place in the view, as options name it. */
export type Standing = { card: Card; part: number; index: number };

/** The cards of a zone with their places in the view. */
export function standing(view: View, name: string, seat?: Seat): Standing[] {
	const part = partIndex(view, name, seat);
	const found = view[part]?.value;
	return Array.isArray(found) ? found.map((card, index) => ({ card, part, index })) : [];
}

/** One place of a side: empty, or with a card. */
export type Place = { place: number; standing: Standing | undefined };

/**
 * The places of a side from the left. `places` says how many there are at least; cards without a place come after them, so that
 * nothing that was sent is left out.
 */
export function places(view: View, name: string, seat: Seat, places: number): Place[] {
	const cards = standing(view, name, seat);
	const row: Place[] = Array.from({ length: places }, (_, place) => ({ place, standing: undefined }));
	const beside: Standing[] = [];
	for (const one of cards) {
		const at = one.card.place;
		if (at === undefined) beside.push(one);
		else {
			while (row.length <= at) row.push({ place: row.length, standing: undefined });
			const slot = row[at];
			if (slot && !slot.standing) slot.standing = one;
			else beside.push(one);
		}
	}
	for (const one of beside) row.push({ place: row.length, standing: one });
	return row;
}

/** `5/4` as its numbers. */
export function numbers(stats: string | undefined): number[] {
	return stats ? (stats.match(/-?\d+/g) ?? []).map(Number) : [];
}

/**
 * What a card is called on the screen from one view to the next: by its handle if it has one, else by its zone, name and which of
 * that name it is. Backs are counted.
 */
export function keyOf(part: Part, index: number): string {
	const cards = Array.isArray(part.value) ? part.value : [];
	const card = cards[index];
	if (!card) return `${part.seat ?? "table"}/${part.name}/none`;
	if (card.handle !== undefined) return `#${card.handle}`;
	let nth = 1;
	for (let before = 0; before < index; before++) {
		const other = cards[before];
		if (other && other.card === card.card && other.handle === undefined) nth++;
	}
	return `${part.seat ?? "table"}/${part.name}/${card.card ?? "back"}/${nth}`;
}
