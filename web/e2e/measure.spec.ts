// What only a measurement can say, printed and never asserted: PLAYMAT_MEASURE=1 runs it. How long the page is busy at a time on a slow
// phone, and whether its memory grows from match to match.

import { setTimeout as pause } from "node:timers/promises";
import { asked, click, concede, dice, openTable } from "./player";
import { type CDPSession, expect, type Page, test } from "./server";

test.skip(!process.env.PLAYMAT_MEASURE, "only when asked for");
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const GAMES = ["food-chain", "skirmish", "strata"];
/** So many times slower than this machine. */
const SLOWER = 4;
/** A match whose memory is measured is given up after so many taps. */
const MATCH = 15;
/** So often somebody taps while tasks are measured, each time after a while, in milliseconds. */
const TAPS = 40;
const REST = 700;
/** So long a finger stays down, in milliseconds. */
const PRESS = 70;
/** What is traced: tasks, layouts, and what a script was about when it asked for one. */
const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.stack"];
/** A task longer than this is felt, in milliseconds. */
const LONG = 50;
/** More than this in one task is much. */
const MUCH = 200;

type Traced = {
	name: string;
	ph: string;
	pid: number;
	tid: number;
	ts: number;
	dur?: number;
	tdur?: number;
	args?: { name?: string; elementCount?: number; beginData?: { dirtyObjects?: number; stackTrace?: unknown } };
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
			// Until everything of the page is there.
			await page.waitForLoadState("networkidle");
			const devtools = await page.context().newCDPSession(page);
			await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
			await browser.startTracing(page, { categories: CATEGORIES });
			let taps = 0;
			for (; taps < TAPS; taps++) if (!(await tap(page, roll))) await again(page);
			const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] };
			tell(`${game}, ${screen}`, taps, traceEvents);
		});
	}

	test(`memory over twenty matches, ${game}`, async ({ page }) => {
		const devtools = await page.context().newCDPSession(page);
		const code = await openTable(page, { game, seats: [{ who: "me" }, { who: "bot", level: "random" }] });
		await page.goto(`/t/${code}`);
		await expect(page.locator(".table")).toBeVisible();
		for (let match = 0; match < 20; match++) {
			const roll = dice(match + 1);
			let runs = true;
			for (let taps = 0; runs && taps < MATCH; taps++) runs = await tap(page, roll, REST / 2);
			// Who is asked can concede; else the match is over, or soon will be.
			if (runs && (await asked(page)) !== undefined) await concede(page);
			await again(page);
			console.log(`${game}, match ${match + 1}: ${await memory(devtools, page)}`);
		}
	});
}

/**
 * Taps what can be tapped, as a finger would; false if the match is over. The page is asked as little as possible: what the robot of other
 * tests asks of it takes longer than what the page does itself, and would be measured too.
 */
async function tap(page: Page, roll: (sides: number) => number, rest = REST): Promise<boolean> {
	await pause(rest);
	const found = await page.evaluate(
		async (luck) => {
			// To ask where something is lays the page out, unless it has just been drawn.
			await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));
			const table = document.querySelector<HTMLElement>(".table");
			if (!table || table.dataset.over !== undefined) return "over";
			if (table.dataset.decision === undefined) return "waits";
			const confirms = [...document.querySelectorAll<HTMLElement>(".plain .primary, .doing .button")];
			const can = [
				...document.querySelectorAll<HTMLElement>(".mat .card.can, .mat .slot.can, .tray .card.can, .plain button:enabled"),
			];
			const chosen = confirms[0] ?? can[luck % Math.max(1, can.length)];
			const box = chosen?.getBoundingClientRect();
			return box ? { x: box.left + 0.18 * box.width, y: box.top + 0.4 * box.height } : "waits";
		},
		roll(1 << 20),
	);
	if (found === "over") return false;
	if (found === "waits") return true;
	await page.mouse.move(found.x, found.y);
	await page.mouse.down();
	await pause(PRESS);
	await page.mouse.up();
	return true;
}

/** Another match, when one is over. */
async function again(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Play again" }).click();
	await expect(page.locator(".over")).toHaveCount(0);
}

/** What is used after nothing unused is left: memory in MiB, and nodes of the page. */
async function memory(devtools: CDPSession, page: Page): Promise<string> {
	await devtools.send("HeapProfiler.collectGarbage");
	const { usedSize } = await devtools.send("Runtime.getHeapUsage");
	const counts = await devtools.send("Memory.getDOMCounters");
	const shown = await page.evaluate(() => document.querySelectorAll("*").length);
	return `${(usedSize / 1024 / 1024).toFixed(2)} MiB / ${counts.nodes} nodes (${shown} shown) / ${counts.jsEventListeners} listeners`;
}

/**
 * Prints how long the tasks of the page's thread took, what was done in the longest, and how much was done for a tap, which says the same
 * on a busy machine.
 */
function tell(about: string, taps: number, events: Traced[]): void {
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
		`${about}: ${taps} taps, ${tasks.length} tasks, ${long.length} over ${LONG} ms, longest ${Math.round(Math.max(0, ...tasks.map(time)))} ms`,
	);
	const named = (name: string) => here.filter((one) => one.name === name);
	const sum = (all: Traced[], of: (one: Traced) => number | undefined) => all.reduce((sum, one) => sum + (of(one) ?? 0), 0);
	const [layouts, styles] = [named("Layout"), named("UpdateLayoutTree")];
	const per = (number: number) => (number / Math.max(1, taps)).toFixed(1);
	console.log(
		`  for a tap: ${per(layouts.length)} layouts of ${per(sum(layouts, (one) => one.args?.beginData?.dirtyObjects))} boxes` +
			` (${per(sum(layouts, (one) => Number(one.args?.beginData?.stackTrace !== undefined)))} asked for by scripts, ${per(sum(layouts, time))} ms),` +
			` ${per(sum(styles, (one) => one.args?.elementCount))} elements styled in ${per(sum(styles, time))} ms`,
	);
	const within = (task: Traced, all: Traced[]) =>
		all.filter((one) => one.pid === task.pid && one.ts >= task.ts && one.ts < task.ts + (task.dur ?? 0));
	const work = tasks.map(
		(task) =>
			sum(within(task, layouts), (one) => one.args?.beginData?.dirtyObjects) +
			sum(within(task, styles), (one) => one.args?.elementCount),
	);
	console.log(
		`  boxes laid out and elements styled in one task: at most ${Math.max(0, ...work)}, more than ${MUCH} in ${work.filter((one) => one > MUCH).length} tasks`,
	);
	for (const task of long.slice(0, 8)) {
		const inside = within(task, here);
		const sums = new Map<string, number>();
		for (const one of inside) if (one !== task) sums.set(one.name, (sums.get(one.name) ?? 0) + time(one));
		const most = [...sums].sort((one, two) => two[1] - one[1]).slice(0, 7);
		console.log(`  ${Math.round(time(task))} ms: ${most.map(([name, ms]) => `${name} ${Math.round(ms)}`).join(", ")}`);
	}
}
