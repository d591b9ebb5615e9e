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
/** What a view may say of each place: what a slot adds, and who would win there. */
const OF_PLACES = ["mod", "control"] as const;
type OfPlace = (typeof OF_PLACES)[number];
const ELSEWHERE = new Set(["hand", "deck", "turn", "phase", ...ROWS, ...MIDDLE]);

/** Lays a view out. The parts of a game are the same in all its views, so this changes only with the game. */
export function layout(view: View): Layout {
	const own = view.filter((part) => part.seat === "p1");
	const names = own.map((part) => part.name);
	const isList = (name: string) => own.some((part) => part.name === name && Array.isArray(part.value));
	const others = names.filter((name) => !ELSEWHERE.has(name) && !isOfPlace(name));
	return {
		rows: ROWS.filter(isList),
		piles: others.filter(isList),
		scores: SCORES.filter((name) => names.includes(name)),
		facts: others.filter((name) => !isList(name) && !SCORES.includes(name)),
		about: view
			.filter((part) => !part.seat && !ELSEWHERE.has(part.name) && !Array.isArray(part.value) && !isOfPlace(part.name))
			.map((part) => part.name),
		terrains: names.filter((name) => isOfPlace(name, ["mod"])).length,
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

/** The name of the part that says this of a place. */
export const ofPlace = (name: OfPlace, place: number): string => `${name} ${place}`;

/** Whether a part says one of these of a place. */
const isOfPlace = (part: string, names: readonly OfPlace[] = OF_PLACES): boolean =>
	names.some((name) => part.startsWith(`${name} `));
