// Packs the built client as the server carries it: texts in their compressed form alone, which the server unpacks for the few who cannot
// read it, and everything else as it is.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const [dist, packed] = ["dist", "packed"].map((name) => join(import.meta.dirname, "..", name));
const TEXT = /\.(html|js|css|svg|json|txt|webmanifest|wasm)$/;

rmSync(packed, { recursive: true, force: true });
for (const name of readdirSync(dist, { recursive: true })) {
	const [from, to] = [join(dist, name), join(packed, name)];
	// The program has the models itself.
	if (!statSync(from).isFile() || /^models[\\/]/.test(name)) continue;
	mkdirSync(dirname(to), { recursive: true });
	if (!TEXT.test(name)) copyFileSync(from, to);
	else {
		const whole = readFileSync(from);
		writeFileSync(`${to}.br`, brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: whole.length } }));
	}
}
