// Makes sprites of pictures: one for every file of cards, from their `icon:` lines, so that a match loads what its decks need; one for the signs
// of a table, one for the pages; and the list of their names. Pictures are those of game-icons.net (CC BY 3.0, see the page "Credits"); what
// that set has not is drawn in `glyphs.json`.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const cards = join(web, "..", "cards");
const read = (file) => JSON.parse(readFileSync(join(web, file), "utf8"));
const set = read("node_modules/@iconify-json/game-icons/icons.json");
const drawn = read("tools/glyphs.json");

/** What every page may show, and the signs of marks, kinds and events. */
const ui = sorted(Object.values(read("tools/icons.json")).flat());
const signs = Object.values(read("src/art/glyphs.json")).flatMap((words) => Object.values(words));
const sprites = { ui, signs: sorted(signs.filter((name) => !ui.includes(name))) };
for (const name of Object.values(sprites).flat()) if (!body(name)) throw new Error(`there is no picture named ${name}`);

for (const game of readdirSync(cards, { withFileTypes: true })) {
	if (!game.isDirectory()) continue;
	const taken = new Set();
	for (const file of readdirSync(join(cards, game.name)).filter((name) => name.endsWith(".cards"))) {
		const found = new Set();
		const lines = readFileSync(join(cards, game.name, file), "utf8").split("\n");
		for (const [at, line] of lines.entries()) {
			const icon = /^\s+icon:\s*([a-z0-9-]+)\s*$/.exec(line)?.[1];
			if (!icon || taken.has(icon)) continue;
			if (!body(icon)) throw new Error(`${file}:${at + 1}: there is no picture named ${icon}`);
			found.add(icon);
			taken.add(icon);
		}
		sprites[`${game.name}.${file.replace(".cards", "")}`] = sorted(found);
	}
}

rmSync(join(web, "src/sprites"), { recursive: true, force: true });
mkdirSync(join(web, "src/sprites"), { recursive: true });
for (const [sprite, icons] of Object.entries(sprites)) {
	const symbols = icons.map((icon) => `<symbol id="${icon}" viewBox="0 0 512 512" overflow="visible">${body(icon)}</symbol>`);
	writeFileSync(join(web, `src/sprites/${sprite}.svg`), `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("\n")}</svg>\n`);
}
writeFileSync(join(web, "src/sprites/names.json"), `${JSON.stringify(sprites)}\n`);

function sorted(names) {
	return [...new Set(names)].sort();
}

function body(name) {
	if (drawn[name]) return `<path${isLow(drawn[name]) ? ' transform="translate(-31 -31) scale(1.12)"' : ""} d="${drawn[name]}"/>`;
	const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent];
	// Without a colour of its own, a picture takes that of its place.
	return icon?.body.replaceAll(' fill="currentColor"', "").replace(/ d="([^"]*)"/g, (_, path) => ` d="${rounded(path)}"`);
}

/** Whether a drawing is much wider than high. It is drawn larger then, beyond its square, to weigh as much as the others. */
function isLow(path) {
	const heights = path.match(/-?\d+/g).filter((_, index) => index % 2 === 1);
	return Math.max(...heights) - Math.min(...heights) < 300;
}

/** A path on a grid of 512 needs no hundredths. Arcs are left alone: their flags may stand without a space. */
function rounded(path) {
	if (/[aA]/.test(path)) return path;
	return path.replace(/-?(?:\d+\.?\d*|\.\d+)/g, (number) => {
		const short = String(Math.round(Number(number) * 10) / 10).replace(/^(-?)0\./, "$1.");
		return short.startsWith("-") ? short : ` ${short}`;
	});
}
