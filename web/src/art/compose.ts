// A scene as numbers and paths: what a card's picture is made of, from its printed facts alone.
import { frame, ground } from "../cards/looks";
import type { GameCard } from "../protocol/messages";
import { mix, turn } from "./colour";
import { coat, habitat, type Motes } from "./habitats";
import { type Luck, luck } from "./luck";
import { type Layers, layers, type Place } from "./places";
import { dot, many, short } from "./shapes";

/** The printed facts that a picture is made from. */
export type Facts = Pick<GameCard, "name" | "kind" | "category" | "stats"> & Partial<Pick<GameCard, "type" | "level" | "icon">>;

/** A scene. Lengths are those of a picture of 260 by 330. */
export type Composition = Layers & {
	air: readonly string[];
	light: string;
	/** Where the light stands. */
	sun: { x: number; y: number };
	ground: { far: string; mid: string; near: string };
	/** The subject: colours from the light to the dark, and how its glyph (512 by 512) is laid into the picture. */
	subject: { coat: readonly string[]; dark: string; x: number; y: number; size: number; tilt: number; side: 1 | -1 };
	/** The colour of the ring of runes, for cards that are no creatures. */
	ring?: string;
	/** Whether it stands on the ground, and throws its shadow there. */
	stands: boolean;
	motes: { path: string; drawn: "filled" | "outlined" };
};

/** Kinds that are cast, with the colour of their ring. */
export const RINGS: Record<string, string> = {
	spell: "#9cc4ff",
	"free-spell": "#d7a8ff",
	trap: "#ffbf7a",
	"field-spell": "#8fe8dc",
};

/** Places without a ground to stand on. */
export const AFLOAT = new Set<Place>(["reef", "deep", "sea", "cloud", "burst", "rune"]);

/** The highest number that a card of each section is drawn by. */
export const HIGHEST = 7;

const known = new Map<string, Composition>();

/** The scene of a card; the same for the same facts. */
export function compose(card: Facts): Composition {
	const key = `${card.name}\n${card.kind}\n${card.category}\n${card.type}\n${card.stats}`;
	let found = known.get(key);
	if (!found) {
		found = made(card);
		known.set(key, found);
	}
	return found;
}

function made(card: Facts): Composition {
	const chance = luck(card.name);
	const kind = frame(card.kind);
	const home = habitat(ground(card), card.name);
	const mood = chance.pick(home.moods);
	const deep = kind === "predator" || card.type === "fire" ? -0.05 : 0.01;
	const tinted = (colour: string) => turn(colour, mood, deep);
	const coats = coat(home, card.name, chance);
	const near = turn(home.near, mood);
	const ring = RINGS[kind];
	const sun = { x: Math.round(chance.between(46, 214)), y: Math.round(chance.between(46, 120)) };
	return {
		...layers(home.place, chance),
		air: home.air.map(tinted),
		light: turn(home.light, mood / 3),
		sun,
		ground: { far: tinted(home.far), mid: tinted(home.mid), near },
		subject: {
			coat: coats.length > 1 ? coats : [mix(coats[0] ?? "", "#ffffff", 0.72), coats[0] ?? "", mix(coats[0] ?? "", near, 0.42)],
			dark: mix(turn(coats[0] ?? home.far, 10), near, 0.86),
			x: 130 + Math.round(chance.between(-7, 7)),
			y: 126 + Math.round(chance.between(-3, 3)),
			size: 0.32 + 0.08 * weight(card),
			tilt: Math.round(chance.between(-4, 4) * (ring ? 1.4 : 1)),
			side: chance() < 0.5 ? 1 : -1,
		},
		...(ring && { ring }),
		stands: !ring && !AFLOAT.has(home.place),
		motes: motes(home.motes, chance),
	};
}

/** How great a card is among all, from 0 to 1: by its level, or by the first of its numbers. */
function weight(card: Facts): number {
	const first = Number(card.stats?.match(/\d+/)?.[0] ?? 3);
	return Math.min(1, (card.level ? card.level + 2 : first) / HIGHEST);
}

function motes(kind: Motes, chance: Luck): Composition["motes"] {
	const anywhere = (one: (x: number, y: number) => string, count = 11) =>
		many(count, () => one(chance() * 260, chance.between(16, 300)));
	switch (kind) {
		case "bubble":
			return { drawn: "outlined", path: anywhere((x, y) => dot(x, y, chance.between(1.4, 5.4))) };
		case "feather":
			return { drawn: "filled", path: anywhere((x, y) => `M${short(x)} ${short(y)}q6-6 13-5q-5 6-13 5Z`, 7) };
		case "leaf":
			return { drawn: "filled", path: anywhere((x, y) => `M${short(x)} ${short(y)}q1-6 8-6q0 6-8 6Z`, 10) };
		case "ember":
			return { drawn: "filled", path: anywhere((x, y) => `M${short(x)} ${short(y)}l2-4l2 4l-2 3Z`, 14) };
		case "snow":
			return { drawn: "filled", path: anywhere((x, y) => dot(x, y, chance.between(0.9, 2.8)), 22) };
		case "spark":
		case "dust":
			return { drawn: "filled", path: anywhere((x, y) => dot(x, y, chance.between(0.7, 2.3)), 13) };
	}
}
