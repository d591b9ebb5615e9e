// Somebody who plays by clicking, or by keys alone. Chooses by a seeded dice and knows no rule.

import type { TableRequest } from "../src/protocol/messages";
import { expect, type Locator, type Page } from "./server";

/** A dice with a seed: the same game in every run. */
export function dice(seed: number): (sides: number) => number {
	let state = seed >>> 0 || 1;
	return (sides) => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		state >>>= 0;
		return state % sides;
	};
}

/** Opens a table over HTTP as the guest of this page, without the pauses that people need. */
export async function openTable(page: Page, request: TableRequest): Promise<string> {
	await page.request.post("/api/me", { data: { name: "Ada" } });
	const answer = await page.request.post("/api/tables", { data: { pace: "programs", ...request } });
	expect(answer.ok(), await answer.text()).toBe(true);
	return ((await answer.json()) as { code: string }).code;
}

/** Waits until this player is asked, or it is over; says which. */
export async function asked(page: Page): Promise<string | undefined> {
	const table = page.locator(".table");
	await expect(table.and(page.locator("[data-decision], [data-over]"))).toBeVisible();
	if ((await table.getAttribute("data-over")) !== null) return undefined;
	return (await table.getAttribute("data-decision")) ?? undefined;
}

/** Waits until all players of a match have heard the same and one of them is asked; nobody at the end. */
export async function askedOf(pages: readonly Page[]): Promise<{ at: number; page: Page; decision: string } | undefined> {
	let found: { at: number; page: Page; decision: string } | undefined;
	const look = async () => {
		const seen = await Promise.all(
			pages.map((page) => page.evaluate(() => ({ ...document.querySelector<HTMLElement>(".table")?.dataset }))),
		);
		if (new Set(seen.map((table) => table.number)).size !== 1) return false;
		const at = seen.findIndex((table) => table.decision !== undefined);
		const [page, decision] = [pages[at], seen[at]?.decision];
		found = page && decision !== undefined ? { at, page, decision } : undefined;
		return found !== undefined || seen.every((table) => table.over !== undefined);
	};
	await expect.poll(look, { message: "somebody is asked, or it is over", intervals: [50] }).toBe(true);
	return found;
}

/** Answers one question by clicks on the board where that is possible, else in the list. False if it is over. */
export async function click(page: Page, roll: (sides: number) => number): Promise<boolean> {
	const decision = await asked(page);
	if (decision === undefined) return false;
	await answer(page, decision, roll);
	return true;
}

/** Answers this question as `click` does. Nothing if it is not asked any more: the server passes where nothing else can be done. */
export async function answer(page: Page, decision: string, roll: (sides: number) => number): Promise<void> {
	const board = page.locator(".mat .card.can, .mat .slot.can, .mat .plate-face.can");
	const plain = page.locator(".plain button:enabled");
	const list = page.locator(".tray .card.can, .options .option");
	const [onBoard, ofPlain, ofList] = [await board.count(), await plain.count(), await list.count()];
	if (!(await isAsked(page, decision))) return;
	const choice =
		onBoard > 0 && (roll(10) < 8 || ofPlain === 0)
			? board.nth(roll(onBoard))
			: ofPlain > 0
				? plain.nth(roll(ofPlain))
				: list.nth(roll(Math.max(1, ofList)));
	// One tap is enough, or the inspection panel offers what the card can do, or several are marked and confirmed.
	const confirm = page.locator(".plain button.primary").or(page.locator(".doing .button").first()).first();
	for (let attempt = 0; attempt < 30; attempt++) {
		const confirms = await confirm.isVisible();
		// The list is folded away until somebody opens it.
		if (!confirms && (await choice.evaluate((one) => one.matches(".option")).catch(() => false))) await unfold(page);
		// What moves, or is covered by what moves, is tried again.
		const tapped = confirms ? confirm.click({ timeout: 2000 }) : choice.click({ position: await open(choice), timeout: 2000 });
		const done = await tapped.then(() => true).catch(() => false);
		if (!done && (await isAsked(page, decision))) continue;
		if (await changed(page, decision, confirms ? "" : ".plain button.primary, .doing .button")) return;
	}
	throw new Error(`the question ${decision} stays`);
}

/** Opens the list of options. */
export async function unfold(page: Page): Promise<void> {
	const toggle = page.locator(".options-toggle");
	if ((await toggle.getAttribute("aria-expanded")) === "false") await toggle.click();
}

/** A point of a card that lies open: at its left side, where others of a fan do not cover it, and within it where it is tapped and so leans. */
export async function open(card: Locator): Promise<{ x: number; y: number }> {
	const box = await card.boundingBox({ timeout: 1000 }).catch(() => null);
	return box ? { x: 0.18 * box.width, y: 0.4 * box.height } : { x: 14, y: 16 };
}

/** Plays a little against a bot and gives up; the number of the match. A match that is over before is followed by another. */
export async function finished(page: Page, game: string, moves = 8): Promise<string> {
	const roll = dice(7);
	let runs = false;
	while (!runs) {
		const code = await openTable(page, { game, seats: [{ who: "me" }, { who: "bot", level: "random" }] });
		await page.goto(`/t/${code}`);
		for (let move = 0; move < moves; move++) if (!(await click(page, roll))) break;
		runs = (await asked(page)) !== undefined;
	}
	await concede(page);
	return (await page.locator(".table").getAttribute("data-match")) ?? "";
}

/** Gives up the match that runs. */
export async function concede(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Menu" }).click();
	await page.getByRole("button", { name: "Concede" }).click();
	await page.getByRole("button", { name: "Really concede?" }).click();
	await expect(page.locator("[data-over]")).toBeVisible();
}

/** Answers one question with keys alone: Tab, arrows, Enter. False if it is over. */
export async function press(page: Page, roll: (sides: number) => number): Promise<boolean> {
	const decision = await asked(page);
	if (decision === undefined) return false;
	for (let attempt = 0; attempt < 20; attempt++) {
		// A card that was only shown has its buttons in the inspection panel, and marked ones wait for a confirmation.
		const waits = await page.locator(".doing .primary, .plain .primary").count();
		await tabTo(
			page,
			waits > 0 ? ".doing .primary, .plain .primary" : ".prompt button:enabled, .mat .can",
			waits > 0 ? 1 : 1 + roll(6),
		);
		if (waits === 0 && roll(2) === 0) await page.keyboard.press("ArrowDown");
		await page.keyboard.press("Enter");
		if (await changed(page, decision, ".doing .primary, .plain .primary", 1000)) return true;
	}
	throw new Error(`the question ${decision} stays`);
}

/** Presses Tab until the focus has been on a few things that fit. */
async function tabTo(page: Page, fits: string, times: number): Promise<void> {
	for (let tabs = 0, found = 0; tabs < 150 && found < times; tabs++) {
		await page.keyboard.press("Tab");
		if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, fits)) found++;
	}
}

/** Whether this question is asked now. */
const isAsked = (page: Page, decision: string): Promise<boolean> =>
	page.evaluate((now) => document.querySelector<HTMLElement>(".table")?.dataset.decision === now, decision);

/** Whether the question has changed. Not when something offers to go on first, nor when nothing happens for a while. */
async function changed(page: Page, decision: string, offers: string, within = 5000): Promise<boolean> {
	const result = await page
		.waitForFunction(
			([old, offers]) => {
				const table = document.querySelector<HTMLElement>(".table");
				if (!table || table.dataset.decision !== old) return "changed";
				return offers && document.querySelector(offers) ? "offered" : undefined;
			},
			[decision, offers] as const,
			{ timeout: within, polling: 20 },
		)
		.catch(() => undefined);
	return (await result?.jsonValue()) === "changed";
}
