// Starts a server of its own for the tests, on a fresh database, and ends it afterwards.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PORT = 8377;

export default async function setup(): Promise<(() => void) | undefined> {
	if (process.env.PLAYMAT_URL) return undefined;
	const target = process.env.CARGO_TARGET_DIR ?? join(import.meta.dirname, "../../target");
	const program = process.env.PLAYMAT_BIN ?? join(target, "debug/playmat");
	const folder = mkdtempSync(join(tmpdir(), "playmat-e2e-"));
	const server = spawn(
		program,
		[
			"serve",
			...["--listen", `127.0.0.1:${PORT}`],
			...["--db", `sqlite:${join(folder, "tables.db")}`],
			...["--bot-after-seconds", "3"],
			"--unlimited",
		],
		{
			stdio: ["ignore", "ignore", "inherit"],
			env: { ...process.env, PLAYMAT_LOG_LEVEL: "warn" },
		},
	);
	await ready(server);
	return () => {
		server.kill();
		rmSync(folder, { recursive: true, force: true });
	};
}

async function ready(server: ChildProcess): Promise<void> {
	for (let attempt = 0; attempt < 100; attempt++) {
		if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
		const answer = await fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => undefined);
		if (answer?.ok) return;
		await new Promise((done) => setTimeout(done, 100));
	}
	throw new Error("the server does not answer");
}
