import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanup, render } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Board, CardBack, Glyph, Scene, sign, TERRAINS } from "../src/art";
import { half } from "../src/art/boards/halves";
import { strata } from "../src/art/boards/strata";
import { groundOf } from "../src/art/boards/terrains";
import { compose } from "../src/art/compose";
import words from "../src/art/glyphs.json";
import { luck } from "../src/art/luck";
import { layers, PLACES } from "../src/art/places";
import { frame, ground } from "../src/cards/looks";
import { picture } from "../src/ui/Icon";
import { type PrintedCard, printedCards } from "./printed";

afterEach(cleanup);

const root = join(import.meta.dirname, "../..");
const css = readFileSync(join(root, "web/src/art/art.css"), "utf8");
const rust = (game: string, file: string) => readFileSync(join(root, "games", game, "src", file), "utf8");
const GAMES = ["food-chain", "skirmish", "strata"];

const cards: PrintedCard[] = GAMES.flatMap((game) =>
	readdirSync(join(root, "cards", game))
		.filter((file) => file.endsWith(".cards"))
		.flatMap((file) => printedCards(game, file, readFileSync(join(root, "cards", game, file), "utf8"))),
);

describe("pictures of cards", () => {
	it("reads every card of every game", () => {
		const count = (game: string) => cards.filter((card) => card.game === game).length;
		expect(GAMES.map(count)).toEqual([328, 33, 159]);
		expect(cards.filter((card) => card.category === "Fish" && !card.kind.startsWith("token")).length).toBe(52);
	});

	it.each([...new Set(cards.map((card) => card.file))])(
		"every card of %s has a scene with its own glyph, of few nodes",
		(file) => {
			for (const card of cards.filter((one) => one.file === file)) {
				const { game } = card;
				const href = picture(card.icon, game);
				expect(href, `${card.name}: ${card.icon}`).toMatch(new RegExp(`#${card.icon}$`));
				const scene = renderToStaticMarkup(<Scene game={game} card={card} />);
				const uses = [...scene.matchAll(/<use href="([^"]*)"/g)].map((use) => use[1]);
				expect(uses, card.name).toEqual([href, href, href]);
				expect(scene.match(/<[a-z]/g)?.length, card.name).toBeLessThanOrEqual(16);
			}
		},
	);

	it("is the same whenever and wherever it is made", async () => {
		vi.resetModules();
		const again = await import("../src/art/compose");
		for (const card of cards.filter((_, index) => index % 4 === 0)) expect(again.compose(card)).toEqual(compose(card));
	});

	it("differs from card to card", () => {
		const seen = cards
			.filter((card) => card.category === "Fish")
			.map((card) => JSON.stringify({ ...compose(card), icon: card.icon }));
		expect(new Set(seen).size).toBe(seen.length);
	});

	it("shares one gradient between cards with the same coat, kept apart from the cards", () => {
		const gold = cards.filter((card) => /^Golden (Eagle|Goose)$/.test(card.name));
		for (const card of gold) render(<Scene game={card.game} card={card} />);
		const ids = [...document.querySelectorAll("#art-paints linearGradient")].map((paint) => paint.id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(document.querySelector(".scene linearGradient")).toBeNull();
	});

	it("follows the words of a name: ice for polar bears, gold for what is golden", () => {
		const named = (name: string) => compose(cards.find((card) => card.name === name) as PrintedCard);
		expect(named("Golden Goose").subject.coat[1]).toBe("#ffcf4a");
		expect(named("Rainbow Sardines").subject.coat.length).toBe(5);
		const flakes = (name: string) => named(name).motes.path.split("M").length - 1;
		expect([flakes("Polar Bear"), flakes("Southern African Lion")]).toEqual([22, 13]);
	});

	it("draws a card that names no picture, or an emoji", () => {
		const plain = { name: "Nobody", kind: "prey", category: "Fish", stats: "1/1" };
		const { container, rerender } = render(<Scene game="food-chain" card={plain} />);
		expect(container.querySelector("use")?.getAttribute("href")).toBe(picture(sign("fish"), "food-chain"));
		rerender(<Scene game="food-chain" card={{ ...plain, icon: "🐟" }} />);
		expect(container.querySelector("text")?.textContent).toBe("🐟");
	});

	it("has a frame for every kind and type, and a gem for every section", () => {
		for (const card of cards) {
			expect(css, card.name).toContain(`--gem-${ground(card)}:`);
			const framed = card.game === "strata" ? (card.type ?? frame(card.kind)) : frame(card.kind);
			expect(css, card.name).toContain(`--frame-${framed}:`);
		}
	});

	it("every place has its layers", () => {
		for (const place of PLACES) {
			const { far, mid, near } = layers(place, luck(place));
			for (const path of [far, mid, near]) expect(path, place).toMatch(/^M(?!.*NaN).*Z$/);
		}
	});
});

describe("signs", () => {
	it("every picture that a page names is in a sprite of the pages", () => {
		const files = readdirSync(join(root, "web/src"), { recursive: true, encoding: "utf8" }).filter((file) =>
			/\.tsx?$/.test(file),
		);
		const named = files.flatMap((file) => {
			const text = readFileSync(join(root, "web/src", file), "utf8");
			return [...text.matchAll(/<Icon[^>]*name="([a-z0-9-]+)"|icon[:=] ?"([a-z0-9-]+)"/g)].map((one) => one[1] ?? one[2]);
		});
		expect(named.length).toBeGreaterThan(30);
		for (const name of named) expect(picture(name, "ui"), name).toBeDefined();
	});

	it("every mark of the three games has one", () => {
		const views = GAMES.map((game) => rust(game, "view.rs")).join("\n");
		const found = [...views.matchAll(/(?:Mark::word\(|Mark \{ word: |number\(|(?:Slot|Trait)::[A-Z]+, )"([a-z-]+)"/g)].map(
			(one) => one[1] ?? "",
		);
		// A keyword's row has its pattern, and its mark behind it where that is another word.
		const rows = /pub enum Keyword[\s\S]*?\n {4}\}/.exec(rust("food-chain", "words.rs"))?.[0] ?? "";
		const keywords = rows.matchAll(/= (?:new\(\s*"([a-z-]+)|marked\(\s*"[^"]*",\s*"([a-z-]+)")/g);
		found.push(...[...keywords].map((one) => one[1] ?? one[2] ?? ""));
		expect(new Set(found).size).toBeGreaterThanOrEqual(34);
		for (const word of found) expect(sign(word), word).toBeDefined();
	});

	it("every kind of event has one", () => {
		const kinds = [...readFileSync(join(root, "web/src/protocol/events.ts"), "utf8").matchAll(/\| "([a-z-]+)"/g)].map(
			(one) => one[1] ?? "",
		);
		expect(kinds.length).toBeGreaterThan(60);
		for (const kind of kinds) expect(sign(kind), kind).toBeDefined();
	});

	it("every kind, section and terrain has one", () => {
		for (const card of cards) {
			expect(sign(frame(card.kind)), card.kind).toBeDefined();
			expect(sign(ground(card)), card.name).toBeDefined();
		}
		for (const name of TERRAINS) expect(sign(name)).toBeDefined();
	});

	it("no word has two, and every picture exists", () => {
		const all = Object.values(words).flatMap((group) => Object.entries(group));
		for (const [word, name] of all) {
			expect(sign(word), word).toBe(name);
			expect(picture(name, "signs"), name).toBeDefined();
		}
	});

	it("takes a picture by its own name too, and a letter where there is none", () => {
		const { container, rerender } = render(<Glyph name="free play" />);
		expect(container.querySelector("use")?.getAttribute("href")).toMatch(/#card-play$/);
		rerender(<Glyph name="stack" />);
		expect(container.querySelector("use")?.getAttribute("href")).toMatch(/#stack$/);
		rerender(<Glyph name="unheard-of" />);
		expect(container.querySelector("text")?.textContent).toBe("U");
	});
});

describe("backs and grounds", () => {
	it("every game has a back of its own", () => {
		const ways = GAMES.map((game) =>
			render(<CardBack game={game} />)
				.container.querySelector("path")
				?.getAttribute("d"),
		);
		expect(new Set(ways).size).toBe(3);
	});

	it("every category has a half of its own, and what is not known yet has one too", () => {
		for (const category of ["Fish", "Mammal", "Bird", "Reptile", "Amphibian"])
			expect(half(category, "near").name).toBe(category.toLowerCase());
		expect(half(undefined, "far").name).toBe("dusk");
		expect(half("Fish", "near").shapes).not.toEqual(half("Fish", "far").shapes);
	});

	it("every terrain has a ground of its own", () => {
		expect(new Set(TERRAINS.map((name) => groundOf(name).name)).size).toBe(5);
		const { container } = render(<Board game="skirmish" terrains={TERRAINS} />);
		expect(container.querySelectorAll(".terrain-ground").length).toBe(5);
	});

	it("every colour that a ground uses is in the style sheet", () => {
		const block = (name: string) => new RegExp(`\\.${name} \\{([^}]*)\\}`).exec(css)?.[1] ?? "";
		const uses = (name: string, shapes: readonly { fill: string; path: string }[]) => {
			for (const { fill, path } of shapes) {
				expect(block(name), `${name}: ${fill}`).toContain(`--g-${fill}:`);
				expect(path).not.toContain("NaN");
			}
		};
		for (const category of ["Fish", "Mammal", "Bird", "Reptile", "Amphibian", undefined]) {
			const { name, shapes } = half(category, "near");
			uses(`half-${name}`, shapes);
		}
		for (const terrain of TERRAINS) uses(`terrain-${groundOf(terrain).name}`, groundOf(terrain).shapes);
		uses("board-ground-strata", strata());
	});
});
