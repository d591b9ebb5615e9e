// Decks as people paste them.
import { describe, expect, test } from "vitest";
import { pasted } from "../src/decks/paste";

const CARDS = ["Orca", "African Bullfrog", "King's Guard", "Area 51", "Net"];
const KINDS = ["prey", "predator", "free spell"];
const lines = (typed: string) => pasted(typed, CARDS, KINDS).split("\n");

describe("a pasted deck", () => {
	test("counts stand before or behind, in any of the usual forms", () => {
		for (const line of [
			"2 Orca",
			"2x Orca",
			"2 x Orca",
			"2× Orca",
			"x2 Orca",
			"2xOrca",
			"Orca x2",
			"Orca ×2",
			"Orca 2x",
			"Orca 2",
			"Orca (2)",
			"- 2 orca",
			"ORCA\t2",
			"Orca, 2",
		])
			expect(lines(line)[1], line).toBe("2 Orca");
		for (const line of [
			"1 African Bullfrog",
			"african  bullfrog",
			"* African Bullfrog",
			"African Bullfrog 4/4 (2)",
			"1 African Bullfrog (FC) 12",
		])
			expect(lines(line)[1], line).toBe("African Bullfrog");
	});

	test("names with numbers and other apostrophes are names", () => {
		expect(lines("Area 51\n2 area 51\nKing’s Guard").slice(1, 4)).toEqual(["Area 51", "2 Area 51", "King's Guard"]);
	});

	test("headings, comments and blank lines are nothing; a name is taken wherever it stands", () => {
		const typed = "Deck: My Rush\n\nPrey (2)\n2x Orca # the best\n// spells\n== Free spells ==\nMain deck:\n---\n3 cards\nNet";
		expect(lines(typed)).toEqual(["deck My Rush", "", "", "", "2 Orca", "", "", "", "", "", "Net", ""]);
		expect(lines("deck Slow\nOrca")[0]).toBe("deck Slow");
		expect(lines("Orca")[0]).toBe("deck My deck");
	});

	test("what is not understood stays on its line, for the server to name it", () => {
		expect(lines("Orca\n- 2 Orcca\n0 Net\nhello there").slice(1)).toEqual(["Orca", "2 Orcca", "0 Net", "hello there", ""]);
	});

	test("line ends of every kind", () => expect(lines("\uFEFFOrca\r\nNet\rOrca").slice(1)).toEqual(["Orca", "Net", "Orca", ""]));
});
