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
	timeout: 600_000,
	// Longer than anything takes on a busy machine: what is waited for is a state, never a time.
	expect: { timeout: 60_000 },
	workers: 2,
	fullyParallel: true,
	// A test that needs a second try has found something.
	retries: 0,
	reporter: [["list"]],
	use: {
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
				// A page that a test answers itself may still speak to the server beside it.
				...(process.env.PLAYMAT_DIST ? ["--disable-features=LocalNetworkAccessChecks"] : []),
			],
		},
		viewport: { width: 1280, height: 800 },
		screenshot: "only-on-failure",
		colorScheme: "dark",
		// What a page loads comes from its server, except where that is the matter.
		serviceWorkers: "block",
		// What moves is tested where it is the matter; everywhere else nothing waits for it.
		contextOptions: { reducedMotion: "reduce" },
	},
});
