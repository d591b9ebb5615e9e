// Makes one sprite of pictures per game from the `icon:` lines of its cards, one for the client itself, and the list of their names.
// The pictures are those of game-icons.net (CC BY 3.0), see the page "Credits".
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const cards = join(web, "..", "cards");
const set = JSON.parse(readFileSync(join(web, "node_modules/@iconify-json/game-icons/icons.json"), "utf8"));

/** What the client shows by itself: backs, zones, marks, and pictures for cards that name none. */
const own = JSON.parse(readFileSync(join(web, "tools/icons.json"), "utf8"));

const names = { ui: [...new Set(Object.values(own).flat())].sort() };
for (const game of readdirSync(cards, { withFileTypes: true })) {
	if (!game.isDirectory()) continue;
	const found = new Set();
	for (const file of readdirSync(join(cards, game.name)).filter((name) => name.endsWith(".cards"))) {
		const lines = readFileSync(join(cards, game.name, file), "utf8").split("\n");
		for (const [at, line] of lines.entries()) {
			const icon = /^\s+icon:\s*([a-z0-9-]+)\s*$/.exec(line)?.[1];
			if (!icon) continue;
			if (!body(icon)) throw new Error(`${file}:${at + 1}: there is no picture named ${icon}`);
			found.add(icon);
		}
	}
	names[game.name] = [...found].sort();
}

mkdirSync(join(web, "src/sprites"), { recursive: true });
for (const [sprite, icons] of Object.entries(names)) {
	const symbols = icons.map((icon) => `<symbol id="${icon}" viewBox="0 0 512 512">${body(icon)}</symbol>`);
	writeFileSync(join(web, `src/sprites/${sprite}.svg`), `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("\n")}</svg>\n`);
}
writeFileSync(join(web, "src/sprites/names.json"), `${JSON.stringify(names)}\n`);

function body(name) {
	const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent];
	if (!icon && names?.ui?.includes(name)) throw new Error(`there is no picture named ${name}`);
	return icon?.body.replace(/ d="([^"]*)"/g, (_, path) => ` d="${rounded(path)}"`);
}

/** A path on a grid of 512 needs no hundredths. Arcs are left alone: their flags may stand without a space. */
function rounded(path) {
	if (/[aA]/.test(path)) return path;
	return path.replace(/-?(?:\d+\.?\d*|\.\d+)/g, (number) => {
		const short = String(Math.round(Number(number) * 10) / 10).replace(/^(-?)0\./, "$1.");
		return short.startsWith("-") ? short : ` ${short}`;
	});
}
