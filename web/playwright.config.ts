import { execFileSync } from "node:child_process";
import { defineConfig } from "@playwright/test";

/** Chromium as the system installed it; no test tool downloads a browser of its own. */
function chromium(): string {
	if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
	for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
		try {
			return execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
		} catch {
			// The next name.
		}
	}
	throw new Error("no Chromium found: install it (apt install chromium) or set CHROMIUM_PATH");
}

export default defineConfig({
	testDir: "e2e",
	timeout: 300_000,
	expect: { timeout: 15_000 },
	workers: 2,
	fullyParallel: true,
	// Every run plays other games, on machines that may be busy. What needed its second try is named as flaky at the end.
	retries: 1,
	reporter: [["list"]],
	globalSetup: "./e2e/server.ts",
	use: {
		baseURL: process.env.PLAYMAT_URL ?? "http://127.0.0.1:8377",
		launchOptions: {
			executablePath: chromium(),
			args: [
				"--no-sandbox",
				"--disable-gpu",
				"--disable-quic",
				"--no-first-run",
				"--disable-background-networking",
				"--disable-component-update",
				"--disable-sync",
			],
		},
		viewport: { width: 1280, height: 800 },
		colorScheme: "dark",
	},
});
