// Every page for everybody: axe finds nothing, in the dark and in the light, on a phone and on a desktop; it loads fast and is small.
import { clean, fits, still } from "./everybody";
import { asked, click, dice, open, openTable } from "./player";
import { expect, test } from "./server";

test("no page needs what its policy forbids", async ({ page }) => {
	const forbidden: string[] = [];
	page.on("console", (message) => message.text().includes("Content Security Policy") && forbidden.push(message.text()));
	for (const path of [
		"/",
		"/new",
		"/settings",
		"/credits",
		"/decks?game=strata",
		"/learn",
		"/rules/food-chain",
		"/signup",
		"/recover",
	]) {
		await page.goto(path);
		await expect(page.locator("h1")).toBeVisible();
	}
	for (const game of ["food-chain", "skirmish", "strata"]) {
		const code = await openTable(page, { game, seats: [{ who: "me" }, { who: "bot", level: "random" }] });
		await page.goto(`/t/${code}`);
		const roll = dice(5);
		for (let answers = 0; answers < 6; answers++) if (!(await click(page, roll))) break;
	}
	// The hand is a fan: each card is told by a style where it is.
	expect(
		await page
			.locator(".hand li")
			.first()
			.evaluate((card) => card.style.getPropertyValue("--off")),
	).not.toBe("");
	expect(forbidden).toEqual([]);
	const policy = (await page.request.get("/")).headers()["content-security-policy"] ?? "";
	expect(policy).toContain("style-src 'self';");
});

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
				if (path === "/") await expect(page.locator(".game .sample").first()).toBeVisible();
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

		for (const game of ["food-chain", "skirmish", "strata", "vigil"]) {
			test(`axe and width: a table of ${game} in the middle of a game`, async ({ page }) => {
				const games = (await (await page.request.get("/api/games")).json()) as { name: string }[];
				test.skip(!games.some((one) => one.name === game), "the server does not have this game");
				const code = await openTable(page, { game, seats: [{ who: "me" }, { who: "bot", level: "greedy" }] });
				await page.goto(`/t/${code}`);
				const roll = dice(21);
				for (let answers = 0; answers < 6; answers++) if (!(await click(page, roll))) break;
				await asked(page);
				const held = page.locator(".hand .card").first();
				if ((await held.count()) > 0) await held.click({ force: true });
				await still(page);
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
	await asked(page);
	await still(page);
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

test("what to do next is in sight on the home page, and nothing of it is covered", async ({ page }) => {
	// A match waits, so that there is one to go back to.
	await openTable(page, { game: "skirmish", seats: [{ who: "me" }, { who: "bot", level: "random" }] });
	await page.setViewportSize({ width: 1280, height: 720 });
	await page.goto("/");
	for (const next of [
		page.getByRole("heading", { name: "Your tables" }),
		page.getByRole("link", { name: "Go on" }),
		page.getByRole("main").getByRole("link", { name: "New table" }),
		page.getByRole("main").getByRole("link", { name: "Open a replay" }),
		page.getByRole("button", { name: "Join", exact: true }),
		...["Food Chain", "Skirmish", "Strata"].flatMap((game) => [
			page.getByRole("button", { name: `Play ${game}` }),
			page.getByRole("button", { name: `Find a rival for ${game}` }),
			page.getByRole("link", { name: `Tutorial for ${game}` }),
		]),
	]) {
		await expect(next).toBeInViewport({ ratio: 1 });
		await next.click({ trial: true });
	}
	// On a phone whoever left a match finds it before anything else.
	await page.setViewportSize({ width: 360, height: 640 });
	await expect(page.getByRole("link", { name: "Go on" })).toBeInViewport({ ratio: 1 });
});

test("every page fits phones in landscape, tablets and large screens", async ({ page }) => {
	for (const path of [
		"/",
		"/new",
		"/learn",
		"/decks?game=strata&deck=random",
		"/rules/skirmish",
		"/settings",
		"/replay",
		"/signup",
	]) {
		await page.goto(path);
		await expect(page.locator("h1")).toBeVisible();
		if (path.startsWith("/decks")) await expect(page.locator(".tile.in-deck").first()).toBeAttached();
		for (const [width, height] of [
			[844, 390],
			[390, 664],
			[768, 1024],
			[1024, 768],
			[2560, 1300],
		] as const) {
			await page.setViewportSize({ width, height });
			await fits(page);
		}
	}
});

test("the first visit is small, and no card is asked for", async ({ page }) => {
	const loaded: { url: string; size: Promise<number> }[] = [];
	page.on("requestfinished", (request) => {
		loaded.push({
			url: request.url(),
			size: request.sizes().then((sizes) => sizes.responseBodySize + sizes.responseHeadersSize),
		});
	});
	await page.goto("/", { waitUntil: "networkidle" });
	await expect(page.getByRole("button", { name: "Play Food Chain" })).toBeVisible();
	const sizes = await Promise.all(loaded.map(async ({ url, size }) => ({ url, size: await size })));
	const sum = (of: typeof sizes) => of.reduce((all, one) => all + one.size, 0);
	const first = sum(sizes);
	const home = sum(sizes.filter((one) => one.url.endsWith(".js")));
	console.log(`first visit ${(first / 1024).toFixed(1)} KiB, JavaScript ${(home / 1024).toFixed(1)} KiB of it`);
	expect(first).toBeLessThan(350 * 1024);
	expect(home).toBeLessThan(150 * 1024);
	expect(sizes.filter((one) => /\/api\/games\/|food-chain-[^/]*\.svg/.test(one.url))).toEqual([]);
});
