// The deck builder's lists, the rules page, chat: the pure parts.
import { beforeEach, describe, expect, it } from "vitest";
import { lineWords, mute, muted, PHRASES } from "../src/lib/chat";
import { change, curveBars, draftOf, emptyDraft, facets, filtered, kindBars, NO_FILTER, size, textOf } from "../src/lib/decklist";
import { pageOf } from "../src/lib/router";
import { anchor, glossary, mentions, pieces } from "../src/lib/rules";
import { EMPTY, next } from "../src/net/room";
import type { ChatLine, GameCard, GameInfo } from "../src/protocol/messages";

const card = (name: string, part: Partial<GameCard>): GameCard => ({
	name,
	kind: "unit",
	category: null,
	stats: null,
	keywords: [],
	text: [],
	token: false,
	generated: false,
	pool: true,
	words: [],
	...part,
});

const CARDS = [
	card("Wolf", { stats: "3/2 (1)", text: ["on play: draw 1."], words: ["on play"] }),
	card("Bear", { stats: "5/5", keywords: ["haste"], words: ["haste", "unit"], category: "Beasts" }),
	card("Ember", { kind: "spell", text: ["deal 2 damage."] }),
	card("Cub", { token: true, stats: "1/1" }),
];

const INFO = {
	name: "game",
	cards: CARDS,
	glossary: [
		{ class: "kind", word: "unit", heading: "unit", usage: "unit", gloss: "A creature." },
		{ class: "keyword", word: "haste", heading: "haste", usage: "haste", gloss: "Attacks at once." },
		{ class: "trigger", word: "on play", heading: "on play", usage: "on play", gloss: "When it is played." },
		{ class: "keyword", word: "on play", heading: "on play", usage: "on play ( )", gloss: "Again." },
	],
} as unknown as GameInfo;

describe("a deck being built", () => {
	it("counts, changes and writes itself as a deck file", () => {
		let draft = draftOf("Mine", ["Wolf", "Bear", "Wolf"]);
		expect([draft.cards, size(draft)]).toEqual([
			[
				["Wolf", 2],
				["Bear", 1],
			],
			3,
		]);
		draft = change(change(change(draft, "Bear", -1), "Ember", 1), "Wolf", 1);
		expect(textOf(draft)).toBe("deck Mine\n3 Wolf\nEmber\n");
		expect(textOf({ ...draft, name: " two\nlines # no " })).toMatch(/^deck two lines no\n/);
		expect(textOf(emptyDraft(""))).toBe("deck My deck\n");
	});

	it("is narrowed by text, kind, word and numbers, and put in order", () => {
		const names = (part: Partial<typeof NO_FILTER>) => filtered(CARDS, { ...NO_FILTER, ...part }).map((one) => one.name);
		expect(names({})).toEqual(["Bear", "Cub", "Ember", "Wolf"]);
		expect(names({ text: "draw PLAY" })).toEqual(["Wolf"]);
		expect(names({ kind: "spell" })).toEqual(["Ember"]);
		expect(names({ category: "Beasts" })).toEqual(["Bear"]);
		expect(names({ word: "haste" })).toEqual(["Bear"]);
		expect(names({ first: "3" })).toEqual(["Bear", "Wolf"]);
		expect(names({ second: "3" })).toEqual(["Bear"]);
		expect(names({ sort: "first" })).toEqual(["Bear", "Wolf", "Cub", "Ember"]);
	});

	it("offers what the cards have", () => {
		const found = facets(INFO);
		expect([found.kinds, found.words, found.numbers, found.levels]).toEqual([["unit", "spell"], ["haste", "on play"], 2, []]);
	});

	it("has charts", () => {
		const draft = draftOf("Mine", ["Wolf", "Wolf", "Bear", "Ember"]);
		const about = (name: string) => CARDS.find((one) => one.name === name);
		expect(kindBars(draft, about)).toEqual([
			{ label: "unit", count: 3 },
			{ label: "spell", count: 1 },
		]);
		expect(curveBars(draft, about, false).map((bar) => [bar.label, bar.count])).toEqual([
			["1", 0],
			["2", 0],
			["3", 2],
			["4", 0],
			["5", 1],
		]);
	});
});

describe("the rules page", () => {
	it("has one anchor for a word, and the cards that use it", () => {
		const classes = glossary(INFO);
		expect(classes.map((one) => one.name)).toEqual(["kind", "keyword", "trigger"]);
		const words = classes.flatMap((one) => one.words);
		expect(words.map((word) => word.id)).toEqual(["unit", "haste", undefined, "on-play"]);
		expect(words.find((word) => word.id === "haste")?.cards).toEqual(["Bear"]);
	});

	it("finds all words that were typed", () => {
		expect(mentions("attacks ONCE", "Attacks at once.")).toBe(true);
		expect(mentions("attacks twice", "Attacks at once.", undefined)).toBe(false);
		expect([anchor("Multi-Strike ( )"), pieces("a **b** c")]).toEqual(["multi-strike", ["a ", "b", " c"]]);
	});

	it("has an address", () => {
		expect(pageOf("/rules/skirmish", "edition=x")).toEqual({ is: "rules", game: "skirmish", edition: "x" });
		expect(pageOf("/learn/skirmish/1-deploy")).toEqual({ is: "learn", game: "skirmish", lesson: "1-deploy" });
		expect(pageOf("/decks", "game=strata")).toEqual({ is: "decks", game: "strata", deck: undefined });
		expect(pageOf("/t/ABC/more").is).toBe("nowhere");
	});
});

describe("chat", () => {
	beforeEach(() => localStorage.clear());
	const line = (n: number, part: Partial<ChatLine>): ChatLine => ({ n, player: "g1", name: "Bob", ...part });

	it("says phrases in words, and texts as they are", () => {
		expect(Object.keys(PHRASES)).toHaveLength(12);
		expect([lineWords(line(1, { phrase: "wow" })), lineWords(line(2, { text: "<b>" }))]).toEqual(["Wow!", "<b>"]);
	});

	it("remembers who is muted", () => {
		mute("g1", "Bob");
		expect(muted()).toEqual({ g1: "Bob" });
		mute("g1", undefined);
		expect(muted()).toEqual({});
	});

	it("takes every line once", () => {
		const said = (lines: ChatLine[]) => ({ type: "message", message: { type: "said", lines }, at: 0 }) as const;
		const room = next(next(EMPTY, said([line(1, { text: "a" })])), said([line(1, { text: "a" }), line(3, { text: "b" })]));
		expect(room.chat.map((one) => one.n)).toEqual([1, 3]);
		const lesson = next(room, { type: "message", message: { type: "lesson", stands: "wrong" }, at: 0 });
		expect(lesson.lesson).toBe("wrong");
	});
});
