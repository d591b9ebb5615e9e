// Which parts of a view go where. It follows the names that all games share, and lists what it does not know.
import type { View } from "../protocol/messages";

/** A table laid out. */
export type Layout = {
	/** Zones of a side that are rows of cards, the one at the middle of the table first. */
	rows: string[];
	/** Zones of a side that are piles to open. */
	piles: string[];
	/** What a player wins or loses by. */
	scores: string[];
	/** Other numbers and words of a player. */
	facts: string[];
	/** Numbers and words of the table. */
	about: string[];
	/** How many places have a number of their own on each side: terrains with modifiers. */
	terrains: number;
	/** Zones in the middle of the table: what is being played, and the chain. */
	middle: { zone: string; seat: "p1" | "p2" | undefined }[];
};

const ROWS = ["field", "magic"];
const MIDDLE = ["playing", "chain"];
const SCORES = ["hp", "points", "life", "wins"];
const ELSEWHERE = new Set(["hand", "deck", "turn", "phase", ...ROWS, ...MIDDLE]);

/** Lays a view out. The parts of a game are the same in all its views, so this changes only with the game. */
export function layout(view: View): Layout {
	const own = view.filter((part) => part.seat === "p1");
	const names = own.map((part) => part.name);
	const isList = (name: string) => own.some((part) => part.name === name && Array.isArray(part.value));
	const others = names.filter((name) => !ELSEWHERE.has(name) && !isNumbered(name));
	return {
		rows: ROWS.filter(isList),
		piles: others.filter(isList),
		scores: SCORES.filter((name) => names.includes(name)),
		facts: others.filter((name) => !isList(name) && !SCORES.includes(name)),
		about: view
			.filter((part) => !part.seat && !ELSEWHERE.has(part.name) && !Array.isArray(part.value) && !isNumbered(part.name))
			.map((part) => part.name),
		terrains: names.filter((name) => name.startsWith("mod ")).length,
		middle: view
			.filter((part) => Array.isArray(part.value) && (MIDDLE.includes(part.name) || (!part.seat && !ELSEWHERE.has(part.name))))
			.map((part) => ({ zone: part.name, seat: part.seat })),
	};
}

/** The number of a place among all of a side, as options name it: row by row. Nothing for zones that are no rows. */
export function slotNumber(zone: string, place: number, places: number): number | undefined {
	const row = ROWS.indexOf(zone);
	return row < 0 ? undefined : row * places + place;
}

/** `mod 3`, `control 0`: a number or word of one place. */
function isNumbered(name: string): boolean {
	return /^[a-z]+ \d+$/.test(name);
}
