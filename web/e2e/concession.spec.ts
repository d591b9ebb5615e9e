// A bot that sees no hope offers to concede; the player accepts, or plays on and is not asked again. The offer can be answered on every screen.
import { asked, click, dice, openTable } from "./player";
import { expect, type Page, test } from "./server";

// To the bots of these servers every match looks lost.
test.use({ own: { words: ["--test-hopeless"] } });

const offer = (page: Page) => page.getByRole("status").filter({ hasText: "offers to concede" });

/** Plays until the bot offers to concede. The offer comes with a move of the bot, so it is there when the player is asked again. */
async function offered(page: Page): Promise<void> {
	const code = await openTable(page, { game: "skirmish", seats: [{ who: "me" }, { who: "bot", level: "easy" }] });
	await page.goto(`/t/${code}`);
	const roll = dice(3);
	while ((await asked(page)) !== undefined && !(await offer(page).isVisible())) await click(page, roll);
	await expect(offer(page)).toContainText("Easy bot offers to concede.");
}

for (const [width, height] of [
	[1366, 625],
	[390, 664],
	[844, 390],
] as const) {
	test(`a concession is accepted at ${width}x${height}`, async ({ page }) => {
		await page.setViewportSize({ width, height });
		await offered(page);
		const accept = offer(page).getByRole("button", { name: "Accept" });
		await expect(accept).toBeInViewport({ ratio: 1 });
		await expect(offer(page).getByRole("button", { name: "Play on" })).toBeInViewport({ ratio: 1 });
		await accept.click();
		await expect(page.locator("[data-over]")).toBeVisible();
		await expect(page.getByRole("heading", { name: "You win!" })).toBeVisible();
		await expect(page.getByText("Ada wins the match by concession.", { exact: true })).toBeVisible();
		await expect(offer(page)).toHaveCount(0);
	});
}

test("who plays on is not asked again", async ({ page }) => {
	await offered(page);
	await offer(page).getByRole("button", { name: "Play on" }).click();
	await expect(offer(page)).toHaveCount(0);
	const roll = dice(4);
	while (await click(page, roll)) {
		await asked(page);
		await expect(offer(page)).toHaveCount(0);
	}
	await expect(page.getByText("by concession")).toHaveCount(0);
});
