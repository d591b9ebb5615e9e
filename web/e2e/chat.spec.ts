// Chat: phrases and texts between two browsers, a mute that is remembered, spectators among themselves.

import { clean, fits, keepNotices, look } from "./everybody";
import { openTable } from "./player";
import { type BrowserContext, expect, type Page, test } from "./server";

async function join(context: BrowserContext, code: string, name: string, sits: boolean): Promise<Page> {
	return sit(await context.newPage(), code, name, sits);
}

async function sit(page: Page, code: string, name: string, sits: boolean): Promise<Page> {
	await page.request.post("/api/me", { data: { name } });
	if (sits) expect((await page.request.post(`/api/tables/${code}/join`, { data: {} })).ok()).toBe(true);
	await page.goto(`/t/${code}`);
	return page;
}

/** Opens the chat. */
async function talk(page: Page): Promise<void> {
	await page.getByRole("button", { name: /^Chat/ }).click();
	await expect(page.locator(".chat")).toBeVisible();
}

const lines = (page: Page) => page.locator(".chat-lines li:not(.hint)");

test("players talk, spectators talk among themselves, a mute is remembered", async ({ page, browser }) => {
	const code = await openTable(page, { game: "skirmish", seats: [{ who: "me" }, { who: "open" }], spectators: { delay: 0 } });
	const other = await (await browser.newContext()).newPage();
	const notices = await keepNotices(other);
	await sit(other, code, "Bob", true);
	await page.goto(`/t/${code}`);
	const eve = await join(await browser.newContext(), code, "Eve", false);
	for (const one of [page, other, eve]) await talk(one);

	await other.getByLabel("Say a phrase").selectOption("good-luck");
	await expect(lines(page)).toContainText(["Bob Good luck!"]);
	await expect(page.getByTestId("heard")).toHaveText("Bob says: Good luck!");
	await page.getByLabel("Say something").fill("You too <b>friend</b>");
	await page.keyboard.press("Enter");
	await expect(lines(other).last()).toContainText("Ada You too <b>friend</b>");
	await expect(lines(page).last()).toContainText("You You too");
	await expect(lines(eve)).toHaveCount(2);

	// Players do not hear who watches.
	await eve.getByLabel("Say something").fill("Bob holds two of them");
	await eve.keyboard.press("Enter");
	await expect(lines(eve)).toHaveCount(3);
	await expect(lines(page)).toHaveCount(2);

	// A mute holds for what was said, for what is said, and after a reload.
	await page.getByRole("button", { name: "Mute Bob" }).first().click();
	await expect(lines(page)).toHaveCount(1);
	await other.getByLabel("Say a phrase").selectOption("wow");
	await expect(lines(other)).toHaveCount(3);
	await page.reload();
	await talk(page);
	await expect(page.locator(".chat-muted")).toContainText("Muted: Bob");
	await expect(lines(page)).toHaveCount(1);
	await page.locator(".chat-muted summary").click();
	await page.getByRole("button", { name: "Hear Bob again" }).click();
	await expect(lines(page)).toHaveCount(3);

	// Who talks too fast is told so.
	await other.getByLabel("Say a phrase").evaluate((select: HTMLSelectElement) => {
		for (let times = 0; times < 30; times++) {
			select.value = "hello";
			select.dispatchEvent(new Event("change", { bubbles: true }));
		}
	});
	await expect.poll(notices).toContainEqual(expect.stringContaining("too fast"));
	await look(page, "chat-desktop");
	await clean(page);
	await fits(page);
});

test.describe("on a phone", () => {
	test.use({ viewport: { width: 360, height: 640 }, colorScheme: "light" });
	test("the button of the chat says how much is new", async ({ page, browser }) => {
		const code = await openTable(page, { game: "food-chain", seats: [{ who: "me" }, { who: "open" }] });
		const other = await join(await browser.newContext({ viewport: { width: 1280, height: 800 } }), code, "Bob", true);
		await page.goto(`/t/${code}`);
		await expect(page.getByRole("button", { name: /^Chat/ })).toBeVisible();
		await talk(other);
		await other.getByLabel("Say a phrase").selectOption("hello");
		await expect(page.locator(".unread")).toContainText("1");
		await page.getByRole("button", { name: /^Chat/ }).click();
		await expect(lines(page)).toContainText(["Bob Hello!"]);
		await expect(page.locator(".unread")).toHaveCount(0);
		await look(page, "chat-phone");
		await clean(page);
		await fits(page);
	});
});
