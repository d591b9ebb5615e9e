// Writes a smaller form of every text of the built client beside it, once and for all: the server sends it to browsers that can read it.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const dist = join(import.meta.dirname, "../dist");
const TEXT = /\.(html|js|css|svg|json|txt|webmanifest|wasm)$/;

for (const name of readdirSync(dist, { recursive: true })) {
	const file = join(dist, name);
	if (!TEXT.test(name) || !statSync(file).isFile()) continue;
	const whole = readFileSync(file);
	const forms = {
		br: brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: whole.length } }),
		gz: gzipSync(whole, { level: 9 }),
	};
	for (const [ending, small] of Object.entries(forms)) {
		if (small.length < whole.length * 0.9) writeFileSync(`${file}.${ending}`, small);
	}
}
