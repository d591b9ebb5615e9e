// The deck builder: search and filters, legality with all reasons, import and export, and a built deck that is played.

import { readFileSync } from "node:fs";
import { clean, fits, look } from "./everybody";
import { asked } from "./player";
import { expect, test } from "./server";

test("cards are found by text, kind, keyword and numbers", async ({ page }) => {
	await page.goto("/decks?game=food-chain");
	const tiles = page.locator(".tile");
	await expect(tiles.first()).toBeVisible();
	const found = page.locator(".filter-found [role=status]");
	const all = Number((await found.textContent())?.match(/\d+/)?.[0]);
	expect(all).toBeGreaterThan(200);
	await page.getByLabel("Name or text").fill("sardine");
	await expect(tiles.first()).toBeVisible();
	await expect.poll(() => tiles.count()).toBeLessThan(20);
	await page.getByLabel("Name or text").fill("");
	await expect(found).toHaveText(`${all} cards`);
	await page.getByLabel("Kind").selectOption("predator");
	await expect(found).toContainText("of");
	const kinds = await tiles.count();
	await page.getByLabel("Category").selectOption("Fish");
	await expect.poll(() => tiles.count()).toBeLessThan(kinds);
	const predators = await tiles.count();
	expect(predators).toBeGreaterThan(5);
	await page.getByText("More filters").click();
	await page.getByLabel("Attack at least").fill("5");
	await expect.poll(() => tiles.count()).toBeLessThan(predators);
	await page.getByLabel("Keyword or trigger").selectOption("haste");
	await expect(page.locator(".filter-found")).toContainText(`of ${all} cards`);
	await page.getByRole("button", { name: "Show all" }).click();
	await expect(found).toHaveText(`${all} cards`);
});

test("a deck is built by keyboard, told why it is not legal, saved, and played", async ({ page }) => {
	await page.goto("/decks?game=skirmish");
	await expect(page.locator(".tile").first()).toBeVisible();
	await page.locator(".tile-card").first().focus();
	await page.keyboard.press("+");
	await expect(page.getByRole("heading", { name: "Your deck" })).toContainText("1 card");
	await expect(page.locator(".legality")).toContainText("Not legal yet");
	// Three of one and too few: both reasons are there.
	await page.keyboard.press("+");
	await page.keyboard.press("+");
	await expect(page.locator(".legality li")).toHaveCount(2);
	await page.keyboard.press("-");
	await expect(page.locator(".legality li")).toHaveCount(1);
	// Two of each of the first eleven cards are 22: enough.
	for (let card = 0; card < 10; card++) {
		await page.keyboard.press("ArrowRight");
		await page.keyboard.press("+");
		await page.keyboard.press("+");
	}
	await expect(page.locator(".legality")).toContainText("A legal deck");
	await page.keyboard.press("Enter");
	await expect(page.locator(".builder-card h2")).toBeVisible();
	await clean(page);
	await page.keyboard.press("Escape");
	await expect(page.locator(".builder-card")).toHaveCount(0);
	await expect(page.locator(".tile-card").nth(10)).toBeFocused();
	await page.getByLabel("Name", { exact: true }).fill("Two of Eleven");
	await page.getByRole("button", { name: "Save", exact: true }).focus();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("button", { name: "Saved", exact: true })).toBeVisible();
	// The charts are tables for those who listen.
	await expect(page.getByRole("table", { name: "Kinds" })).toContainText("Unit16");
	await expect(page.getByRole("table", { name: "Power" })).toBeAttached();
	await clean(page);
	// It can be chosen at home, and is sent as its text.
	await page.goto("/");
	const game = page.locator(".game-skirmish");
	await game.locator("summary").click();
	await game.getByLabel("Your deck").selectOption({ label: "Two of Eleven" });
	const sent = page.waitForRequest((request) => request.url().endsWith("/api/tables") && request.method() === "POST");
	await game.getByRole("button", { name: "Play Skirmish" }).click();
	expect((await sent).postDataJSON().seats[0].deck.text).toContain("deck Two of Eleven\n2 ");
	expect(await asked(page)).toBeDefined();
});

test("a text is read with every wrong line named, and written again", async ({ page }) => {
	await page.goto("/decks?game=food-chain");
	await page.getByText("Paste, copy or save as text").click();
	const typed = page.getByLabel("Paste a deck");
	const take = page.getByRole("button", { name: "Take this deck" });
	// As people paste it.
	await typed.fill("Prey (3)\n1 kingfish\n2x Black Drum\n\n// the large ones\nPredators:\nOrca x2");
	await take.click();
	await expect(page.getByTestId("deck-text")).toHaveValue("deck My deck\nKingfish\n2 Black Drum\n2 Orca\n");
	await expect(page.locator(".faults li")).toHaveCount(0);
	await typed.fill("Kingfish\nhello there\n\n0 Wahoo");
	await take.click();
	await expect(page.locator(".faults li")).toHaveCount(2);
	await expect(page.locator(".faults")).toContainText("Line 2:");
	await expect(page.locator(".faults")).toContainText("Line 4:");
	await typed.fill("deck Rush\nKingfish\nWahooo");
	await take.click();
	await expect(page.locator(".faults")).toContainText("Line 3: there is no card `Wahooo`; did you mean `Wahoo`?");
	await expect(page.getByTestId("deck-text")).toHaveValue("deck Rush\nKingfish\nWahooo\n");
	await page.getByLabel("Start from").selectOption({ label: "Fish" });
	await expect(page.locator(".legality")).toContainText("A legal deck");
	await page.getByRole("button", { name: "Play it" }).click();
	expect(await asked(page)).toBeDefined();
});

for (const [scheme, viewport] of [
	["dark", { width: 1280, height: 800 }],
	["light", { width: 360, height: 640 }],
] as const) {
	test.describe(`${scheme}, ${viewport.width}x${viewport.height}`, () => {
		test.use({ colorScheme: scheme, viewport });
		for (const game of ["food-chain", "skirmish", "strata"]) {
			test(`axe and width: the builder of ${game}`, async ({ page }) => {
				await page.goto(`/decks?game=${game}&deck=random`);
				await expect(page.locator(".tile.in-deck").first()).toBeAttached();
				await clean(page);
				await look(page, `decks-${game}-${viewport.width}`);
				// A card is large enough to be read, and nothing lies over its text when it is.
				const card = page.locator(".tile-card").first();
				expect((await card.boundingBox())?.width).toBeGreaterThan(130);
				await card.click();
				await page.getByRole("dialog").getByRole("button", { name: "Add one" }).scrollIntoViewIfNeeded();
				await page.getByRole("dialog").locator(".card-read-text").click({ trial: true });
				await clean(page);
				await fits(page);
				await look(page, `card-${game}-${viewport.width}`);
				await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
				if (viewport.width < 800) {
					await page.getByRole("button", { name: /^Deck \(/ }).click();
					await expect(page.locator(".deck-panel")).toBeVisible();
					await clean(page);
					await fits(page);
					await look(page, `deck-${game}-${viewport.width}`, true);
				}
			});
		}
	});
}

test("a deck is printed by the server, and where there is none the page says so", async ({ page }) => {
	await page.goto("/decks?game=food-chain&deck=fish-1");
	await expect(page.locator(".legality")).toContainText("A legal deck");
	await page.getByText("Print and play").click();
	await page.getByLabel("Paper").selectOption("letter");
	await page.getByLabel("Backs, for printing on both sides").check();
	await clean(page);
	await look(page, "decks-print");
	const coming = page.waitForEvent("download");
	await page.getByRole("button", { name: "Make the PDF" }).click();
	const file = await coming;
	expect(file.suggestedFilename()).toMatch(/\.pdf$/);
	const bytes = readFileSync(await file.path());
	expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
	// 11 by 8.5 inches: across, as more cards fit.
	const [, size] = /\/MediaBox\[([^\]]*)\]/.exec(bytes.toString("latin1")) ?? [];
	expect(size?.split(" ").map((points) => Math.round(Number(points)))).toEqual([0, 0, 792, 612]);

	await page.context().setOffline(true);
	await page.getByRole("button", { name: "Make the PDF" }).click();
	await expect(page.getByRole("alert")).toContainText("The server makes the file");
});
