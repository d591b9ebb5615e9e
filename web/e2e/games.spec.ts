// Whole games against a bot: by clicks, and by keyboard alone.

import { click, dice, openTable, press } from "./player";
import { expect, test } from "./server";

const games: string[] = [];
test.beforeAll(async ({ request }) => {
	const answer = await request.get("/api/games");
	games.push(...((await answer.json()) as { name: string }[]).map((game) => game.name));
});

for (const name of ["food-chain", "skirmish", "strata", "vigil"]) {
	test(`a whole game of ${name} against a bot, by clicks`, async ({ page }) => {
		test.skip(!games.includes(name), "the server does not have this game");
		const code = await openTable(page, {
			game: name,
			seats: [
				{ who: "me", deck: "random" },
				{ who: "bot", level: "greedy" },
			],
		});
		const long: number[] = [];
		await page.exposeFunction("longTask", (ms: number) => long.push(ms));
		await page.addInitScript(() => {
			new PerformanceObserver((list) => {
				for (const entry of list.getEntries()) (window as unknown as { longTask: (ms: number) => void }).longTask(entry.duration);
			}).observe({ type: "longtask" });
		});
		await page.goto(`/t/${code}`);
		const roll = dice(7);
		let answers = 0;
		while (await click(page, roll)) {
			if (++answers > 400) throw new Error("this game does not end");
		}
		await expect(page.locator(".over h2")).toHaveText(/You win!|You lose|A draw/);
		expect(answers).toBeGreaterThan(0);
		// Nobody has scrolled: the newest line of the log is in sight.
		const below = () =>
			page
				.locator(".log ol")
				.first()
				.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
		await expect.poll(below).toBeLessThan(40);
		test
			.info()
			.annotations.push(
				{ type: "answers", description: String(answers) },
				{ type: "longest task", description: `${Math.max(0, ...long)} ms` },
			);
		console.log(`${name}: ${answers} answers, longest task ${Math.round(Math.max(0, ...long))} ms`);
		await page.getByRole("button", { name: "Play again" }).click();
		await expect(page.locator(".over")).toHaveCount(0);
	});
}

test("examples are listed apart: no quick match and no tutorial, but a game with one click", async ({ page }) => {
	await page.goto("/");
	const examples = page.getByRole("region", { name: "Examples" });
	await expect(examples.getByRole("listitem")).toHaveCount(1);
	await expect(page.getByRole("list", { name: "Games" }).getByRole("heading")).toHaveText(["Food Chain", "Skirmish", "Strata"]);
	await expect(page.getByRole("button", { name: /Find a rival/ })).toHaveCount(3);
	await page.goto("/learn");
	await expect(page.locator(".courses .game")).toHaveCount(3);
	await page.goto("/");
	await examples.getByRole("button", { name: "Play Vigil" }).click();
	await expect(page.locator(".mat-vigil")).toBeVisible();
	await expect(page.locator(".plate .orb")).toHaveText([/20\s*life/, /20\s*life/]);
});

test("a whole game by keyboard alone", async ({ page }) => {
	const code = await openTable(page, {
		game: "skirmish",
		seats: [
			{ who: "me", deck: "random" },
			{ who: "bot", level: "random" },
		],
	});
	await page.goto(`/t/${code}`);
	const roll = dice(3);
	let answers = 0;
	while (await press(page, roll)) {
		if (++answers > 300) throw new Error("this game does not end");
	}
	await expect(page.locator(".over h2")).toBeVisible();
	expect(answers).toBeGreaterThan(0);
});

test("one click on the home page starts a game", async ({ page }) => {
	await page.goto("/");
	await page.getByRole("button", { name: "Play Food Chain" }).click();
	await expect(page.locator(".mat")).toBeVisible();
	await expect(page.locator(".prompt")).not.toBeEmpty();
	await page.getByRole("button", { name: "Menu" }).click();
	await page.getByRole("button", { name: "Concede" }).click();
	await page.getByRole("button", { name: "Really concede?" }).click();
	await expect(page.locator(".over h2")).toHaveText("You lose");
});
