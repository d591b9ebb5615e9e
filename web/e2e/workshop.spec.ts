// The workshop: a card with mistakes is mended by the offered fixes, played against a bot and by two, and its record is verified by the
// command line alone.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clean, fits, look } from "./everybody";
import { asked, click, concede, dice } from "./player";
import { type Browser, expect, type Page, test } from "./server";

const WRONG = "category Fish\n\nprey Moonfish 3/2 (2), hasty\n  on play: draw 2\n";
const RIGHT = "category Fish\n\nprey Moonfish 3/2 (2), haste\n  on play: draw 2.\n";
const SIZES = [
	{ width: 390, height: 664 },
	{ width: 1366, height: 625 },
	{ width: 1920, height: 950 },
];

/** Begins a draft of the first game with a file of one's own. */
async function begin(page: Page): Promise<void> {
	await page.goto("/workshop");
	await page.getByRole("button", { name: "Begin", exact: true }).click();
	await expect(page.locator(".workshop[data-read]")).toBeVisible();
}

/** Writes a file anew. */
async function type(page: Page, text: string): Promise<void> {
	await page.locator(".cm-content").click();
	await page.keyboard.press("Control+a");
	await page.keyboard.insertText(text);
}

/** What the command line says of a record, in a folder with nothing else. */
function alone(words: string[], record: Buffer): string {
	const folder = mkdtempSync(join(tmpdir(), "playmat-alone-"));
	try {
		writeFileSync(join(folder, "match.record"), record);
		const program = process.env.PLAYMAT_BIN ?? join(import.meta.dirname, "../../target/debug/playmat");
		return execFileSync(program, [...words, "match.record"], { cwd: folder, encoding: "utf8", env: {} });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** The record of the match that this page has just ended. */
async function recordOf(page: Page): Promise<Buffer> {
	const match = await page.locator(".table").getAttribute("data-match");
	const answer = await page.request.get(`/api/matches/${match}/record`);
	expect(answer.ok(), await answer.text()).toBe(true);
	return answer.body();
}

test("two mistakes are mended by the offered fixes, the card is played, and the record holds on a machine without it", async ({
	page,
}) => {
	await begin(page);
	await type(page, WRONG);
	await expect(page.getByRole("heading", { name: "2 things are wrong" })).toBeVisible();
	await expect(page.locator(".cm-lintRange-error")).toHaveCount(2);
	await clean(page);
	await page.getByRole("button", { name: "Write haste" }).click();
	await expect(page.getByRole("heading", { name: "One thing is wrong" })).toBeVisible();
	await expect(page.getByRole("button", { name: /^Try/ })).toBeDisabled();
	await page.getByRole("button", { name: "Write .", exact: true }).click();
	await expect(page.locator(".workshop-fine")).toBeVisible();
	await expect(page.locator(".workshop-faces h2")).toHaveText("Moonfish");
	await expect(page.locator(".workshop-faces .keywords")).toHaveText("Haste");

	await page.getByRole("button", { name: "Try Moonfish against a bot" }).click();
	await asked(page);
	await expect(page.locator(".hand .card", { hasText: "Moonfish" }).first()).toBeVisible();
	await look(page, "workshop-match");
	const roll = dice(5);
	for (let move = 0; move < 6; move++) if (!(await click(page, roll))) break;
	if ((await asked(page)) !== undefined) await concede(page);
	const record = await recordOf(page);
	expect(alone(["verify"], record)).toContain("Every shuffle and roll");
	expect(alone(["replay"], record)).toContain("Moonfish");
	// The page replays it too, with the face of the card.
	await page.goto(`/replay/${await page.locator(".table").getAttribute("data-match")}`);
	await expect(page.locator(".card", { hasText: "Moonfish" }).first()).toBeVisible();
	// One letter of the cards that it carries, and it holds no more.
	const forged = Buffer.from(record.toString("latin1").replace("Moonfish 3/2", "Moonfish 4/2"), "latin1");
	expect(() => alone(["verify"], forged)).toThrow();
});

test("whoever joins with the code sees what is new, agrees, and plays it", async ({ page, browser, address }) => {
	await begin(page);
	await type(page, RIGHT);
	await expect(page.locator(".workshop-fine")).toBeVisible();
	await page.locator(".workshop-bar select").selectOption("fish.cards");
	const orca = page.locator(".workshop-card", { hasText: "Orca" }).first();
	await expect(orca).toBeVisible();
	await page.getByRole("button", { name: "Open a table with a code" }).click();
	const code = (await page.getByTestId("code").textContent()) ?? "";
	const other = await second(browser, address);
	// Nobody is brought to play with cards that they have not seen.
	await other.request.post("/api/me", { data: { name: "Bob" } });
	const blind = await other.request.post(`/api/tables/${code}/join`, { data: {} });
	expect([blind.status(), ((await blind.json()) as { code: string }).code]).toEqual([409, "agree-first"]);
	await other.goto(`/t/${code}`);
	await expect(other.getByRole("heading", { name: "Added: 1" })).toBeVisible();
	await expect(other.locator(".set-changes pre")).toContainText("prey Moonfish 3/2 (2), haste");
	await clean(other);
	for (const size of SIZES) {
		await other.setViewportSize(size);
		await fits(other);
		await look(other, `workshop-join-${size.width}`, true);
	}
	await other.getByRole("button", { name: "Agree to these cards, and join" }).click();
	await Promise.race([asked(page), asked(other)]);
	await concede(other);
	await expect(page.locator("[data-over]")).toBeVisible();
	expect(alone(["verify"], await recordOf(other))).toContain("Every shuffle and roll");
	await other.context().close();
});

async function second(browser: Browser, address: string): Promise<Page> {
	const context = await browser.newContext({ baseURL: address, reducedMotion: "reduce", colorScheme: "dark" });
	return context.newPage();
}

test("a draft outlives its tab, words are completed and explained, and a shipped card is changed", async ({ page }) => {
	await begin(page);
	await type(page, "category Fish\n\nprey Moonfish 3/2 (2), ha");
	await page.keyboard.press("Control+Space");
	const haste = page.locator(".cm-tooltip-autocomplete li", { hasText: /^haste/ });
	await expect(haste).toBeVisible();
	await expect(page.locator(".cm-completionInfo")).toBeVisible();
	await look(page, "workshop-complete");
	// Not by a key: a list that has just come up does not take one yet.
	await haste.click();
	await expect(page.locator(".cm-content")).toContainText("(2), haste");
	// The text stands still once the card beside it is there.
	await expect(page.locator(".workshop-card", { hasText: "Moonfish" })).toBeVisible();
	await page.locator(".cm-line", { hasText: "Moonfish" }).getByText("haste").hover();
	await expect(page.locator(".cm-told")).toContainText("keyword");
	// The canonical form has one space after a comma.
	await type(page, RIGHT.replace(", haste", ",   haste"));
	await page.getByRole("button", { name: "Format" }).click();
	await expect(page.locator(".cm-content")).toContainText("(2), haste");

	await page.reload();
	await expect(page.locator(".cm-content")).toContainText("Moonfish");
	await page.locator(".workshop-bar select").selectOption("bird.cards");
	await expect(page.locator(".workshop-card").nth(30)).toBeVisible();
	await page.locator(".cm-content").click();
	await page.keyboard.press("Control+Home");
	await page.keyboard.press("Control+End");
	await page.keyboard.insertText("\nprey Paper Crane 1/1 (1)\n");
	await expect(page.locator(".workshop-bar option:checked")).toContainText("changed");
	await expect(page.locator(".workshop-card", { hasText: "Paper Crane" })).toBeVisible();
	await page.getByRole("button", { name: "What is new" }).click();
	await expect(page.getByRole("heading", { name: "Added: 2" })).toBeVisible();
	await page.goto("/workshop");
	await expect(page.locator(".workshop-drafts li")).toHaveCount(1);
	await clean(page);
});

test("the workshop fits every screen", async ({ page }) => {
	await page.goto("/workshop");
	await expect(page.getByRole("button", { name: "Begin", exact: true })).toBeEnabled();
	for (const size of SIZES) {
		await page.setViewportSize(size);
		await fits(page);
		await look(page, `workshop-begin-${size.width}`, true);
	}
	await clean(page);
	await begin(page);
	await type(page, WRONG);
	await expect(page.locator(".cm-lintRange-error")).toHaveCount(2);
	for (const size of SIZES) {
		await page.setViewportSize(size);
		await fits(page);
		await look(page, `workshop-${size.width}`, true);
	}
	await page.setViewportSize(SIZES[0] as (typeof SIZES)[0]);
	await clean(page);
	await page.getByRole("radio", { name: "Cards", exact: true }).click();
	await expect(page.locator(".workshop-card").first()).toBeVisible();
	await look(page, "workshop-390-cards", true);
	await clean(page);
	await page.emulateMedia({ colorScheme: "light" });
	await page.setViewportSize(SIZES[1] as (typeof SIZES)[0]);
	await look(page, "workshop-light", true);
	await clean(page);
});

test("cards are found as people write it, and each has a page with its stories", async ({ page }) => {
	await page.goto("/cards/food-chain?q=t%3Apredator%20atk%3E%3D5%20category%3Afish");
	await expect(page.getByLabel("Search")).toHaveValue("t:predator atk>=5 category:fish");
	const results = page.locator(".card-results li");
	await expect(results.first()).toBeVisible();
	const found = await results.count();
	expect(found).toBeLessThan(30);
	await expect(page.locator(".card-count")).toHaveText(`${found} cards`);
	await clean(page);
	for (const size of SIZES) {
		await page.setViewportSize(size);
		await fits(page);
		await look(page, `cards-${size.width}`);
	}
	await page.getByLabel("Search").fill("t:predator atk>=");
	await expect(page.locator(".trouble")).toContainText("not understood");
	await page.getByLabel("Search").fill("name:orca");
	await expect(page).toHaveURL(/q=name%3Aorca/);
	await page.getByRole("link", { name: "Orca", exact: true }).click();
	await expect(page).toHaveURL(/\/card\/food-chain\/orca$/);
	await expect(page.getByRole("heading", { level: 1, name: "Orca" })).toBeVisible();
	await page.locator(".card-story").first().click();
	await expect(page.locator(".card-story li").first()).toBeVisible();
	await clean(page);
	for (const size of SIZES) {
		await page.setViewportSize(size);
		await fits(page);
		await look(page, `card-${size.width}`, true);
	}
	await page.goto("/card/food-chain/no-such-card");
	await expect(page.getByRole("heading", { name: "No such card" })).toBeVisible();
});
