// What is drawn of a match: beats of events, faces of cards, hyphens, sizes, and the end in a few facts.
import { describe, expect, it } from "vitest";
import { beatOf, beatsOf, strikes } from "../src/lib/beats";
import { figures, figureWords, lineOf } from "../src/lib/faces";
import { habitat } from "../src/lib/habitat";
import { hyphenated } from "../src/lib/hyphens";
import { aimable, aimed, aimsOf, contextual, type Option } from "../src/lib/options";
import { recap } from "../src/lib/recap";
import { counted } from "../src/lib/series";
import { arrowPath } from "../src/motion/effects";
import { EMPTY, next } from "../src/net/room";
import type { GameCard, GameEvent, ServerMessage, Table } from "../src/protocol/messages";
import { bent } from "../src/table/Curve";
import { gathered, tally } from "../src/table/Log";
import { cardWidth } from "../src/table/useCardFit";
import { foodChain, full, info, question, table } from "./fixtures";

const event = (what: string, more: Partial<GameEvent> = {}): GameEvent => ({ n: 1, what, text: what, ...more });

describe("beats", () => {
	it("an attack goes to a card, or to the player across", () => {
		const shark = { card: "Shark", handle: 4 };
		expect(beatOf(event("attacked", { seat: "p1", cards: [shark, { card: "Lion", handle: 9 }] }))).toEqual({
			is: "attack",
			from: { handle: 4, name: "Shark" },
			to: { handle: 9, name: "Lion" },
		});
		expect(beatOf(event("attacked", { seat: "p1", cards: [shark] }))).toMatchObject({ to: { seat: "p2" } });
	});

	it("losses are blows, gains are none, and nothing is said of nothing", () => {
		const hurt = beatOf(event("hurt", { seat: "p2", number: 3 }));
		expect(hurt).toEqual({ is: "number", on: { seat: "p2" }, by: -3, blow: true });
		expect(hurt && strikes(hurt)).toBe(true);
		const healed = beatOf(event("healed", { seat: "p2", number: 2 }));
		expect(healed).toMatchObject({ by: 2, blow: false });
		expect(healed && strikes(healed)).toBe(false);
		expect(beatOf(event("healed", { seat: "p2", number: 0 }))).toBeUndefined();
	});

	it("what has no beat is left to the log", () => {
		expect(beatsOf([event("phase", { seat: "p1", word: "main1" }), event("turn", { seat: "p1" })])).toEqual([
			{ is: "turn", seat: "p1" },
		]);
		// A card that is only a back is not named.
		expect(beatOf(event("played", { seat: "p2", cards: [{}] }))).toMatchObject({ card: { name: undefined } });
	});

	it("an arrow begins at one box and has its tip in the other", () => {
		const box = (left: number, top: number) => ({ left, top, width: 10, height: 10 }) as DOMRect;
		expect(arrowPath(box(0, 0), box(100, 200))).toContain("105.0 205.0");
	});
});

describe("faces", () => {
	const orca = info.cards[0] as GameCard;
	it("say what a line waits for, and what it does", () => {
		expect(lineOf("on eat: draw 1.")).toEqual({ when: "On eat:", does: "draw 1." });
		expect(lineOf("draw 1.")).toEqual({ when: undefined, does: "Draw 1." });
	});

	it("have the numbers of their game, and what changed", () => {
		expect(figures("7/5", orca)).toEqual([
			{ is: "attack", number: "7", change: "up" },
			{ is: "health", number: "5", change: "down" },
		]);
		expect(figures("3", undefined)).toEqual([{ is: "power", number: "3", change: "" }]);
		expect(figureWords(figures(undefined, { ...orca, stats: "1/2 (3)" }))).toBe("attack 1, health 2, nutrition 3");
		expect(figures(undefined, { ...orca, stats: "350/150", level: 2 }).map((one) => one.is)).toEqual(["attack", "defense"]);
	});

	it("break long words between syllables only", () => {
		const shown = (name: string) => hyphenated(name).replaceAll("\u00ad", "-");
		expect(shown("Orca")).toBe("Orca");
		expect(shown("Maelstrom Queen")).toBe("Mael-strom Queen");
		expect(shown("Grasshopper").split("-").length).toBeGreaterThan(2);
		for (const word of ["Necromancer", "Assassinate", "Chancellor"]) {
			for (const piece of shown(word).split("-")) expect(piece.length).toBeGreaterThan(1);
			expect(shown(word).replaceAll("-", "")).toBe(word);
		}
	});

	it("are as large as there is room for all of them", () => {
		const width = cardWidth({ width: 370, height: 290 }, 15, 0.78, 7, 40);
		const columns = Math.floor((370 + 7) / (width + 7));
		expect(Math.ceil(15 / columns) * (width / 0.78 + 7) - 7).toBeLessThanOrEqual(290);
		expect(cardWidth({ width: 100, height: 100 }, 50, 0.78, 7, 58)).toBe(58);
	});

	it("tell the ground from the cards that are known, and nothing else", () => {
		expect(habitat(foodChain, info, "p1")).toBe("Fish");
		expect(habitat(foodChain, info, "p2")).toBeUndefined();
	});
});

describe("choosing", () => {
	const option = (verb: string, pick: number) => ({ pick, choice: { verb, words: verb } });
	it("the big button is what most often comes next; nothing is left out", () => {
		const all = [option("end", 0), option("choose", 1), option("next", 2)];
		expect(contextual(all).map((one) => one.pick)).toEqual([2, 0, 1]);
	});

	it("what a card is dropped on is an option, or none", () => {
		expect(aimed(question, { spot: "6:0" })).toBe(0);
		expect(aimed(question, { spot: "6:1" })).toBeUndefined();
		expect(aimed({ ...question, options: [{ verb: "choose", words: "the rival", seat: "p2" }] }, { seat: "p2" })).toBe(0);
	});
});

describe("who comes back", () => {
	it("is shown at once what happened meanwhile, and sees what happens then", () => {
		const me = { id: "g1", name: "Ada", program: false };
		const told = (room: typeof EMPTY, message: ServerMessage) => next(room, { type: "message", message, at: 0 });
		const update = (from: number): ServerMessage => ({
			type: "update",
			match: "m1",
			from,
			to: from + 1,
			events: [],
			changes: [],
			state: { asked: "p1" },
		});
		let room = told(EMPTY, { type: "welcome", version: 1, me, seats: ["p1"], table });
		room = told(room, { type: "full", ...full });
		room = told(room, update(5));
		expect(room.mine?.quiet).toBe(false);
		room = told(room, { type: "welcome", version: 1, me, seats: ["p1"], table });
		room = told(room, update(6));
		expect(room.mine?.quiet).toBe(true);
		room = told(room, update(7));
		expect(room.mine?.quiet).toBe(false);
	});
});

describe("the end", () => {
	it("says what took the last life, and what was largest", () => {
		const events = [
			event("turn", { seat: "p1" }),
			event("eaten", { cause: "Orca", seat: "p1" }),
			event("eaten", { cause: "Orca", seat: "p1" }),
			event("turn", { seat: "p2" }),
			event("hurt", { seat: "p2", cause: "Orca", number: 6 }),
			event("hurt", { seat: "p2", cause: "Shark", number: 4 }),
		];
		const told = recap(events, { winner: "p1", by: "rules" });
		expect(told.why).toBe("Shark took the last 4 life on turn 2.");
		expect(told.card).toBe("Orca");
		expect(told.facts.map((fact) => `${fact.head}: ${fact.line}`)).toEqual([
			"Orca: the biggest meal: 2 cards",
			"6 at once: the hardest blow",
			"Orca: did most: 6 damage in all",
		]);
		expect(recap(events, { winner: "p1", by: "concession" }).why).toBeUndefined();
	});

	it("counts the links of the longest chain", () => {
		const events = ["activated", "activated", "resolved", "activated", "activated", "resolved", "resolved", "resolved"].map(
			(what) => event(what),
		);
		expect(recap(events, { by: "agreement" }).facts[0]).toEqual({ head: "3 links", line: "the longest chain" });
	});

	it("names the strongest card of who won where nobody loses life", () => {
		const cards = [
			{ ...(info.cards[0] as GameCard), name: "Dragon", stats: "7" },
			{ ...(info.cards[0] as GameCard), name: "Squire", stats: "1" },
		];
		const entered = (card: string, seat: "p1" | "p2") => event("entered", { seat, cards: [{ card }] });
		const events = [
			entered("Squire", "p1"),
			entered("Dragon", "p2"),
			event("damaged", { seat: "p2", cause: "Squire", number: 2 }),
		];
		expect(recap(events, { winner: "p2", by: "rules" }, cards).card).toBe("Dragon");
		expect(recap(events, { winner: "p1", by: "rules" }, cards).facts[0]).toEqual({ head: "Squire", line: "the strongest: 1" });
	});

	it("draws a curve through all points that never goes beyond them", () => {
		const points = [50, 46, 52, 38, 38, 90, 100].map((y, at) => ({ x: at * 10, y }));
		const path = bent(points);
		for (const { x, y } of points) expect(path).toContain(`${x.toFixed(1)} ${y.toFixed(1)}`);
		// Between two points a cubic stays within its four: all of them lie between both heights.
		for (const [at, piece] of path.split("C").slice(1).entries()) {
			const heights = piece
				.split(" ")
				.filter((_, place) => place % 2 === 1)
				.map(Number);
			const [one = 0, two = 0] = [points[at]?.y, points[at + 1]?.y];
			for (const height of heights) {
				expect(height).toBeGreaterThanOrEqual(Math.min(one, two) - 0.05);
				expect(height).toBeLessThanOrEqual(Math.max(one, two) + 0.05);
			}
		}
	});

	it("counts the matches of a series once each, and another table anew", () => {
		expect(counted("AAAAAA", "m1", "won")).toEqual({ won: 1, lost: 0, drawn: 0 });
		expect(counted("AAAAAA", "m1", "won")).toEqual({ won: 1, lost: 0, drawn: 0 });
		expect(counted("AAAAAA", "m2", "lost")).toEqual({ won: 1, lost: 1, drawn: 0 });
		expect(counted("BBBBBB", "m3", "drawn")).toEqual({ won: 0, lost: 0, drawn: 1 });
	});
});

describe("the log", () => {
	it("says how often the same happened in one line", () => {
		const draws = { ...event("drawn"), text: "Bob draws a card." };
		const lines = gathered([draws, { ...draws, n: 2 }, { ...draws, n: 3, cause: "Orca" }, event("turn"), { ...draws, n: 5 }]);
		expect(lines.map((line) => line.times)).toEqual([2, 1, 1, 1]);
	});
	it("tells a loss or a gain as who and how much, and nothing else so", () => {
		const table = { seats: [{ seat: "p2", who: "bot", name: "Bob", online: true }] } as unknown as Table;
		const card = { cards: [{ card: "Orca" }] };
		expect(tally({ ...event("damaged"), ...card, number: 3 }, table)).toEqual({ who: "Orca", by: -3 });
		expect(tally({ ...event("lost-points"), seat: "p2", number: 2 }, table)).toEqual({ who: "Bob", by: -2 });
		expect(tally({ ...event("healed"), seat: "p2", number: 1 }, table)).toEqual({ who: "Bob", by: 1 });
		// A word is more than a number, and no damage is none.
		expect(tally({ ...event("gained"), ...card }, table)).toBeUndefined();
		expect(tally({ ...event("damaged"), ...card, number: 0 }, table)).toBeUndefined();
		expect(tally({ ...event("grew"), ...card, number: 2 }, table)).toBeUndefined();
	});
	it("tells a blow once", () => {
		const hits = (cause: string): GameEvent[] => [
			{ ...event("hit"), n: 1, cards: [{ card: "Imp" }], seat: "p1", text: "Imp hits Ada." },
			{ ...event("lost-points"), n: 2, cause, seat: "p1", number: 3, text: "Ada loses 3 points." },
		];
		expect(gathered(hits("Imp")).map(({ event }) => event.n)).toEqual([2]);
		expect(gathered(hits("Rat")).map(({ event }) => event.n)).toEqual([1, 2]);
	});
	it("leaves out phases in which nothing happened, and arrivals of what was just played", () => {
		const of = (what: string, n: number, card?: string, text = `${what} ${card}`): GameEvent => ({
			...event(what),
			n,
			text,
			...(card ? { cards: [{ card, ...(what === "entered" ? { handle: 9 } : {}) }] } : {}),
		});
		const lines = gathered([
			of("turn", 1),
			of("phase", 2, undefined, "Ada: draw."),
			of("phase", 3, undefined, "Ada: first main phase."),
			of("played", 4, "Orca"),
			of("entered", 5, "Orca"),
			of("played", 6, "Shark"),
			of("entered", 7, "Shark", "Ada's Shark enters, dry-dropped."),
			of("phase", 8, undefined, "Ada: end."),
			of("turn", 9),
		]);
		expect(lines.map(({ event }) => event.n)).toEqual([1, 3, 4, 6, 7, 9]);
		expect(lines[2]?.event.cards?.[0]?.handle).toBe(9);
	});
});

describe("where a card can be dragged", () => {
	const option = (pick: number, aims: Option["choice"]["aims"]): Option => ({
		pick,
		choice: { verb: "play", words: "play", aims },
	});
	it("is what its moves say", () => {
		const options = [option(0, [{ card: [3, 1] }, { seat: "p2" }]), option(1, [{ slot: ["p1", 4] }]), option(2, undefined)];
		expect(aimsOf(options).map(({ spot, slot, seat }) => spot ?? slot ?? seat)).toEqual(["3:1", "p2", "p1:4"]);
		expect(aimable(options, { slot: "p1:4" }).map((one) => one.pick)).toEqual([1]);
		expect(aimable(options, { seat: "p2" }).map((one) => one.pick)).toEqual([0]);
		expect(aimable(options, { spot: "3:2" })).toEqual([]);
		expect(aimable(options, {})).toEqual([]);
	});
});
