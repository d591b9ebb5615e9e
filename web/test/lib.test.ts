import { describe, expect, it } from "vitest";
import { left, spoken, written } from "../src/lib/clock";
import { diff } from "../src/lib/diff";
import { step } from "../src/lib/keys";
import { layout, slotNumber } from "../src/lib/layout";
import { begin, merge } from "../src/lib/merge";
import { board, nextOf, sameness, takesSeveral, whyNot } from "../src/lib/options";
import { keyOf, near, numbers, places, rival } from "../src/lib/parts";
import { pageOf } from "../src/lib/router";
import { capital, clockWords, listed, markWords, overWords, seatName, tableCode, title } from "../src/lib/words";
import type { Question, Update, View } from "../src/protocol/messages";
import { foodChain, full, question, skirmish, strata, table } from "./fixtures";

const update = (change: Partial<Update>): Update => ({
	match: "m1",
	from: 5,
	to: 6,
	events: [],
	changes: [],
	state: {},
	...change,
});
/** A view with some parts changed, by their names. */
const changed = (view: View, parts: Record<string, View[number]["value"]>): View =>
	view.map((part) => ({ ...part, value: parts[`${part.seat ?? ""}/${part.name}`] ?? part.value }));

describe("merging updates", () => {
	const mine = begin(full, 0);
	it("replaces the changed parts, appends events, takes the new question", () => {
		const next = merge(
			mine,
			update({
				changes: [{ part: 4, value: 7 }],
				events: [{ n: 6, what: "hurt", text: "Ada loses 3 life." }],
				state: { asked: "p2" },
			}),
			9,
		);
		expect(next?.view[4]).toEqual({ seat: "p1", name: "hp", value: 7 });
		expect(next?.view[5]).toBe(mine.view[5]);
		expect(next?.events).toHaveLength(1);
		expect(next?.number).toBe(6);
		expect(next?.question).toBeUndefined();
		expect(next?.at).toBe(9);
		expect(mine.view[4]?.value).toBe(10);
	});
	it("keeps the same view when nothing on it changed", () => {
		expect(merge(mine, update({ to: 5 }), 0)?.view).toBe(mine.view);
	});
	it("refuses a gap, another match, a part that is not there, and an update without a view", () => {
		expect(merge(mine, update({ from: 4 }), 0)).toBeUndefined();
		expect(merge(mine, update({ match: "m2" }), 0)).toBeUndefined();
		expect(merge(mine, update({ changes: [{ part: 99, value: 1 }] }), 0)).toBeUndefined();
		expect(merge(undefined, update({}), 0)).toBeUndefined();
	});
});

describe("the difference of two views", () => {
	it("sees a card travel from the hand to the field", () => {
		const after = changed(foodChain, {
			"p1/hand": [{ card: "Net", owner: "p1" }],
			"p1/field": [
				{ card: "Orca", handle: 11, owner: "p1", place: 0, stats: "6/6" },
				{ card: "Sardine", handle: 4, owner: "p1", place: 1, stats: "1/1", marks: [{ word: "token" }] },
			],
		});
		expect(diff(foodChain, after)).toEqual([{ kind: "moved", key: "#11", from: { key: "p1/hand/Orca/1" } }]);
	});
	it("lets a rival's unknown card come out of a back", () => {
		const after = changed(foodChain, {
			"p2/hand": [{ owner: "p2" }, { owner: "p2" }],
			"p2/field": [
				{ card: "Raven", handle: 7, owner: "p2", place: 0, stats: "2/2", marks: [{ word: "exhausted" }] },
				{ card: "Robin", handle: 20, owner: "p2", place: 1, stats: "1/1" },
			],
		});
		expect(diff(foodChain, after)).toEqual([{ kind: "moved", key: "#20", from: { key: "p2/hand/back/3" } }]);
	});
	it("lets a drawn card come from the deck", () => {
		const after = changed(foodChain, {
			"p1/deck": 13,
			"p1/hand": [
				{ card: "Orca", owner: "p1", stats: "6/6" },
				{ card: "Net", owner: "p1" },
				{ card: "Wahoo", owner: "p1" },
			],
		});
		expect(diff(foodChain, after)).toEqual([
			{ kind: "moved", key: "p1/hand/Wahoo/1", from: { zone: "p1/deck" } },
			{ kind: "count", zone: "p1/deck", by: -1 },
		]);
	});
	it("sees damage, marks, and a death into the pile that grew", () => {
		const hurt = changed(foodChain, {
			"p2/field": [
				{ card: "Raven", handle: 7, owner: "p2", place: 0, stats: "2/1", marks: [{ word: "exhausted" }, { word: "frozen" }] },
			],
		});
		expect(diff(foodChain, hurt)).toEqual([
			{ kind: "stats", key: "#7", by: -1, part: 1 },
			{ kind: "marked", key: "#7", mark: "frozen" },
		]);
		const dead = changed(foodChain, { "p2/field": [], "p2/carrion": [{ card: "Raven", handle: 7, owner: "p2" }] });
		expect(diff(foodChain, dead)).toEqual([{ kind: "moved", key: "#7", from: { key: "#7" } }]);
		const vanished = changed(foodChain, { "p1/field": [] });
		expect(diff(foodChain, vanished)).toEqual([{ kind: "gone", key: "#4", to: undefined }]);
	});
	it("finds nothing in equal views", () => {
		expect(diff(skirmish, structuredClone(skirmish))).toEqual([]);
	});
});

describe("options on the board", () => {
	it("stand on cards, places and players, in the tray, or alone", () => {
		const asked: Question = {
			...question,
			options: [
				...question.options,
				{ verb: "choose", words: "the rival", seat: "p2" },
				{ verb: "choose", words: "your terrain 2", slot: ["p1", 2] },
				{ verb: "choose", words: "Wahoo", card: "Wahoo", spot: { side: "p1", zone: "deck", nth: 1 } },
			],
		};
		const sorted = board(asked);
		expect(sorted.cards.get("6:0")?.map((one) => one.pick)).toEqual([0]);
		expect(sorted.plain.map((one) => one.pick)).toEqual([1]);
		expect(sorted.seats.get("p2")?.map((one) => one.pick)).toEqual([2]);
		expect(sorted.slots.get("p1:2")?.map((one) => one.pick)).toEqual([3]);
		expect(sorted.tray.map((one) => one.pick)).toEqual([4]);
		expect(board(undefined).plain).toEqual([]);
	});
	it("say why a card cannot be played", () => {
		expect(whyNot(question, { card: "Net", owner: "p1" }, "hand")?.reason.code).toBe("no-target");
		expect(whyNot(question, { card: "Net", owner: "p1" }, "field")).toBeUndefined();
	});
	it("are sent one after the other when several were marked", () => {
		const meals = (...names: [string, number][]): Question => ({
			decision: names.length,
			seat: "p1",
			words: "What does Orca eat?",
			about: "Orca",
			form: "some-of",
			occasion: "raised",
			options: [
				...names.map(([card, index]) => ({
					verb: "choose",
					words: card,
					card,
					spot: { side: "p1" as const, zone: "carrion", nth: 1, part: 9, index },
				})),
				{ verb: "none", words: "eat nothing more" },
			],
		});
		const view = changed(foodChain, {
			"p1/carrion": [
				{ card: "Robin", handle: 1, owner: "p1" },
				{ card: "Robin", handle: 2, owner: "p1" },
				{ card: "Dove", owner: "p1" },
			],
		});
		const first = meals(["Robin", 0], ["Robin", 1], ["Dove", 2]);
		expect(takesSeveral(first)).toBe(true);
		expect(takesSeveral(question)).toBe(false);
		const wanted = [first.options[1], first.options[2]].map((one) => (one ? sameness(one, view) : ""));
		expect(wanted).toEqual(["#2", "p1/carrion/Dove"]);
		const one = nextOf({ about: "Orca", form: "some-of", wanted, finish: true }, first, view);
		expect(one?.pick).toBe(1);
		const two = one?.left && nextOf(one.left, meals(["Robin", 0], ["Dove", 2]), view);
		expect(two?.pick).toBe(1);
		const three = two?.left && nextOf(two.left, meals(["Robin", 0]), view);
		expect(three).toEqual({ pick: 1, left: undefined });
		// Another question came in between: nothing is sent for it.
		expect(one?.left && nextOf(one.left, question, view)).toBeUndefined();
		expect(one?.left && nextOf(one.left, undefined, view)).toBeUndefined();
	});
});

describe("the layout", () => {
	it("knows rows, piles and scores of all games by their names", () => {
		expect(layout(foodChain)).toEqual({
			rows: ["field"],
			piles: ["set", "carrion", "exile"],
			scores: ["hp"],
			facts: [],
			about: ["turns", "played"],
			terrains: 0,
			middle: [
				{ zone: "playing", seat: "p1" },
				{ zone: "playing", seat: "p2" },
			],
		});
		expect(layout(skirmish)).toMatchObject({
			rows: ["field"],
			piles: ["graveyard"],
			scores: ["wins"],
			facts: ["done"],
			about: ["skirmish"],
			terrains: 5,
		});
		expect(layout(strata)).toMatchObject({
			rows: ["field", "magic"],
			piles: ["discard"],
			scores: ["points"],
			terrains: 0,
			middle: [{ zone: "chain", seat: undefined }],
		});
	});
	it("numbers places row by row", () => {
		expect([slotNumber("field", 2, 5), slotNumber("magic", 2, 5), slotNumber("hand", 0, 5)]).toEqual([2, 7, undefined]);
	});
	it("leaves places empty, and leaves out no card", () => {
		const row = places(foodChain, "field", "p1", 3);
		expect(row.map((one) => one.standing?.card.card)).toEqual([undefined, "Sardine", undefined]);
		const wide = changed(foodChain, {
			"p1/field": [
				{ card: "A", owner: "p1", place: 4 },
				{ card: "B", owner: "p1" },
				{ card: "C", owner: "p1", place: 4 },
			],
		});
		expect(places(wide, "field", "p1", 3).map((one) => one.standing?.card.card)).toEqual([
			undefined,
			undefined,
			undefined,
			undefined,
			"A",
			"B",
			"C",
		]);
	});
	it("names cards the same from view to view", () => {
		const part = {
			seat: "p2" as const,
			name: "hand",
			value: [{ owner: "p2" as const }, { card: "Dove", owner: "p2" as const }, { owner: "p2" as const }],
		};
		expect([0, 1, 2, 3].map((index) => keyOf(part, index))).toEqual([
			"p2/hand/back/1",
			"p2/hand/Dove/1",
			"p2/hand/back/2",
			"p2/hand/none",
		]);
		expect(keyOf(foodChain[8] as View[number], 0)).toBe("#4");
	});
	it("reads seats and numbers", () => {
		expect([rival("p1"), near("public"), near("p2"), numbers("3/2 (1)"), numbers(undefined)]).toEqual([
			"p2",
			"p1",
			"p2",
			[3, 2, 1],
			[],
		]);
	});
});

describe("clocks", () => {
	it("run for the asked player only, and stop at zero and at the end", () => {
		const state = { asked: "p1" as const, clocks: { p1: 5000, p2: 9000 } };
		expect(left(state, "p1", 1200)).toBe(3800);
		expect(left(state, "p2", 1200)).toBe(9000);
		expect(left(state, "p1", 60_000)).toBe(0);
		expect(left({ ...state, over: { by: "rules" } }, "p1", 1200)).toBe(5000);
		expect(left({}, "p1", 0)).toBeUndefined();
	});
	it("are written for people", () => {
		expect([600_000, 599_001, 61_000, 10_000, 9_950, 40, 0, 3_600_000].map(written)).toEqual([
			"10:00",
			"10:00",
			"1:01",
			"0:10",
			"10.0",
			"0.1",
			"0:00",
			"1:00:00",
		]);
		expect([61_000, 120_000, 1000, 0].map(spoken)).toEqual(["1 minute 1 second", "2 minutes", "1 second", "no time"]);
	});
});

describe("arrow keys", () => {
	const rows = [[{ x: 10 }, { x: 20 }], [], [{ x: 5 }, { x: 22 }, { x: 40 }]];
	it("go around in a row and to the closest in the next", () => {
		expect(step(rows, { row: 0, column: 1 }, "ArrowRight")).toEqual({ row: 0, column: 0 });
		expect(step(rows, { row: 0, column: 0 }, "ArrowLeft")).toEqual({ row: 0, column: 1 });
		expect(step(rows, { row: 0, column: 1 }, "ArrowDown")).toEqual({ row: 2, column: 1 });
		expect(step(rows, { row: 2, column: 2 }, "ArrowUp")).toEqual({ row: 0, column: 1 });
		expect(step(rows, { row: 2, column: 1 }, "End")).toEqual({ row: 2, column: 2 });
		expect(step(rows, { row: 2, column: 1 }, "Home")).toEqual({ row: 2, column: 0 });
	});
	it("stay where nothing is", () => {
		expect(step(rows, { row: 0, column: 0 }, "ArrowUp")).toBeUndefined();
		expect(step(rows, { row: 1, column: 0 }, "ArrowUp")).toBeUndefined();
		expect(step(rows, { row: 0, column: 0 }, "x")).toBeUndefined();
	});
});

describe("words", () => {
	it("say marks with their number and card", () => {
		expect(markWords({ word: "exhausted" })).toBe("Exhausted");
		expect(markWords({ word: "cooldown", number: 2 })).toBe("Cooldown 2");
		expect(markWords({ word: "equipped", card: "Iron Hide" })).toBe("Equipped (Iron Hide)");
		expect(markWords({ word: "free-play" })).toBe("Free play");
	});
	it("name phases, seats, lists, clocks and endings", () => {
		expect([title("main1"), title("free spell"), title("trap_activation")]).toEqual(["Main 1", "Free spell", "Trap activation"]);
		expect(seatName(table, "p2")).toBe("greedy bot");
		expect([listed([]), listed(["a"]), listed(["a", "b", "c"])]).toEqual(["", "a", "a, b and c"]);
		expect([clockWords(undefined), clockWords({ bank: 600, increment: 5 }), clockWords({ bank: 90, increment: 0 })]).toEqual([
			"no clock",
			"10 min + 5 s",
			"90 s",
		]);
		expect(overWords({ winner: "p1", by: "timeout" }, table, ["p1"])).toEqual({
			head: "You win!",
			line: "Ada wins the match on time",
		});
		expect(overWords({ winner: "p1", by: "rules" }, table, ["p2"]).head).toBe("You lose");
		expect(overWords({ winner: "p1", by: "rules" }, table, []).head).toBe("Ada wins");
		expect(overWords({ by: "agreement" }, table, ["p1"]).head).toBe("A draw");
	});
	it("leave card texts as they are", () => {
		expect(capital("the attacker gains -100/+0, multi-strike 2")).toBe("The attacker gains -100/+0, multi-strike 2");
	});
	it("read codes as people type them", () => {
		expect([" k7wq3n ", "K7W-Q3N", "https://play.example/t/k7wq3n", "K7WQ3", "K7WQ30", ""].map(tableCode)).toEqual([
			"K7WQ3N",
			"K7WQ3N",
			"K7WQ3N",
			undefined,
			undefined,
			undefined,
		]);
	});
	it("find pages", () => {
		expect(pageOf("/")).toEqual({ is: "home" });
		expect(pageOf("/t/k7wq3n")).toEqual({ is: "table", code: "K7WQ3N" });
		expect(pageOf("/new", "game=skirmish&kind=bot")).toEqual({ is: "new", game: "skirmish", kind: "bot" });
		expect([pageOf("/settings").is, pageOf("/t").is, pageOf("/a/b/c").is, pageOf("/settings/x").is]).toEqual([
			"settings",
			"nowhere",
			"nowhere",
			"nowhere",
		]);
	});
});
