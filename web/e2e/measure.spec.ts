// What only a measurement can say, printed and never asserted: PLAYMAT_MEASURE=1 runs it. How long the page is busy at a time on a slow
// phone, and whether its memory grows from match to match.

import { asked, click, concede, dice, openTable } from "./player";
import { type CDPSession, expect, type Page, test } from "./server";

test.skip(!process.env.PLAYMAT_MEASURE, "only when asked for");
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const GAMES = ["food-chain", "skirmish", "strata"];
/** So many times slower than this machine. */
const SLOWER = 4;
/** A match whose memory is measured is given up after so many answers. */
const ANSWERS = 15;
/** A task longer than this is felt, in milliseconds. */
const LONG = 50;

type Traced = {
	name: string;
	ph: string;
	pid: number;
	tid: number;
	ts: number;
	dur?: number;
	tdur?: number;
	args?: { name?: string };
};

for (const game of GAMES) {
	for (const [screen, viewport] of [
		["phone", { width: 390, height: 664 }],
		["desktop", { width: 1280, height: 800 }],
	] as const) {
		test(`long tasks, ${game}, ${screen}`, async ({ page, browser }) => {
			await page.setViewportSize(viewport);
			const code = await openTable(page, { game, seats: [{ who: "me" }, { who: "bot", level: "greedy" }] });
			await page.goto(`/t/${code}`);
			const roll = dice(11);
			await click(page, roll);
			const devtools = await page.context().newCDPSession(page);
			await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
			await browser.startTracing(page, { categories: ["devtools.timeline", "disabled-by-default-devtools.timeline"] });
			let answers = 0;
			for (; answers < 25; answers++) if (!(await click(page, roll))) break;
			const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] };
			tell(`${game}, ${screen}: ${answers} answers`, traceEvents);
		});
	}

	test(`memory over twenty matches, ${game}`, async ({ page }) => {
		const devtools = await page.context().newCDPSession(page);
		const code = await openTable(page, { game, seats: [{ who: "me" }, { who: "bot", level: "random" }] });
		await page.goto(`/t/${code}`);
		for (let match = 0; match < 20; match++) {
			const roll = dice(match + 1);
			let runs = true;
			for (let answers = 0; runs && answers < ANSWERS; answers++) runs = await click(page, roll);
			if (runs && (await asked(page)) !== undefined) await concede(page);
			await page.getByRole("button", { name: "Play again" }).click();
			await expect(page.locator(".over")).toHaveCount(0);
			console.log(`${game}, match ${match + 1}: ${await memory(devtools, page)}`);
		}
	});
}

/** What is used after nothing unused is left: memory in MiB, and nodes of the page. */
async function memory(devtools: CDPSession, page: Page): Promise<string> {
	await devtools.send("HeapProfiler.collectGarbage");
	const { usedSize } = await devtools.send("Runtime.getHeapUsage");
	const counts = await devtools.send("Memory.getDOMCounters");
	const shown = await page.evaluate(() => document.querySelectorAll("*").length);
	return `${(usedSize / 1024 / 1024).toFixed(2)} MiB / ${counts.nodes} nodes (${shown} shown) / ${counts.jsEventListeners} listeners`;
}

/** Prints how long the tasks of the page's thread took, and what was done in the longest. */
function tell(about: string, events: Traced[]): void {
	const main = new Set(
		events
			.filter((one) => one.name === "thread_name" && one.args?.name === "CrRendererMain")
			.map((one) => `${one.pid}/${one.tid}`),
	);
	const here = events.filter((one) => one.ph === "X" && main.has(`${one.pid}/${one.tid}`));
	// Time of the processor, not time spent waiting for other programs.
	const time = (one: Traced) => (one.tdur ?? one.dur ?? 0) / 1000;
	const tasks = here.filter((one) => one.name === "RunTask" || one.name === "ThreadControllerImpl::RunTask");
	const long = tasks.filter((one) => time(one) > LONG).sort((one, two) => time(two) - time(one));
	console.log(
		`${about}, ${tasks.length} tasks, ${long.length} over ${LONG} ms, longest ${Math.round(Math.max(0, ...tasks.map(time)))} ms`,
	);
	for (const task of long.slice(0, 8)) {
		const end = task.ts + (task.dur ?? 0);
		const inside = here.filter((one) => one.pid === task.pid && one.tid === task.tid && one.ts >= task.ts && one.ts < end);
		const sums = new Map<string, number>();
		for (const one of inside) if (one !== task) sums.set(one.name, (sums.get(one.name) ?? 0) + time(one));
		const most = [...sums].sort((one, two) => two[1] - one[1]).slice(0, 7);
		console.log(`  ${Math.round(time(task))} ms: ${most.map(([name, ms]) => `${name} ${Math.round(ms)}`).join(", ")}`);
	}
}
