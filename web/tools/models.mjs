// The models of learned players: files beside the client, each loaded when somebody plays against what has learned from it. The name of a file
// has its checksum in it, so that a file is the same wherever and for how long it is kept (`shipped_model` of crates/catalog has these names too).
// Without an argument the names are written down for the client, with a folder the files are copied below it.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../models");
const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".playnet")) : [];
const models = names.sort().map((name) => {
	const game = name.replace(/\.playnet$/, "");
	const checksum = readFileSync(join(folder, name)).subarray(-8).readBigUInt64LE().toString(16).padStart(16, "0");
	return { game, from: join(folder, name), file: `models/${game}-${checksum}.playnet` };
});

const [to] = process.argv.slice(2);
if (to) {
	mkdirSync(join(to, "models"), { recursive: true });
	for (const { from, file } of models) copyFileSync(from, join(to, file));
} else {
	const list = Object.fromEntries(models.map(({ game, file }) => [game, file]));
	writeFileSync(join(import.meta.dirname, "../src/pocket/models.json"), `${JSON.stringify(list, null, "\t")}\n`);
}
