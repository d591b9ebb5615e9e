// Writes the service worker of the built client: the list of all its files, and a version that follows from what is in them.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Another folder than the built one only where a test has made a copy.
const dist = process.argv[2] ?? join(import.meta.dirname, "../dist");
const here = readdirSync(dist, { recursive: true })
	.filter((name) => name !== "sw.js" && statSync(join(dist, name)).isFile())
	.sort();
const module = here.some((name) => name.endsWith(".wasm"));

// Models are loaded when they are wanted, or when there is time: they do not belong to a version.
const isModel = (name) => /^models[\\/]/.test(name);
// Letters of scripts that a match never shows are left to the network.
const kept = here.filter((name) => !isModel(name) && (!/\.woff2$/.test(name) || /-latin-wght-normal/.test(name)));
const models = here.filter(isModel);
const version = createHash("sha256");
for (const name of kept)
	version
		.update(name)
		.update("\0")
		.update(readFileSync(join(dist, name)));
const worker = readFileSync(join(import.meta.dirname, "sw.js"), "utf8");

// Without the module nothing can be played without a server: then only an old worker is told to keep nothing any more.
const files = module ? kept : [];
version.update(worker).update(models.join("\0"));
const filled = worker
	.replace("@VERSION@", version.digest("hex").slice(0, 12))
	.replace('["@FILES@"]', JSON.stringify(files))
	.replace('["@MODELS@"]', JSON.stringify(module ? models : []));
if (existsSync(dist)) writeFileSync(join(dist, "sw.js"), filled);
