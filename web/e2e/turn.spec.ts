// A moving picture of a turn of Food Chain, for the documents: PLAYMAT_PICTURES=1 makes it anew. A match is played first; then one of its turns
// is told to a page whose time stands still, frame by frame, so that the picture does not depend on the machine.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { begin, type Mine, merge } from "../src/lib/merge";
import type { Full, ServerMessage, Update } from "../src/protocol/messages";
import { stopMotions, stopTime } from "./everybody";
import { click, dice, openTable } from "./player";
import { expect, type Page, test } from "./server";

test.skip(!process.env.PLAYMAT_PICTURES, "only when asked for");
test.use({ viewport: { width: 960, height: 540 }, contextOptions: { reducedMotion: "no-preference" } });

const folder = process.env.PLAYMAT_PICTURES_TO ?? join(import.meta.dirname, "../../docs/images");
/** The time from one frame to the next, in milliseconds. */
const FRAME = 90;
/** No picture has more frames. */
const MOST = 130;
/** What makes a turn worth looking at. */
const LIVELY: Record<string, number> = { attacked: 3, eaten: 6, died: 2, hurt: 2, played: 1, entered: 1, damaged: 1 };

/** A turn of player 1: how the match stood before it, and what was told of it. */
type Turn = { before: Mine; updates: Update[]; worth: number };

test("a turn of Food Chain", async ({ page }) => {
	const heard: ServerMessage[] = [];
	page.on("websocket", (socket) =>
		socket.on("framereceived", ({ payload }) => {
			heard.push(JSON.parse(String(payload)) as ServerMessage);
		}),
	);
	let best: Turn | undefined;
	for (let match = 0; match < 4; match++) {
		heard.length = 0;
		const code = await openTable(page, {
			game: "food-chain",
			seats: [
				{ who: "me", deck: "fish-1" },
				{ who: "bot", level: "greedy", deck: "mammal-1" },
			],
		});
		await page.goto(`/t/${code}`);
		const roll = dice(match + 3);
		for (let answers = 0; answers < 120; answers++) if (!(await click(page, roll))) break;
		for (const turn of turns(heard)) if (!best || turn.worth > best.worth) best = turn;
	}
	if (!best) throw new Error("no turn was played");

	const { before, updates } = best;
	const welcome = heard.find((message) => message.type === "welcome");
	if (welcome?.type !== "welcome") throw new Error("nobody was welcomed");
	const { takeBack: _, at: __, quiet: ___, question, ...state } = before;
	const full: Full = { ...state, ...(question ? { question } : {}) };
	let send = (_message: ServerMessage) => {};
	await page.unrouteAll();
	await page.routeWebSocket(/socket$/, (socket) => {
		send = (message) => socket.send(JSON.stringify(message));
		socket.onMessage((text) => {
			if (JSON.parse(String(text)).type !== "hello") return;
			send(welcome);
			send({ type: "full", ...full });
		});
	});
	await page.goto(page.url());
	await page.locator(".table .face").first().waitFor();
	await page.keyboard.press("Escape");
	await stopTime(page);
	await stopMotions(page);
	const frames = mkdtempSync(join(tmpdir(), "playmat-turn-"));
	let count = 0;
	const take = async () => {
		await page.screenshot({ path: join(frames, `${String(count++).padStart(4, "0")}.png`) });
		await pass(page, FRAME);
	};
	for (let rest = 0; rest < 5; rest++) await take();
	for (const update of updates) {
		send({ type: "update", ...update });
		await expect.poll(() => page.evaluate(() => document.querySelector(".table") !== null)).toBe(true);
		// Until the table has changed and everything has come to rest, or nothing more fits.
		const drawn = async () =>
			(await page.locator(".table").getAttribute("data-number")) === String(update.to) &&
			(await page.evaluate(() => document.getAnimations().every((one) => one.effect?.getComputedTiming().endTime === Infinity)));
		do await take();
		while (!(await drawn()) && count < MOST);
	}
	for (let rest = 0; rest < 12; rest++) await take();
	const file = join(folder, "food-chain-turn.webp");
	const all = Array.from({ length: count }, (_, at) => join(frames, `${String(at).padStart(4, "0")}.png`));
	execFileSync("img2webp", ["-loop", "0", "-lossy", "-q", "58", "-m", "4", "-d", String(FRAME), ...all, "-o", file]);
	rmSync(frames, { recursive: true });
});

/** The turns of player 1, from what a page heard of a match. */
function turns(heard: readonly ServerMessage[]): Turn[] {
	const found: Turn[] = [];
	let mine: Mine | undefined;
	let turn: Turn | undefined;
	for (const message of heard) {
		if (message.type === "full") mine = begin(message, 0);
		if (message.type !== "update" || !mine) continue;
		const begins = message.events.find((event) => event.what === "turn");
		if (begins && turn) found.push(turn);
		if (begins) turn = begins.seat === "p1" ? { before: mine, updates: [], worth: 0 } : undefined;
		if (turn) {
			turn.updates.push(message);
			for (const event of message.events) turn.worth += LIVELY[event.what] ?? 0;
		}
		mine = merge(mine, message, 0);
	}
	return found;
}

/** Lets time pass: timers, and everything that moves. */
async function pass(page: Page, ms: number): Promise<void> {
	await page.evaluate((ms) => {
		for (const motion of document.getAnimations()) {
			motion.pause();
			const end = Number(motion.effect?.getComputedTiming().endTime ?? 0);
			const now = Number(motion.currentTime ?? 0) + ms;
			if (now >= end) motion.finish();
			else motion.currentTime = now;
		}
	}, ms);
	await page.clock.runFor(ms);
}
