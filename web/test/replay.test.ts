import { expect, test } from "vitest";
import { pageOf } from "../src/lib/router";
import type { Replay, SeedForm } from "../src/protocol/messages";
import { answer, begun, check, promiseOf, tagOf } from "../src/replay/fair";
import { eventsUpTo, frames, positionOf, turnsOf } from "../src/replay/reel";

/** The worked example of docs/fair-play.md. */
const MATCH = "9f0c2b7d41a8e6f3";
const SALT = "5a".repeat(16);
const PLAYERS: [string, string] = ["d5ba86b426beeb0fa478494f2ac951c6", "1b48e4137cf7edddbe4561ea58a665ea"];
const COMMITMENT = "b31c2575cee39c68bc4abad8b19d00c6045bc092144efbf2ecee83508530aef9";
const PROMISES: [string, string] = [
	"a5047c6c11eeb10cb2056fba126930536b37287e9c2fd9d3d09fbde1bc351302",
	"9ab9bddce4d3b4bca15ccb26877c3dd97afe55838bd276c481d094c724a61358",
];
const SEED: SeedForm = {
	commitment: COMMITMENT,
	secret: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
	shares: ["11".repeat(32), "22".repeat(32)],
	seed: "1db5de8353baffb85baed2bebdcb5deeff09ba644c9c65b2d205f63473669285",
	bound: { match: MATCH, players: PLAYERS, brought: ["opened", "opened"] },
};

test("the browser finds the hashes of the worked example, and what was changed", () => {
	expect(check(SEED)).toEqual({ promise: true, derived: true });
	expect(check({ ...SEED, secret: `ff${SEED.secret.slice(2)}` })).toEqual({ promise: false, derived: false });
	expect(check({ ...SEED, shares: [SEED.shares[1], SEED.shares[0]] })).toEqual({ promise: true, derived: false });
	const bound: SeedForm["bound"] = { match: "00".repeat(8), players: PLAYERS, brought: ["opened", "opened"] };
	expect(check({ ...SEED, bound })).toEqual({ promise: false, derived: true });
	expect(tagOf(SALT, "p1", "gada")).toBe(PLAYERS[0]);
	expect(promiseOf(MATCH, PLAYERS, COMMITMENT, "p1", SEED.shares[0])).toBe(PROMISES[0]);
	expect(promiseOf(MATCH, PLAYERS, COMMITMENT, "p2", SEED.shares[1])).toBe(PROMISES[1]);
});

test("seeds of records from before are found too", () => {
	const old: SeedForm = {
		commitment: "cfcee6345e60406c0c0b0f5a5ceb2209967f08e05dd2fd47cf51727c18b65836",
		secret: SEED.secret,
		shares: ["11".repeat(32), "00".repeat(32)],
		seed: "44d0bfe1ec51b7e12c58a73274398fb06b61c532ca4e35d2a2cfb8c3e73d3801",
	};
	expect(check(old)).toEqual({ promise: true, derived: true });
});

const ask = (match: string, table: string, me = "gada", commitment = COMMITMENT) =>
	answer({ type: "commitment", match, seats: ["p1"], players: PLAYERS, salt: SALT, commitment }, table, me);

test("a match is answered once, and only if the promise is for this player", () => {
	const first = ask(MATCH, "/one");
	expect(first.messages).toMatchObject([{ type: "commit", match: MATCH, seat: "p1" }]);
	expect(ask(MATCH, "/one")).toEqual(first);
	const again = ask(MATCH, "/one", "gada", "99".repeat(32));
	expect(again.messages).toEqual([]);
	expect(again.wrong).toMatch(/twice/);
	const foreign = ask("01".repeat(8), "/two", "geve");
	expect(foreign.messages).toEqual([]);
	expect(foreign.wrong).toMatch(/somebody else/);
});

test("a share is opened for what was sealed first, and for nothing else", () => {
	const match = "02".repeat(8);
	const [own] = ask(match, "/three").messages;
	const mine = own?.type === "commit" ? own.commitment : "";
	const sealed = (shares: [string | null, string | null], commitment = COMMITMENT) =>
		answer({ type: "sealed", match, commitment, shares }, "/three", "gada");
	expect(sealed(["99".repeat(32), null]).wrong).toMatch(/changed/);
	expect(sealed([mine, null], "99".repeat(32)).wrong).toMatch(/two ways/);
	const opened = sealed([mine, null]);
	expect(opened.messages).toMatchObject([{ type: "open", match, seat: "p1" }]);
	expect(sealed([mine, null])).toEqual(opened);
	expect(sealed([mine, PROMISES[1]]).messages).toEqual([]);
	// A match that was opened and never dealt: the next promise at this table is told to the player.
	expect(ask("03".repeat(8), "/three").wrong).toMatch(/never dealt/);
	begun(match);
	expect(ask("04".repeat(8), "/three").wrong).toBeUndefined();
	// One that came too late has nothing to open.
	const late = answer({ type: "sealed", match: "04".repeat(8), commitment: COMMITMENT, shares: [null, null] }, "/three", "gada");
	expect(late).toEqual({ messages: [] });
});

const REPLAY: Replay = {
	game: "toy",
	rulings: {},
	rules: "",
	players: ["Ada", "Bob"],
	verification: { holds: true, checks: [] },
	start: {
		p1: [
			{ name: "turn", value: "p1" },
			{ seat: "p1", name: "hand", value: [{ card: "Eel", owner: "p1" }] },
			{ seat: "p2", name: "hand", value: [{ owner: "p2" }] },
		],
		p2: [
			{ name: "turn", value: "p1" },
			{ seat: "p1", name: "hand", value: [{ owner: "p1" }] },
			{ seat: "p2", name: "hand", value: [{ card: "Orca", owner: "p2" }] },
		],
	},
	steps: [
		{ words: "the match begins", events: [{ what: "dealt", text: "Cards are dealt." }] },
		{
			words: "play Eel",
			by: "p1",
			events: [{ what: "played", text: "Ada plays Eel." }],
			p1: [{ part: 1, value: [] }],
			p2: [{ part: 1, value: [] }],
		},
		{ words: "pass", by: "p2" },
	],
};

test("every position is there, through each player's eyes and with both hands open", () => {
	const [first, second, third] = frames(REPLAY);
	expect(first?.both.map((part) => part.value)).toEqual(["p1", [{ card: "Eel", owner: "p1" }], [{ card: "Orca", owner: "p2" }]]);
	expect(first?.p1[2]?.value).toEqual([{ owner: "p2" }]);
	expect(second?.both[1]?.value).toEqual([]);
	expect(third?.p1).toBe(second?.p1);
	expect(eventsUpTo(REPLAY, 1).map((event) => event.n)).toEqual([1, 2]);
});

test("turns begin where the log says so; one that was taken back does not count", () => {
	const turn = (text: string, undone = false) => ({ words: "end the turn", undone, events: [{ what: "turn", text }] });
	const replay = { ...REPLAY, steps: [...REPLAY.steps, turn("Turn 2: Bob.", true), turn("Turn 2: Bob."), { words: "concede" }] };
	expect(turnsOf(replay)).toEqual([{ at: 4, words: "Turn 2: Bob" }]);
	expect(turnsOf(REPLAY)).toEqual([]);
});

test("an address may name any position", () => {
	expect([positionOf("1", 3), positionOf("99", 3), positionOf("-4", 3), positionOf("x", 3), positionOf(null, 3)]).toEqual([
		1, 2, 0, 0, 0,
	]);
	expect(pageOf("/replay/9f0c2b7d41a8e6f3", "?at=3")).toEqual({ is: "replay", match: "9f0c2b7d41a8e6f3" });
	expect(pageOf("/replay")).toEqual({ is: "replay", match: undefined });
});
