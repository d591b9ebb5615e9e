// How much a browser has to load, compressed, and how much it may be. Fails the build where something has grown beyond it.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const dist = join(import.meta.dirname, "../dist");
const KIB = 1024;

/** Bytes on their way: letters and pictures of dots are compressed already; the module is sent in its smallest form. */
const weight = (file) => {
	if (file.endsWith(".wasm") && existsSync(`${file}.br`)) return statSync(`${file}.br`).size;
	return /\.(woff2|png)$/.test(file) ? statSync(file).size : gzipSync(readFileSync(file), { level: 9 }).length;
};

const files = readdirSync(join(dist, "assets"))
	.filter((name) => !/\.(br|gz)$/.test(name))
	.map((name) => ({ name, bytes: weight(join(dist, "assets", name)) }));
const sum = (fits) => files.filter(({ name }) => fits(name)).reduce((all, { bytes }) => all + bytes, 0);

/** What the page itself names, the Latin letters, and the pictures that every page may show. */
const page = readFileSync(join(dist, "index.html"), "utf8");
const first = (name) => page.includes(name) || /-latin-wght-normal/.test(name) || /^(ui-.*\.svg|grain-.*\.png)$/.test(name);

/** The workshop comes by itself, to whoever goes there. */
const editor = (name) => /^Workshop-.*\.js$/.test(name);

const budgets = [
	["the first visit of the home page", sum(first), 350],
	["all scripts but the editor", sum((name) => name.endsWith(".js") && !editor(name)), 300],
	["the editor of the workshop", sum(editor), 250],
	["all style sheets", sum((name) => name.endsWith(".css")), 40],
	["the module for playing offline", sum((name) => name.endsWith(".wasm")), 1250],
	["the signs of a table", sum((name) => name.startsWith("signs-")), 48],
	...files
		.filter(({ name }) => /^[a-z-]+\.[a-z]+-.*\.svg$/.test(name))
		.map(({ name, bytes }) => [`the sprite ${name.split("-").slice(0, -1).join("-")}`, bytes, 56]),
];

const over = budgets.filter(([, bytes, most]) => bytes > most * KIB);
for (const [what, bytes, most] of over) console.error(`${what}: ${(bytes / KIB).toFixed(1)} KiB, ${most} at most`);
if (process.argv.includes("--tell"))
	for (const [what, bytes, most] of budgets) console.log(`${what}: ${(bytes / KIB).toFixed(1)} of ${most} KiB`);
if (over.length > 0) process.exit(1);
