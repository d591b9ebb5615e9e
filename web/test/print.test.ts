// What printed cards are drawn with (`crates/face`) is what this client draws with: the tables below are made from it, and compared with it.
// `PLAYMAT_WRITE=1 npx vitest run test/print.test.ts` writes them anew.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ornament } from "../src/art/CardBack";
import { AFLOAT, compose, HIGHEST, RINGS } from "../src/art/compose";
import words from "../src/art/glyphs.json";
import { COATS, HAUNTS, HOMES, RAINBOW, RAINBOW_COAT } from "../src/art/habitats";
import { luck } from "../src/art/luck";
import { layers, PLACES } from "../src/art/places";
import { BACKS, frame, ground } from "../src/cards/looks";
import { figures, lineOf } from "../src/lib/faces";
import { title } from "../src/lib/words";
import type { GameCard } from "../src/protocol/messages";
import { printedCards } from "./printed";

const root = join(import.meta.dirname, "../..");
const style = (file: string) => readFileSync(join(root, "web/src", file), "utf8");
const [cardCss, artCss, baseCss] = [style("styles/card.css"), style("art/art.css"), style("styles/base.css")];

/** The rules of a class, as one text. */
const rules = (css: string, selector: string): string =>
	css
		.split("}")
		.map((rule) => rule.split("{"))
		.filter(([named]) =>
			named
				?.replace(/\/\*.*?\*\//gs, "")
				.split(",")
				.some((one) => one.trim() === selector),
		)
		.map(([, body]) => body)
		.join("");

/** A length in hundredths of the width of a card. */
function share(selector: string, property: string): number {
	const found = new RegExp(`(?:^|[\\s;])${property}:[^;]*?([\\d.]+)cqw`).exec(rules(cardCss, selector))?.[1];
	if (!found) throw new Error(`${selector} has no ${property} in shares of a card`);
	return Number(found);
}

/** A colour of a class; by day, where it has two. */
function colour(css: string, selector: string, name: string): string | undefined {
	return new RegExp(`${name}:\\s*(?:light-dark\\()?(#[0-9a-f]{6})`).exec(rules(css, selector))?.[1];
}

const named = (prefix: string, css: string): string[] =>
	[...css.matchAll(new RegExp(`^\\.${prefix}-([\\w-]+) \\{`, "gm"))].map(([, name]) => name ?? "");

const size = (of: string) => ({
	width: share(of, "min-width"),
	height: share(of === ".stat-wide" ? ".stat" : of, "height"),
	letters: share(of, of === ".stat" ? "font" : "font-size"),
});

const art = {
	frames: Object.fromEntries(named("frame", cardCss).map((name) => [name, colour(cardCss, `.frame-${name}`, "--frame")])),
	grounds: Object.fromEntries(
		named("ground", cardCss).map((name) => [
			name,
			{ frame: colour(cardCss, `.ground-${name}`, "--frame"), tint: colour(cardCss, `.ground-${name}`, "--tint") },
		]),
	),
	tints: Object.fromEntries(
		named("frame", cardCss).flatMap((name) => {
			const tint = colour(cardCss, `.frame-${name}`, "--tint");
			return tint ? [[name, tint]] : [];
		}),
	),
	plain: {
		frame: colour(cardCss, ".face", "--frame"),
		tint: colour(cardCss, ".face", "--tint"),
		back: colour(artCss, ".card-back", "--back"),
	},
	text: {
		paper: colour(baseCss, ":root", "--box"),
		ink: colour(baseCss, ":root", "--box-ink"),
		word: colour(baseCss, ":root", "--box-word"),
	},
	sizes: {
		corner: share(".card", "--r"),
		border: share(".face-art", "inset"),
		picture_corner: share(".face-art", "border-radius"),
		name: share(".face-name b", "font"),
		gem: share(".gem", "width"),
		level: share(".gem-level", "width"),
		text: share(".face-large .face-text", "font-size"),
		kind: share(".face-kind", "font"),
		foot: share(".face-foot", "min-height"),
		stat: size(".stat"),
		power: size(".stat-power"),
		meal: size(".stat-meal"),
		wide: size(".stat-wide"),
	},
	backs: Object.fromEntries(
		[...Object.keys(BACKS), ""].map((game) => [
			game,
			{ colour: colour(artCss, ":root", `--back-${game}`), sign: BACKS[game] ?? "card-joker", ornament: ornament(game) },
		]),
	),
	signs: Object.assign({}, ...Object.values(words)),
	homes: HOMES,
	haunts: HAUNTS.map(([of, name, there]) => ({ of, name: name.source, there })),
	coats: COATS.map(([name, coat]) => ({ name: name.source, coat })),
	rainbow: { name: RAINBOW.source, coats: RAINBOW_COAT },
	rings: RINGS,
	afloat: [...AFLOAT],
	highest: HIGHEST,
	// A place is drawn anew for every card; in print there are two of each.
	places: Object.fromEntries(PLACES.map((place) => [place, [1, 2].map((one) => layers(place, luck(`${place} ${one}`)))])),
};

/** Some cards of every file, with what this client makes of them. */
const faces = ["food-chain", "skirmish", "strata"].flatMap((game) =>
	readdirSync(join(root, "cards", game))
		.filter((file) => file.endsWith(".cards"))
		.sort()
		.flatMap((file) =>
			printedCards(game, file, readFileSync(join(root, "cards", game, file), "utf8"))
				.filter((_, at) => at % 6 === 0)
				.map((card) => {
					const { air, light, sun, ground: grounds, subject, ring, stands } = compose(card);
					const kind = card.kind === "creature" ? (card.type ?? card.kind) : frame(card.kind);
					return {
						game,
						name: card.name,
						kind: card.kind,
						frame: frame(card.kind),
						ground: ground(card),
						word: title(kind),
						figures: figures(undefined, card as unknown as GameCard).map((one) => `${one.is} ${one.number}`),
						scene: { air, light, sun, grounds, coat: subject.coat, dark: subject.dark, size: subject.size, ring, stands },
					};
				}),
		),
);

const lines = ["on eat: draw 1.", "Draw 2.", "equip: this gains +100/+0: really.", "when attacked: return this to hand."].map(
	(text) => ({
		text,
		...lineOf(text),
	}),
);

it.each([
	["src/art.json", art],
	["src/faces.json", { faces, lines }],
])("%s is what this client draws", (file, made) => {
	const path = join(root, "crates/face", file);
	const text = `${JSON.stringify(made, null, "\t")}\n`;
	if (process.env.PLAYMAT_WRITE) writeFileSync(path, text);
	expect(text, "PLAYMAT_WRITE=1 npx vitest run test/print.test.ts writes it anew").toBe(readFileSync(path, "utf8"));
});
