import { expect, test } from "vitest";
import { pageOf } from "../src/lib/router";
import type { Replay, SeedForm } from "../src/protocol/messages";
import { check } from "../src/replay/fair";
import { eventsUpTo, frames, positionOf } from "../src/replay/reel";

/** The worked example of docs/fair-play.md. */
const SEED: SeedForm = {
	commitment: "cfcee6345e60406c0c0b0f5a5ceb2209967f08e05dd2fd47cf51727c18b65836",
	secret: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
	shares: ["11".repeat(32), "00".repeat(32)],
	seed: "44d0bfe1ec51b7e12c58a73274398fb06b61c532ca4e35d2a2cfb8c3e73d3801",
};

test("the browser finds the hashes of the worked example, and what was changed", async () => {
	expect(await check(SEED)).toEqual({ promise: true, derived: true });
	expect(await check({ ...SEED, secret: `ff${SEED.secret.slice(2)}` })).toEqual({ promise: false, derived: false });
	expect(await check({ ...SEED, shares: [SEED.shares[1], SEED.shares[0]] })).toEqual({ promise: true, derived: false });
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

test("an address may name any position", () => {
	expect([positionOf("1", 3), positionOf("99", 3), positionOf("-4", 3), positionOf("x", 3), positionOf(null, 3)]).toEqual([
		1, 2, 0, 0, 0,
	]);
	expect(pageOf("/replay/9f0c2b7d41a8e6f3", "?at=3")).toEqual({ is: "replay", match: "9f0c2b7d41a8e6f3" });
	expect(pageOf("/replay")).toEqual({ is: "replay", match: undefined });
});
