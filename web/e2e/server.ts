// Every test has a server of its own, on a fresh database and at a free port, and a luck of its own: whatever chance decides on the server and
// in the browsers follows from PLAYMAT_TEST_SEED (1 if it says nothing) and the name of the test. What other tests do, and in which order,
// changes nothing. Where PLAYMAT_URL says so, another server is tested, with whatever luck it has.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Browser, type BrowserContext, test as base } from "@playwright/test";

export { type Browser, type BrowserContext, type CDPSession, expect, type Locator, type Page } from "@playwright/test";

const SEED = process.env.PLAYMAT_TEST_SEED ?? "1";
if (!/^\d+$/.test(SEED)) throw new Error(`PLAYMAT_TEST_SEED is a number, not ${SEED}`);

/** The luck of the running test: its name, and how many browsers it has opened. A worker runs one test at a time. */
const luck = { name: "", browsers: 0 };

/** A number for something in the running test, the same in every run. */
export function seed(about: string): number {
	return createHash("sha256").update(`${SEED}\0${luck.name}\0${about}`).digest().readUIntLE(0, 6);
}

/** A name that no other test has, on a server that others use too. */
export const fresh = (name: string): string => `${name}-${(seed(name) % 36 ** 6).toString(36)}`;

/** What the servers of some tests have of their own. */
type Own = {
	/** Cards beside the shipped ones, by the path of their file. */
	cards?: Record<string, string>;
	/** More words of the command. */
	words?: string[];
};

export const test = base.extend<{ own: Own; address: string }, { browser: Browser }>({
	own: [{}, { option: true }],
	address: [
		async ({ own }, use, info) => {
			luck.name = info.titlePath.slice(1).join(" › ");
			luck.browsers = 0;
			if (process.env.PLAYMAT_URL) return use(process.env.PLAYMAT_URL);
			info.annotations.push({ type: "seed", description: `PLAYMAT_TEST_SEED=${SEED}` });
			const server = await start(own);
			await use(server.address);
			await server.stop();
		},
		{ auto: true },
	],
	baseURL: async ({ address }, use) => use(address),
	browser: [
		async ({ browser }, use) => {
			const open = browser.newContext.bind(browser);
			browser.newContext = async (options) => lucky(await open(options));
			await use(browser);
		},
		{ scope: "worker" },
	],
});

/** Starts a server. It says where it listens when it does. */
async function start(own: Own): Promise<{ address: string; stop: () => Promise<void> }> {
	const target = process.env.CARGO_TARGET_DIR ?? join(import.meta.dirname, "../../target");
	const program = process.env.PLAYMAT_BIN ?? join(target, "debug/playmat");
	const folder = mkdtempSync(join(tmpdir(), "playmat-e2e-"));
	const words = [...(own.words ?? [])];
	if (own.cards) {
		const cards = join(folder, "cards");
		cpSync(join(import.meta.dirname, "../../cards"), cards, { recursive: true });
		for (const [file, text] of Object.entries(own.cards)) writeFileSync(join(cards, file), text);
		words.push("--cards", cards);
	}
	const server = spawn(
		program,
		[
			"serve",
			...["--listen", "127.0.0.1:0"],
			...["--db", `sqlite:${join(folder, "tables.db")}`],
			...["--bot-after-seconds", "3"],
			// Every page brings its share of a seed; a busy machine takes its time.
			...["--share-seconds", "600"],
			...["--log-level", "error"],
			"--unlimited",
			...["--test-seed", String(seed("server"))],
			...words,
		],
		{ stdio: ["ignore", "pipe", "inherit"] },
	);
	const ended = new Promise<void>((done) => server.once("exit", () => done()));
	for await (const line of createInterface(server.stdout)) {
		const address = /http:\/\/\S+/.exec(line)?.[0];
		if (!address) continue;
		const stop = async () => {
			server.kill();
			await ended;
			rmSync(folder, { recursive: true, force: true });
		};
		return { address, stop };
	}
	throw new Error(`${program} does not start`);
}

/** The client comes from a folder, whatever the server carries: a change of it needs no new server. */
async function local(context: BrowserContext, dist: string): Promise<void> {
	await context.route(/^http:\/\/127\.0\.0\.1:\d+\/(?!api\/)/, (route) => {
		const { pathname } = new URL(route.request().url());
		return route.fulfill({ path: join(dist, pathname.includes(".") ? pathname : "index.html") });
	});
}

/** What a page takes for random follows from the test, from which of its browsers it is, and from how often it was loaded. */
async function lucky(context: BrowserContext): Promise<BrowserContext> {
	luck.browsers += 1;
	if (process.env.PLAYMAT_DIST) await local(context, process.env.PLAYMAT_DIST);
	await context.addInitScript(
		(start: number) => {
			let state = start >>> 0;
			try {
				const loads = Number(sessionStorage.getItem("loads of a test") ?? 0) + 1;
				sessionStorage.setItem("loads of a test", String(loads));
				state += Math.imul(loads, 0x9e3779b9);
			} catch {
				// A page without an address keeps nothing.
			}
			// SplitMix32.
			const byte = () => {
				state = (state + 0x9e3779b9) | 0;
				let mixed = state ^ (state >>> 16);
				mixed = Math.imul(mixed, 0x21f0aaad);
				mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
				return (mixed ^ (mixed >>> 15)) & 255;
			};
			crypto.getRandomValues = (array) => {
				const view = array as unknown as Uint8Array;
				const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
				for (let at = 0; at < bytes.length; at++) bytes[at] = byte();
				return array;
			};
		},
		seed(`browser ${luck.browsers}`),
	);
	return context;
}
