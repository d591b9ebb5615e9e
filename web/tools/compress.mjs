// Writes the compressed form of every text of the built client beside it, once and for all. Only this form is part of the server's program,
// which unpacks it for the few who cannot read it.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const dist = join(import.meta.dirname, "../dist");
/** The same endings as in crates/server/src/page.rs. */
const TEXT = /\.(html|js|css|svg|webmanifest|wasm)$/;

for (const name of readdirSync(dist, { recursive: true })) {
	const file = join(dist, name);
	if (!TEXT.test(name) || !statSync(file).isFile()) continue;
	const whole = readFileSync(file);
	writeFileSync(`${file}.br`, brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: whole.length } }));
}
