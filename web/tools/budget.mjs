// How much a browser has to load, compressed, and how much it may be. Fails the build where something has grown beyond it.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const [dist, packed] = ["dist", "packed"].map((name) => join(import.meta.dirname, "..", name));
const KIB = 1024;

/** Files by their addresses, with their bytes on their way. */
const files = readdirSync(join(packed, "assets")).map((name) => ({
	name: name.replace(/\.br$/, ""),
	bytes: statSync(join(packed, "assets", name)).size,
}));
const sum = (fits) => files.filter(({ name }) => fits(name)).reduce((all, { bytes }) => all + bytes, 0);

/** The scripts of the home page: those that the page names, and what they need before they run. What is asked for later is not among them. */
const page = readFileSync(join(dist, "index.html"), "utf8");
const home = new Set();
const need = (name) => {
	if (home.has(name)) return;
	home.add(name);
	const script = readFileSync(join(dist, "assets", name), "utf8");
	for (const [, other] of script.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) need(other);
};
for (const [, name] of page.matchAll(/\/assets\/([\w.-]+\.js)"/g)) need(name);
if (home.size === 0) throw new Error("index.html names no script: the home page was not measured");

/** These, what else the page names, the Latin letters, and the pictures that every page may show. */
const first = (name) =>
	home.has(name) || page.includes(name) || /-latin-wght-normal/.test(name) || /^(ui-.*\.svg|grain-.*\.png)$/.test(name);

/** A module, by its name. */
const module = (name) => sum((file) => file.startsWith(`${name}-`) && file.endsWith(".wasm"));
/** What a learned player has learned, as the server packs it. */
const models = existsSync(join(dist, "models")) ? readdirSync(join(dist, "models")) : [];
const model = (name) => gzipSync(readFileSync(join(dist, "models", name))).length;

/** The workshop comes by itself, to whoever goes there. */
const editor = (name) => /^Workshop-.*\.js$/.test(name);

const budgets = [
	["the first visit of the home page", sum(first), 350],
	["the scripts of the home page", sum((name) => home.has(name)), 150],
	["all scripts but the editor", sum((name) => name.endsWith(".js") && !editor(name)), 300],
	["the editor of the workshop", sum(editor), 250],
	["all style sheets", sum((name) => name.endsWith(".css")), 40],
	["the module for playing offline", module("playmat"), 770],
	["the module of the workshop's editor", module("editor"), 470],
	...models.map((name) => [name, model(name), 1.5 * KIB]),
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
