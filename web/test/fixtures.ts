// Views and messages as the server sends them, small enough to read.
import type { Full, GameInfo, Question, Table, View } from "../src/protocol/messages";

export const foodChain: View = [
	{ name: "turn", value: "p1" },
	{ name: "phase", value: "main1" },
	{ name: "turns", value: 3 },
	{ name: "played", value: 0 },
	{ seat: "p1", name: "hp", value: 10 },
	{ seat: "p1", name: "deck", value: 14 },
	{
		seat: "p1",
		name: "hand",
		value: [
			{ card: "Orca", owner: "p1", stats: "6/6" },
			{ card: "Net", owner: "p1" },
		],
	},
	{ seat: "p1", name: "set", value: [] },
	{
		seat: "p1",
		name: "field",
		value: [{ card: "Sardine", handle: 4, owner: "p1", place: 1, stats: "1/1", marks: [{ word: "token" }] }],
	},
	{ seat: "p1", name: "carrion", value: [] },
	{ seat: "p1", name: "exile", value: [] },
	{ seat: "p1", name: "playing", value: [] },
	{ seat: "p2", name: "hp", value: 8 },
	{ seat: "p2", name: "deck", value: 15 },
	{ seat: "p2", name: "hand", value: [{ owner: "p2" }, { owner: "p2" }, { owner: "p2" }] },
	{ seat: "p2", name: "set", value: [] },
	{
		seat: "p2",
		name: "field",
		value: [{ card: "Raven", handle: 7, owner: "p2", place: 0, stats: "2/2", marks: [{ word: "exhausted" }] }],
	},
	{ seat: "p2", name: "carrion", value: [] },
	{ seat: "p2", name: "exile", value: [] },
	{ seat: "p2", name: "playing", value: [] },
];

const side = (seat: "p1" | "p2"): View => [
	{ seat, name: "wins", value: seat === "p1" ? 1 : 0 },
	{ seat, name: "done", value: "no" },
	{ seat, name: "deck", value: 12 },
	{ seat, name: "hand", value: seat === "p1" ? [{ card: "Knight", owner: seat, stats: "3" }] : [{ owner: seat }] },
	{ seat, name: "field", value: [{ card: "Archer", handle: seat === "p1" ? 1 : 2, owner: seat, place: 3, stats: "5" }] },
	...[0, 1, 2, 3, 4].map((place) => ({ seat, name: `mod ${place}`, value: place === 3 ? 2 : 0 })),
	{ seat, name: "graveyard", value: [] },
	{ seat, name: "playing", value: [] },
];

export const skirmish: View = [
	{ name: "turn", value: "p2" },
	{ name: "phase", value: "move" },
	{ name: "skirmish", value: 2 },
	{ name: "control 3", value: "p1" },
	...side("p1"),
	...side("p2"),
];

/** A game with stacks, face-down cards and a chain, in the words that all games share. */
export const strata: View = [
	{ name: "turn", value: "p1" },
	{ name: "phase", value: "main" },
	{
		name: "chain",
		value: [
			{ card: "Ember Wasp", handle: 3, owner: "p1" },
			{ card: "Still Water", handle: 9, owner: "p2" },
		],
	},
	{ seat: "p1", name: "points", value: 17 },
	{ seat: "p1", name: "deck", value: 40 },
	{ seat: "p1", name: "hand", value: [{ card: "Kiln Imp", owner: "p1", stats: "250/250" }] },
	{
		seat: "p1",
		name: "field",
		value: [
			{
				card: "Furnace Hound",
				handle: 1,
				owner: "p1",
				place: 0,
				stats: "650/350",
				under: ["Cinder Pup", "Ash Squire"],
				marks: [{ word: "tapped" }, { word: "equipped", card: "Iron Hide" }],
			},
			{ card: "Ember Wasp", handle: 3, owner: "p1", place: 2, stats: "375/125" },
		],
	},
	{ seat: "p1", name: "magic", value: [{ card: "Iron Hide", handle: 5, owner: "p1", place: 1, marks: [{ word: "facedown" }] }] },
	{ seat: "p1", name: "discard", value: [{ card: "Soot Salamander", handle: 12, owner: "p1" }] },
	{ seat: "p2", name: "points", value: 20 },
	{ seat: "p2", name: "deck", value: 41 },
	{ seat: "p2", name: "hand", value: [{ owner: "p2" }, { owner: "p2" }] },
	{ seat: "p2", name: "field", value: [{ handle: 8, owner: "p2", place: 1, marks: [{ word: "facedown" }] }] },
	{ seat: "p2", name: "magic", value: [{ handle: 10, owner: "p2", place: 0, marks: [{ word: "facedown" }] }] },
	{ seat: "p2", name: "discard", value: [] },
];

export const table: Table = {
	code: "K7WQ3N",
	game: "food-chain",
	edition: "core",
	rulings: {},
	stage: "playing",
	match: "m1",
	seats: [
		{ seat: "p1", who: "person", name: "Ada", player: "g1", online: true },
		{ seat: "p2", who: "bot", name: "greedy bot", level: "greedy", online: true },
	],
	away: 180,
	on_timeout: "lose",
	public: false,
	watching: 0,
	pace: "people",
};

export const question: Question = {
	decision: 77,
	seat: "p1",
	words: "Your move (first main phase).",
	form: "one-of",
	occasion: "move",
	options: [
		{ verb: "play", words: "play Orca", card: "Orca", spot: { side: "p1", zone: "hand", nth: 1, part: 6, index: 0 } },
		{ verb: "next", words: "go to combat" },
	],
	why_not: [
		{
			card: "Net",
			zone: "hand",
			reason: { code: "no-target", cards: ["Net"], sentence: "Net needs a target, and there is none." },
		},
	],
};

export const full: Full = { match: "m1", viewer: "p1", number: 5, view: foodChain, events: [], state: { asked: "p1" }, question };

export const info: GameInfo = {
	name: "food-chain",
	title: "Food Chain",
	edition: "core",
	rules: "0",
	editions: ["core"],
	rulings: [],
	phases: ["main1", "combat"],
	places: 3,
	bots: ["random"],
	categories: ["Fish"],
	cards: [
		{
			name: "Orca",
			kind: "predator",
			category: "Fish",
			stats: "6/6",
			keywords: ["haste"],
			text: ["on eat: draw 1."],
			token: false,
			generated: false,
			pool: true,
			words: ["haste"],
			icon: "shark-fin",
		},
		{
			name: "Net",
			kind: "spell",
			category: "Fish",
			stats: null,
			keywords: [],
			text: ["freeze target enemy."],
			token: false,
			generated: false,
			pool: true,
			words: [],
		},
		{
			name: "Sardine",
			kind: "prey",
			category: "Fish",
			stats: "1/1 (1)",
			keywords: [],
			text: [],
			token: true,
			generated: false,
			pool: false,
			words: [],
		},
	],
	glossary: [{ class: "keyword", word: "haste", heading: "haste", usage: "haste", gloss: "May attack the rival at once." }],
	decks: [],
};
