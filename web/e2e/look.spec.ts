// The look of the table in its main states, without its pictures, which have tests of their own: a change of it is seen. Written anew with
// `npm run e2e -- look --update-snapshots`.
import { still } from "./everybody";
import { expect, type Page, test } from "./server";
import { sit } from "./situations";

test.skip(Boolean(process.env.PLAYMAT_URL), "another server has other cards");
test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const [game, situation, width, height, colorScheme] of [
	["food-chain", "move", 1366, 625, "dark"],
	["food-chain", "over", 1366, 625, "dark"],
	["food-chain", "meal", 360, 640, "light"],
	["skirmish", "resolving", 844, 390, "light"],
	["strata", "chain", 390, 664, "dark"],
] as const) {
	test(`${game}, ${situation}, ${width}x${height}, ${colorScheme}`, async ({ page }) => {
		await page.setViewportSize({ width, height });
		await page.emulateMedia({ colorScheme });
		await sit(page, game, situation);
		if (situation === "over") await expect(page.locator(".curve")).toBeVisible();
		await plain(page);
		await still(page);
		// Letters are drawn a little differently from one system to the next.
		await expect(page).toHaveScreenshot(`${game}-${situation}-${width}.png`, { maxDiffPixelRatio: 0.03, animations: "disabled" });
	});
}

/** Hides pictures, and clocks that run. */
const plain = (page: Page): Promise<void> =>
	page.evaluate(() => {
		for (const one of document.querySelectorAll<HTMLElement | SVGElement>(".face-art, .scenery, .glyph, .back, .icon, .clock"))
			one.style.visibility = "hidden";
	});
