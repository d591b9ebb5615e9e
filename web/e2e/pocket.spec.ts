// Without a network: the client is kept on the device, and tables are played there. The network is switched off by the browser's own switch.
import { install, learned, openHere } from "./device";
import { asked, click, dice } from "./player";
import { expect, type Page, test as served } from "./server";
import { hasModule, Site } from "./site";

const test = served.extend<{ site: Site }>({
	// biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs
	site: async ({}, use) => {
		const site = new Site();
		await use(site);
		await site.close();
	},
	address: async ({ site }, use) => use(await site.listen()),
});

test.skip(!hasModule, "the client was built without its offline part: sh tools/pocket.sh build");
test.use({ serviceWorkers: "allow" });

/** Plays by clicks to the end, and opens the replay, which holds. */
async function playOut(page: Page, seed: number): Promise<void> {
	const roll = dice(seed);
	while (await click(page, roll));
	await page.getByRole("link", { name: "Replay" }).click();
	await expect(page.locator(".verified")).toHaveAttribute("data-holds", "true");
	await page.locator(".verified summary").click();
	await expect(page.getByText("This browser has played the record again and finds that it holds.")).toBeVisible();
}

for (const game of ["food-chain", "skirmish", "strata"]) {
	for (const level of ["random", "greedy"]) {
		test(`a match of ${game} against ${level} is played to its end without a network`, async ({ page }) => {
			await install(page);
			await page.reload();
			await expect(page.getByText("Offline: you play on this device")).toBeVisible();
			const table = await openHere(page, { game, seats: [{ who: "me" }, { who: "bot", level }] });
			expect(table.code).toMatch(/^0/);
			await page.goto(`/t/${table.code}`);
			await playOut(page, 11);
		});
	}
}

test("a match that is begun by hand offline is there after a reload, with every event", async ({ page }) => {
	await install(page);
	await page.reload();
	await page.getByRole("button", { name: "Play Skirmish" }).click();
	await expect(page).toHaveURL(/\/t\/0/);
	const roll = dice(5);
	for (let moves = 0; moves < 3; moves++) await click(page, roll);
	await asked(page);
	const number = Number(await page.locator(".table").getAttribute("data-number"));
	expect(number).toBeGreaterThan(0);
	await page.reload();
	await asked(page);
	expect(Number(await page.locator(".table").getAttribute("data-number"))).toBeGreaterThanOrEqual(number);
	await page.goto("/");
	await expect(page.getByRole("link", { name: /Go on/ })).toBeVisible();
});

/** The workers of a page by what they are for. */
async function workers(page: Page): Promise<string[]> {
	return Promise.all(page.workers().map((worker) => worker.evaluate(() => self.name)));
}

/** Ends a worker from outside, as a browser does that needs its memory. */
async function end(page: Page, name: string): Promise<void> {
	const names = await workers(page);
	const worker = page.workers()[names.indexOf(name)];
	if (!worker) throw new Error(`there is no worker ${name} among ${names}`);
	const gone = worker.waitForEvent("close");
	await worker.evaluate(() => self.close());
	await gone;
}

test("the worker of the bots is ended in the middle of a thought, and that of the tables too: the match goes on", async ({
	page,
}) => {
	await install(page);
	await page.reload();
	const { code } = await openHere(page, { game: "strata", seats: [{ who: "me" }, { who: "bot", level: "hard" }] });
	await page.goto(`/t/${code}`);
	const roll = dice(3);
	await click(page, roll);
	// Whether the bot thinks just now or not, it has to think again with another worker.
	await end(page, "playmat bots");
	await click(page, roll);
	await end(page, "playmat tables");
	for (let moves = 0; moves < 3; moves++) await click(page, roll);
	await asked(page);
});

const LACKS = "What this bot has learned is not on this device";

test("learned players play without a network: to the end, after a reload, and when the worker of the bots is ended", async ({
	page,
	site,
}) => {
	await install(page, "/", learned);
	expect(site.asked.filter((path) => path.startsWith("/models/"))).toHaveLength(3);
	await page.reload();
	const { code } = await openHere(page, { game: "skirmish", seats: [{ who: "me" }, { who: "bot", level: "learned" }] });
	await page.goto(`/t/${code}`);
	const roll = dice(4);
	for (let moves = 0; moves < 3; moves++) await click(page, roll);
	await page.reload();
	await click(page, roll);
	await end(page, "playmat bots");
	await click(page, roll);
	await expect(page.getByText(LACKS)).toHaveCount(0);
	await playOut(page, 12);
	// Nothing was loaded twice.
	expect(site.asked.filter((path) => path.startsWith("/models/"))).toHaveLength(3);
});

test("the hardest level is chosen by hand offline, and its worker is ended in the middle of a thought", async ({ page }) => {
	await install(page, "/", learned);
	await page.goto("/new?game=food-chain&kind=bot");
	const bot = page.locator("label", { has: page.getByText("Bot", { exact: true }) });
	await bot.getByRole("combobox").selectOption("master");
	await page.getByRole("button", { name: "Start" }).click();
	await expect(page).toHaveURL(/\/t\/0/);
	const roll = dice(6);
	await click(page, roll);
	await end(page, "playmat bots");
	await click(page, roll);
	await asked(page);
	await expect(page.getByText(LACKS)).toHaveCount(0);
});

test("what was never loaded cannot be had offline: a search plays, and it is said", async ({ page, site }) => {
	site.without = /^\/models\//;
	await install(page);
	await page.reload();
	const { code } = await openHere(page, { game: "skirmish", seats: [{ who: "me" }, { who: "bot", level: "learned" }] });
	await page.goto(`/t/${code}`);
	const roll = dice(8);
	for (let moves = 0; moves < 3; moves++) await click(page, roll);
	await expect(page.getByText(LACKS)).toBeVisible();
	// It comes back with the network.
	site.without = undefined;
	await page.context().setOffline(false);
	for (let moves = 0; moves < 4; moves++) await click(page, roll);
	await expect(page.getByText(LACKS)).toHaveCount(0);
});

test("cards are written without a network, by a module that only the workshop loads", async ({ page, site }) => {
	await install(page);
	await page.reload();
	await page.goto("/workshop");
	expect(await workers(page)).not.toContain("playmat editor");
	await page.getByRole("button", { name: "Begin", exact: true }).click();
	await page.locator(".cm-content").click();
	await page.keyboard.press("Control+a");
	await page.keyboard.insertText("category Fish\n\nprey Moonfish 3/2 (2), hasty\n");
	await page.getByRole("button", { name: "Write haste" }).click();
	await expect(page.locator(".workshop-faces .keywords")).toHaveText("Haste");
	expect(await workers(page)).toContain("playmat editor");
	expect(site.missed.filter((path) => !path.startsWith("/api/"))).toEqual([]);
});

test("two tabs do not play one match apart", async ({ page }) => {
	await install(page);
	await page.reload();
	const { code } = await openHere(page, { game: "skirmish", seats: [{ who: "me" }, { who: "bot", level: "greedy" }] });
	await page.goto(`/t/${code}`);
	await asked(page);
	const other = await page.context().newPage();
	await other.goto(`/t/${code}`);
	await expect(other.getByText("open in another tab")).toBeVisible();
	await page.close();
	await other.reload();
	await asked(other);
});

/** Whether the page is controlled by a version that has the new page. */
async function isNew(page: Page): Promise<boolean> {
	await page.context().setOffline(true);
	const text = await page.evaluate(async () => {
		const version = (await caches.keys()).find((name) => name !== "playmat-models");
		const found = await caches.match("/index.html", { cacheName: version ?? "" });
		return found?.text();
	});
	return text?.includes("another version") ?? false;
}

test("a new version comes while a match is open, and the match goes on in it", async ({ page, context, site }) => {
	await install(page);
	await page.reload();
	const { code } = await openHere(page, { game: "skirmish", seats: [{ who: "me" }, { who: "bot", level: "greedy" }] });
	await page.goto(`/t/${code}`);
	const roll = dice(9);
	await click(page, roll);
	await asked(page);
	const number = await page.locator(".table").getAttribute("data-number");
	await context.setOffline(false);
	site.update();
	await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
	const reload = page.getByRole("button", { name: "Reload" });
	await expect(reload).toBeVisible();
	await reload.click();
	await expect(reload).toBeHidden();
	await asked(page);
	expect(await page.locator(".table").getAttribute("data-number")).toBe(number);
	expect(await isNew(page)).toBe(true);
	await page.reload();
	await click(page, roll);
});
