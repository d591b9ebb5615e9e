// The pure parts of the workshop and of the pages of cards.
import { expect, test } from "vitest";
import { namesCard, storiesOf } from "../src/lib/stories";
import { allFiles, type Draft, example, freeName, readDraft, sent, write } from "../src/workshop/drafts";
import { vocabulary } from "../src/workshop/highlight";

const SHIPPED = [
	{ name: "bird.cards", text: "bird" },
	{ name: "fish.cards", text: "category Fish\n\nprey Eel 1/1 (1)\n" },
];
const draft: Draft = { id: "1", name: "Mine", game: "food-chain", shipped: true, files: [], at: 0 };

test("a shipped file is part of a draft only while it is another", () => {
	const changed = write(draft, SHIPPED, "bird.cards", "crane");
	expect(sent(changed)).toEqual({ shipped: true, files: [{ name: "bird.cards", text: "crane" }] });
	expect(allFiles(changed, SHIPPED).map((file) => file.text)).toEqual(["crane", SHIPPED[1]?.text]);
	expect(write(changed, SHIPPED, "bird.cards", "bird").files).toEqual([]);
	expect(allFiles({ ...draft, shipped: false }, SHIPPED)).toEqual([]);
	expect(write({ ...draft, shipped: false }, SHIPPED, "bird.cards", "bird").files).toHaveLength(1);
});

test("names of new files are free, and the first card is an example in the words of the game", () => {
	expect(freeName(SHIPPED)).toBe("mine.cards");
	expect(freeName([{ name: "mine.cards", text: "" }])).toBe("mine-2.cards");
	expect(example(SHIPPED[1], { name: "Eel", from: 15, to: 31 })).toBe("category Fish\n\nprey First Try 1/1 (1)\n");
	expect(example(undefined, undefined)).toBe("");
});

test("what was kept is read, and what is no draft is none", () => {
	expect(readDraft(JSON.stringify(draft))).toEqual(draft);
	for (const text of [null, "", "3", "{}", JSON.stringify({ ...draft, files: [{ name: 1 }] }), "category Fish"]) {
		expect(readDraft(text)).toBeUndefined();
	}
});

test("words of several words are known, and what is filled in is none of them", () => {
	const entry = (is: string, usage: string) => ({ class: is, word: usage, heading: usage, usage, gloss: "" });
	const words = vocabulary([
		entry("verb", "deal <a number> damage to <who>"),
		entry("kind", "free spell"),
		entry("verb", "gain(s)"),
	]);
	expect(Object.fromEntries(words)).toEqual({ deal: "verb", "damage to": "verb", "free spell": "kind", gains: "verb" });
});

test("a scenario is a story of the cards that it names, and of no others", () => {
	const text = `# Notes about Newt
scenario "One"
game food-chain
p1 field Emperor Newt
---
p1 attack Emperor Newt -> Orca
expect p2 field -

scenario "Two"
game food-chain
p1 field Newt
---
p1 end
`;
	const all = ["Newt", "Emperor Newt", "Orca"];
	expect(storiesOf(text, "Newt", all).map((story) => story.title)).toEqual(["Two"]);
	expect(storiesOf(text, "Orca", all)).toEqual([
		{
			title: "One",
			setup: ["p1 field Emperor Newt"],
			moves: ["p1 attack Emperor Newt -> Orca", "expect p2 field -"],
		},
	]);
	expect(namesCard("p1 field Newts", "Newt", [])).toBe(false);
});
