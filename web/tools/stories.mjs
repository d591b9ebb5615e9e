// Copies the scenarios of each game into one file, which the page of a card reads for the stories in which the card occurs.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const scenarios = join(import.meta.dirname, "../../scenarios");
const out = join(import.meta.dirname, "../src/stories");
mkdirSync(out, { recursive: true });
for (const game of readdirSync(scenarios, { withFileTypes: true })) {
	if (!game.isDirectory() || game.name === "tutorial") continue;
	const files = readdirSync(join(scenarios, game.name)).filter((name) => name.endsWith(".scn"));
	const text = files.sort().map((name) => readFileSync(join(scenarios, game.name, name), "utf8"));
	writeFileSync(join(out, `${game.name}.txt`), text.join("\n"));
}
