// `make site`: the client as files below a path of a web space, with no server at all.
import { existsSync } from "node:fs";
import { install, openHere } from "./device";
import { click, dice } from "./player";
import { expect, type Page, test as served } from "./server";
import { hasModule, Site, siteFiles } from "./site";

const test = served.extend<{ site: Site }>({
	// biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs
	site: async ({}, use) => {
		const site = new Site(siteFiles, "/games/playmat/");
		await use(site);
		await site.close();
	},
	address: async ({ site }, use) => use(await site.listen()),
});

test.skip(!hasModule || !existsSync(siteFiles), "the client was built without its offline part: sh tools/pocket.sh build");
test.use({ serviceWorkers: "allow" });

/** The table of a new match against a bot that plays at random, as a person opens it. */
async function begin(page: Page, address: string): Promise<void> {
	await page.goto(`${address}#/new?game=skirmish&kind=bot`);
	const bot = page.locator("label", { has: page.getByText("Bot", { exact: true }) });
	await bot.getByRole("combobox").selectOption("random");
	await page.getByRole("button", { name: "Start" }).click();
	await expect(page).toHaveURL(/#\/t\/0/);
}

test("a match is played to its end below a path, and its replay holds", async ({ page, address, site }) => {
	const outside: string[] = [];
	page.on("request", (request) => {
		if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(address)) outside.push(request.url());
	});
	await page.goto(address);
	const { code } = await openHere(page, { game: "skirmish", seats: [{ who: "me" }, { who: "bot", level: "random" }] });
	await page.goto(`${address}#/t/${code}`);
	const roll = dice(1);
	for (let moves = 0; moves < 5; moves++) await click(page, roll);
	// The match is on this device: it is there again.
	await page.reload();
	while (await click(page, roll));
	await page.getByRole("link", { name: "Replay" }).click();
	await expect(page).toHaveURL(/#\/replay\//);
	await expect(page.locator(".verified")).toHaveAttribute("data-holds", "true");
	// A replay is opened again at the position where it was.
	await page.getByRole("button", { name: "Next" }).first().click();
	await expect(page).toHaveURL(/at=1/);
	await page.reload();
	await expect(page.locator(".verified")).toHaveAttribute("data-holds", "true");
	await expect(page).toHaveURL(/at=1/);
	expect(outside).toEqual([]);
	expect(site.missed).toEqual([]);
});

test("what needs people is not offered, and every page is reached by its link", async ({ page, address, site }) => {
	await page.goto(address);
	await expect(page.getByRole("heading", { name: "A card game in a minute" })).toBeVisible();
	for (const gone of ["Public tables", "Join by code"]) await expect(page.getByText(gone)).toHaveCount(0);
	await expect(page.getByRole("link", { name: /guest/ })).toHaveCount(0);
	await page.getByRole("link", { name: "Learn", exact: true }).click();
	await expect(page).toHaveURL(`${address}#/learn`);
	await page.goBack();
	await expect(page.getByRole("heading", { name: "A card game in a minute" })).toBeVisible();
	// A place within a page, by a link and by an address.
	await page.goto(`${address}#/rules/strata`);
	await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Rulings" }).click();
	await expect(page).toHaveURL(/#\/rules\/strata#rulings$/);
	await expect(page.locator("#rulings")).toBeInViewport();
	for (const [path, heading] of [
		["/decks", "Decks"],
		["/settings", "Settings"],
		["/credits", "Credits"],
	]) {
		await page.goto(`${address}#${path}`);
		await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
	}
	expect(site.missed).toEqual([]);
});

test("after one visit it needs no network", async ({ page, address }) => {
	await install(page, address);
	await page.reload();
	await expect(page.getByRole("heading", { name: "A card game in a minute" })).toBeVisible();
	await begin(page, address);
	await click(page, dice(2));
	await page.goto(address);
	await expect(page.getByRole("link", { name: /Go on/ })).toBeVisible();
	await expect(page.getByText("Offline:")).toHaveCount(0);
});
