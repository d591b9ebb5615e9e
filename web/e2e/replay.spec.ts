// Matches that are over: shared, checked, played on, copied, reported.
import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { asked, click, dice, finished, openTable } from "./player";
import { type Browser, expect, type Page, test } from "./server";

/** Somebody else, who has never been here. */
async function stranger(browser: Browser): Promise<Page> {
	const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
	return context.newPage();
}

/** Its player shares a match; where the link leads. */
async function shared(page: Page, match: string): Promise<string> {
	const answer = await page.request.post(`/api/matches/${match}/share`, { data: {} });
	return ((await answer.json()) as { link: string }).link;
}

test("a private match is its players' until one of them shares it, and again when they stop", async ({ page, browser }) => {
	const match = await finished(page, "skirmish", 12);
	const other = await stranger(browser);
	await other.goto(`/replay/${match}`);
	await expect(other.getByRole("alert")).toContainText("no match of this number that you may read");
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	await page.goto(`/replay/${match}?at=3`);
	await page.getByRole("button", { name: "Share with a link" }).click();
	await expect(page.getByText("Whoever has the link")).toBeVisible();
	const link = await page.evaluate(() => navigator.clipboard.readText());
	await other.goto(link);
	await expect(other.locator(".replay")).toHaveAttribute("data-at", "3");
	await expect(other.getByRole("button", { name: "Stop sharing" })).toHaveCount(0);
	// The address follows and still leads here.
	await other.keyboard.press("ArrowRight");
	await expect(other).toHaveURL(/at=4&key=/);
	await other.reload();
	await expect(other.locator(".replay")).toHaveAttribute("data-at", "4");
	await other.getByText("Save, copy, report").click();
	const record = await other.getByRole("link", { name: "Save the record", exact: true }).getAttribute("href");
	expect((await other.request.get(record ?? "")).status()).toBe(200);
	await page.getByRole("button", { name: "Stop sharing" }).click();
	await expect(page.getByRole("button", { name: "Share with a link" })).toBeVisible();
	await other.reload();
	await expect(other.getByRole("alert")).toBeVisible();
	await other.context().close();
});

for (const game of ["food-chain", "skirmish", "strata"]) {
	test(`a replay of ${game} is shared at a position and holds`, async ({ page, browser }) => {
		const match = await finished(page, game);
		await page.getByRole("link", { name: "Replay" }).click();
		await expect(page.locator(".replay")).toBeVisible();
		// This browser was promised something before the match, and brought a share.
		await expect(page.locator(".verified")).toHaveAttribute("data-holds", "true");
		await page.locator(".verified summary").click();
		await expect(page.getByText("It is the promise that this browser was given before the match.")).toBeVisible();
		await expect(page.getByText("The share that this browser brought is in the seed.")).toBeVisible();
		await expect(page.getByText(/This browser (derives the same seed|has played the record again)/)).toBeVisible();
		await expect(page.getByText("Every share is the one that was promised")).toBeVisible();
		await expect(page.getByText("It was signed at its end with the key")).toBeVisible();

		const other = await stranger(browser);
		await other.goto(`${await shared(page, match)}&at=4`);
		const reel = other.locator(".replay");
		await expect(reel).toHaveAttribute("data-at", "4");
		await expect(other.locator(".verified")).toHaveAttribute("data-holds", "true");
		await expect(other.getByText("before the match")).toHaveCount(0);
		// Keys, buttons, the bar; the address follows.
		await other.keyboard.press("ArrowRight");
		await expect(reel).toHaveAttribute("data-at", "5");
		await other.keyboard.press("Home");
		await expect(reel).toHaveAttribute("data-at", "0");
		await other.getByRole("button", { name: "Next", exact: true }).click();
		await expect(other).toHaveURL(new RegExp(`/replay/${match}\\?at=1`));
		const last = Number(await reel.getAttribute("data-last"));
		await other.getByRole("slider", { name: "Position" }).fill(String(last));
		await expect(reel).toHaveAttribute("data-at", String(last));
		await other.keyboard.press("Home");
		await other.getByRole("combobox", { name: "Speed" }).selectOption("4");
		await other.getByRole("button", { name: "Play", exact: true }).click();
		// It plays to its end and stops there.
		await expect(reel).toHaveAttribute("data-at", String(last));
		await expect(other.getByRole("button", { name: "Play", exact: true })).toBeDisabled();
		// Both hands are open, or one is.
		await expect(other.locator(".open-hand")).toBeVisible();
		await other.getByRole("radio", { name: "Ada" }).check();
		await expect(other.locator(".open-hand")).toHaveCount(0);
		await expect(other).toHaveURL(/as=p1/);
		const found = await new AxeBuilder({ page: other }).analyze();
		expect(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join("\n")}`)).toEqual([]);
		await other.context().close();
	});
}

test("a changed record is found out, in either form", async ({ page }) => {
	const match = await finished(page, "skirmish", 12);
	const readable = await (await page.request.get(`/api/matches/${match}/record?form=json`)).json();
	await page.goto("/replay");
	await drop(page, JSON.stringify(readable));
	await expect(page.locator(".verified")).toHaveAttribute("data-holds", "true");
	await page.goto("/replay");
	await drop(page, JSON.stringify({ ...readable, seed: { ...readable.seed, secret: "00".repeat(32) } }));
	await expect(page.locator(".verified")).toHaveAttribute("data-holds", "false");
	await expect(page.getByText(/failed: The server promised/)).toBeVisible();
	await expect(
		page.getByText(/This browser finds(: The server promised| that the secret is not the promised one)/),
	).toBeVisible();
	const compact = await (await page.request.get(`/api/matches/${match}/record`)).body();
	compact[40] = (compact[40] ?? 0) ^ 1;
	await page.goto("/replay");
	await drop(page, compact);
	await expect(page.getByRole("alert")).toContainText("damaged or changed");
	await drop(page, "nonsense");
	await expect(page.getByRole("alert")).toContainText("not a record");
});

test("a match goes on from a position, is copied as a scenario, and reported", async ({ browser, page }) => {
	const match = await finished(page, "food-chain", 14);
	const other = await stranger(browser);
	await other.goto(`${await shared(page, match)}&at=1`);
	await expect(other.locator(".replay")).toHaveAttribute("data-at", "1");
	await other.getByText("Save, copy, report").click();
	const copy = other.getByRole("button", { name: "Copy as a scenario" });
	for (let at = 1; await copy.isDisabled(); at++) {
		await other.keyboard.press("ArrowRight");
		await expect(other.locator(".replay")).toHaveAttribute("data-at", String(at + 1));
	}
	const saved = other.waitForEvent("download");
	await copy.click();
	const file = readFileSync(await (await saved).path(), "utf8");
	expect(file).toMatch(/^scenario "/);
	expect(file).toContain("game food-chain");
	await expect.poll(() => other.evaluate(() => navigator.clipboard.readText())).toBe(file);
	const reported = other.waitForEvent("download");
	await other.getByRole("button", { name: "Report a bug" }).click();
	const report = JSON.parse(readFileSync(await (await reported).path(), "utf8"));
	expect(report).toMatchObject({ game: "food-chain", position: Number(await other.locator(".replay").getAttribute("data-at")) });
	expect(report.record.entries.length).toBeGreaterThan(5);
	expect(report.playmat).toMatch(/^\d+\.\d+\.\d+/);
	await other.getByRole("combobox", { name: "against the bot" }).selectOption("random");
	await other.getByRole("button", { name: "Play on from here" }).click();
	await expect(other).toHaveURL(/\/t\/[2-9A-Z]{6}$/);
	const roll = dice(3);
	for (let move = 0; move < 3; move++) await click(other, roll);
	await other.context().close();
});

test("every turn can be jumped to, and the log has a line for the end", async ({ page }) => {
	const match = await finished(page, "skirmish", 12);
	await page.goto(`/replay/${match}`);
	await page.getByRole("button", { name: "End", exact: true }).click();
	await expect(page.getByTestId("step")).toContainText("Concede");
	await expect(page.locator(".log li").last()).toHaveText(/ concedes$/);
	await page.getByRole("button", { name: "Previous turn" }).click();
	const turn = page.getByRole("combobox", { name: "Turn" });
	await expect(
		page.locator(".log li").filter({ hasText: (await turn.locator("option:checked").textContent()) ?? "" }),
	).not.toHaveCount(0);
	await page.getByRole("button", { name: "Start", exact: true }).click();
	await expect(page.locator(".replay")).toHaveAttribute("data-at", "0");
});

test("the report of a running match holds what this player was told", async ({ page }) => {
	const code = await openTable(page, { game: "skirmish", seats: [{ who: "me" }, { who: "bot", level: "random" }] });
	await page.goto(`/t/${code}`);
	await asked(page);
	await page.getByRole("button", { name: "Menu" }).click();
	const saved = page.waitForEvent("download");
	await page.getByRole("button", { name: "Report a bug" }).click();
	const report = JSON.parse(readFileSync(await (await saved).path(), "utf8"));
	expect(report.record).toBeUndefined();
	const hand = report.seen.view.find((part: { seat?: string; name: string }) => part.seat === "p2" && part.name === "hand");
	expect(hand.value.length).toBeGreaterThan(0);
	expect(hand.value.every((card: { card?: string }) => card.card === undefined)).toBe(true);
	const scenario = page.waitForEvent("download");
	await page.getByRole("button", { name: "Save as a scenario" }).click();
	const text = readFileSync(await (await scenario).path(), "utf8");
	expect(text).not.toContain("p2 hand");
	expect(text).toContain("p1 hand");
});

test("the replay page looks right on a phone", async ({ page, browser }) => {
	const match = await finished(page, "strata");
	const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
	const phone = await context.newPage();
	await phone.goto(`${await shared(page, match)}&at=6`);
	await expect(phone.locator(".replay")).toBeVisible();
	const wide = await phone.evaluate(() => document.documentElement.scrollWidth);
	expect(wide).toBeLessThanOrEqual(360);
	await phone.getByRole("button", { name: "Replay", exact: true }).click();
	await expect(phone.getByRole("button", { name: "Next", exact: true })).toBeInViewport();
	if (process.env.PLAYMAT_SHOTS) {
		await phone.screenshot({ path: `${process.env.PLAYMAT_SHOTS}/replay-phone.png` });
		await page.goto(`/replay/${match}?at=6`);
		await expect(page.locator(".verified")).toHaveAttribute("data-holds", "true");
		await page.screenshot({ path: `${process.env.PLAYMAT_SHOTS}/replay-desktop.png` });
	}
	await context.close();
});

async function drop(page: Page, record: string | Buffer): Promise<void> {
	const buffer = typeof record === "string" ? Buffer.from(record) : record;
	await page.locator("input[type=file]").setInputFiles({ name: "match.record", mimeType: "application/octet-stream", buffer });
}
