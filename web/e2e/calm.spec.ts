// Nothing stutters, nothing moves that should not, and nothing is heard unless somebody asked for it.

import { click, dice, openTable } from "./player";
import { expect, type Page, test } from "./server";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** Counts motions and tones from now on. */
async function count(page: Page): Promise<() => Promise<{ motions: number; tones: number }>> {
	await page.addInitScript(() => {
		const counts = { motions: 0, tones: 0 };
		(window as unknown as { counts: typeof counts }).counts = counts;
		const animate = Element.prototype.animate;
		Element.prototype.animate = function (...given) {
			counts.motions++;
			return animate.apply(this, given);
		};
		const start = OscillatorNode.prototype.start;
		OscillatorNode.prototype.start = function (...given) {
			counts.tones++;
			return start.apply(this, given);
		};
	});
	return () => page.evaluate(() => (window as unknown as { counts: { motions: number; tones: number } }).counts);
}

async function play(page: Page, answers: number, enough = async () => false): Promise<void> {
	const code = await openTable(page, { game: "skirmish", seats: [{ who: "me" }, { who: "bot", level: "greedy" }] });
	await page.goto(`/t/${code}`);
	const roll = dice(5);
	for (let answer = 0; answer < answers && !(await enough()); answer++) if (!(await click(page, roll))) break;
}

test("nothing is heard before the first gesture, and cards move as long as nobody says otherwise", async ({ page }) => {
	const counts = await count(page);
	await play(page, 0);
	await expect(page.locator(".mat")).toBeVisible();
	expect((await counts()).tones).toBe(0);
	// In every match cards move at some time.
	await play(page, 400, async () => (await counts()).motions > 0);
	await expect.poll(async () => (await counts()).motions).toBeGreaterThan(0);
	// Faces that were put off to a later frame are all drawn in the end.
	await expect(page.locator(".card-face[style*='content-visibility']")).toHaveCount(0);
});

test.describe("a system that wants calm", () => {
	test.use({ contextOptions: { reducedMotion: "reduce" } });
	test("nothing moves, unless the setting says so", async ({ page }) => {
		const counts = await count(page);
		await play(page, 4);
		expect((await counts()).motions).toBe(0);
		await page.goto("/settings");
		await page.getByRole("group", { name: "Motion", exact: true }).getByLabel("On", { exact: true }).check();
		await play(page, 400, async () => (await counts()).motions > 0);
		await expect.poll(async () => (await counts()).motions).toBeGreaterThan(0);
	});
});

test("sounds are on after the first gesture, can be turned off at the table, and stay off", async ({ page }) => {
	const counts = await count(page);
	await play(page, 1);
	const button = page.getByRole("button", { name: "Sounds" });
	await expect(button).toHaveAttribute("aria-pressed", "true");
	const roll = dice(6);
	// In every match something happens at some time.
	while ((await counts()).tones === 0 && (await click(page, roll))) {}
	await expect.poll(async () => (await counts()).tones).toBeGreaterThan(0);
	await page.reload();
	await expect(button).toHaveAttribute("aria-pressed", "true");
	await button.click();
	await page.reload();
	await expect(button).toHaveAttribute("aria-pressed", "false");
});

test("the client's files come compressed to browsers that read that", async ({ request, page }) => {
	test.skip(Boolean(process.env.PLAYMAT_URL), "another server sends the files");
	const sizes: number[] = [];
	await page.goto("/");
	await expect(page.locator(".game .sample").first()).toBeVisible();
	const files = await page.evaluate(() => performance.getEntriesByType("resource").map((one) => one.name));
	const sprite = files.find((name) => /food-chain.*\.svg/.test(name))?.replace(/#.*/, "");
	const script = files.find((name) => /\.js$/.test(name));
	for (const file of [sprite, script]) {
		for (const encoding of ["br", "gzip", "identity"]) {
			const answer = await request.get(file ?? "", { headers: { "accept-encoding": encoding } });
			expect(answer.headers()["content-encoding"]).toBe(encoding === "identity" ? undefined : encoding);
			expect(answer.headers().vary).toContain("accept-encoding");
			sizes.push((await answer.body()).length);
		}
	}
	// Unpacked they are the same.
	expect(new Set(sizes.slice(0, 3)).size).toBe(1);
	expect(new Set(sizes.slice(3)).size).toBe(1);
});
