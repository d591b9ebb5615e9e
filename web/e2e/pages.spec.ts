// Every page for everybody: axe finds nothing, in the dark and in the light, on a phone and on a desktop; it loads fast and is small.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { asked, click, dice, open, openTable } from "./player";

async function clean(page: Page): Promise<void> {
	const { violations } = await new AxeBuilder({ page })
		.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
		.analyze();
	expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join("; ")}`)).toEqual([]);
}

/** Nothing sticks out of the screen to the side. */
async function fits(page: Page): Promise<void> {
	expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

for (const [scheme, viewport] of [
	["dark", { width: 1280, height: 800 }],
	["light", { width: 360, height: 640 }],
] as const) {
	test.describe(`${scheme}, ${viewport.width}x${viewport.height}`, () => {
		test.use({ colorScheme: scheme, viewport });

		test("axe and width: all pages", async ({ page }) => {
			for (const path of ["/", "/new", "/settings", "/credits", "/nowhere/at/all", "/t/ZZZZZZ"]) {
				await page.goto(path);
				await expect(page.locator("h1")).toBeVisible();
				if (path === "/") await expect(page.locator(".game .face").first()).toBeVisible();
				if (path === "/new") await expect(page.locator(".choice")).not.toHaveCount(0);
				await clean(page);
				await fits(page);
			}
		});

		test("axe and width: a table that waits, and joining it", async ({ page, browser }) => {
			const code = await openTable(page, { game: "skirmish", seats: [{ who: "me" }, { who: "open" }] });
			await page.goto(`/t/${code}`);
			await expect(page.getByTestId("code")).toBeVisible();
			await clean(page);
			await fits(page);
			const context = await browser.newContext({ colorScheme: scheme, viewport });
			const other = await context.newPage();
			await other.goto(`/t/${code}`);
			await expect(other.getByRole("button", { name: "Join the game" })).toBeVisible();
			await clean(other);
			await fits(other);
		});

		for (const game of ["food-chain", "skirmish", "strata"]) {
			test(`axe and width: a table of ${game} in the middle of a game`, async ({ page }) => {
				const games = (await (await page.request.get("/api/games")).json()) as { name: string }[];
				test.skip(!games.some((one) => one.name === game), "the server does not have this game");
				const code = await openTable(page, { game, seats: [{ who: "me" }, { who: "bot", level: "greedy" }] });
				await page.goto(`/t/${code}`);
				const roll = dice(21);
				for (let answers = 0; answers < 6; answers++) if (!(await click(page, roll))) break;
				await page.locator(".hand .card").first().click({ force: true });
				await page.waitForTimeout(600);
				await clean(page);
				await fits(page);
			});
		}
	});
}

test("touch targets are at least 44 pixels", async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 640 });
	const code = await openTable(page, { game: "food-chain", seats: [{ who: "me" }, { who: "bot", level: "greedy" }] });
	await page.goto(`/t/${code}`);
	await click(page, dice(2));
	const small = await page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>("button, select, input, a")]
			.filter((one) => one.offsetParent !== null && !one.closest(".sr, .sayings, p"))
			.map((one) => ({ name: one.getAttribute("aria-label") ?? one.textContent ?? "", box: one.getBoundingClientRect() }))
			.filter(({ box }) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
			.map(({ name, box }) => `${name}: ${Math.round(box.width)}x${Math.round(box.height)}`),
	);
	expect(small).toEqual([]);
});

test("why not: a card that cannot be played says why", async ({ page }) => {
	// A spell of this deck has nothing to aim at before the rival has a unit. Not every hand holds one: then another table.
	const cannot = page.locator(".hand .card:not(.can)");
	for (let tables = 0; tables === 0 || ((await cannot.count()) === 0 && tables < 20); tables++) {
		const code = await openTable(page, {
			game: "skirmish",
			seats: [
				{ who: "me", deck: "blood-and-fire" },
				{ who: "bot", level: "greedy" },
			],
		});
		await page.goto(`/t/${code}`);
		expect(await asked(page)).toBeDefined();
	}
	await cannot.first().click({ position: await open(cannot.first()) });
	await expect(page.locator(".why")).toContainText("Why not?");
});

test("the first load is small", async ({ page }) => {
	const begun = Date.now();
	await page.goto("/");
	await expect(page.getByRole("button", { name: "Play Food Chain" })).toBeVisible();
	const took = Date.now() - begun;
	const folder = join(import.meta.dirname, "../dist/assets");
	const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
	const size = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
	console.log(`first load ${took} ms, JavaScript ${(size / 1024).toFixed(1)} KiB gzipped`);
	expect(size).toBeLessThan(300 * 1024);
});
