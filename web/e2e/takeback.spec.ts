// Taking back: at once where nobody has learned anything, else the rival is asked. Nothing covers the mat.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { asked, click, dice, openTable } from "./player";

const free = (page: Page) => page.getByRole("button", { name: "Take back the last move" });
const ask = (page: Page) => page.getByRole("button", { name: "Ask to take back" });

test("against a bot a move is taken back at once", async ({ page }) => {
	const code = await openTable(page, { game: "food-chain", seats: [{ who: "me" }, { who: "bot", level: "random" }] });
	await page.goto(`/t/${code}`);
	const roll = dice(11);
	await asked(page);
	const before = await hand(page);
	const number = Number(await page.locator(".table").getAttribute("data-number"));
	const match = await page.locator(".table").getAttribute("data-match");
	for (let move = 0; move < 8 && !(await free(page).isVisible()); move++) {
		await click(page, roll);
		await asked(page);
	}
	await expect(free(page)).toBeVisible();
	for (let back = 0; back < 12 && (await free(page).isVisible()); back++) {
		const decision = await page.locator(".table").getAttribute("data-decision");
		await free(page).click();
		await expect(page.locator(".table")).not.toHaveAttribute("data-decision", decision ?? "");
		await asked(page);
	}
	// All the way back: the same hand, and the log tells what was taken back.
	expect(await page.locator(".table").getAttribute("data-match")).toBe(match);
	expect(await hand(page)).toEqual(before);
	await expect(page.getByText("Ada takes back a move.").first()).toBeAttached();
	expect(Number(await page.locator(".table").getAttribute("data-number"))).toBeGreaterThanOrEqual(number);
});

test("between people it is free while nothing was learned, and asked for otherwise", async ({ page, browser }) => {
	test.setTimeout(600_000);
	const code = await openTable(page, { game: "food-chain", seats: [{ who: "me" }, { who: "open" }] });
	const context = await browser.newContext();
	const other = await context.newPage();
	await other.request.post("/api/me", { data: { name: "Bob" } });
	await other.request.post(`/api/tables/${code}/join`, { data: {} });
	await Promise.all([page.goto(`/t/${code}`), other.goto(`/t/${code}`)]);
	const players = [page, other] as const;
	const roll = dice(5);
	const seen = { free: 0, agreed: 0, declined: 0 };
	for (let move = 0; move < 120 && (seen.free === 0 || seen.agreed === 0 || seen.declined === 0); move++) {
		const at = await whoseTurn(players);
		if (at === undefined) break;
		const me = players[at] as Page;
		const rival = players[1 - at] as Page;
		await click(me, roll);
		// What it led to is there when the question has changed, or the rival is asked.
		await whoseTurn(players);
		if (seen.free === 0 && (await free(me).isVisible())) {
			const number = Number(await me.locator(".table").getAttribute("data-number"));
			await free(me).click();
			await expect(me.locator(".table")).toHaveAttribute("data-decision", /\d+/);
			expect(Number(await me.locator(".table").getAttribute("data-number"))).toBeGreaterThanOrEqual(number);
			seen.free++;
		} else if (await ask(me).isVisible()) {
			await ask(me).click();
			await expect(rival.getByText("asks to take back a move")).toBeVisible();
			await expect(me.getByText("is asked whether you may take back")).toBeVisible();
			await nothingCovers(rival);
			if (seen.declined === 0) {
				await rival.getByRole("button", { name: "No", exact: true }).click();
				await expect(me.getByText("The move is not taken back.")).toBeVisible();
				seen.declined++;
			} else {
				const axe = await new AxeBuilder({ page: rival }).analyze();
				expect(axe.violations.map((one) => one.id)).toEqual([]);
				if (process.env.PLAYMAT_SHOTS) await rival.screenshot({ path: `${process.env.PLAYMAT_SHOTS}/undo-asked.png` });
				await rival.getByRole("button", { name: "Let them" }).click();
				await expect(me.getByText("Bob takes back a move.").or(me.getByText("Ada takes back a move.")).first()).toBeAttached();
				await expect(me.locator(".table")).toHaveAttribute("data-decision", /\d+/);
				seen.agreed++;
			}
		}
	}
	expect(seen.free > 0 && seen.agreed > 0 && seen.declined > 0, JSON.stringify(seen)).toBe(true);
	await context.close();
});

async function hand(page: Page): Promise<string[]> {
	return page.locator(".hand .card").evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label") ?? "").sort());
}

/** Who is asked; nobody at the end. */
async function whoseTurn(players: readonly Page[]): Promise<number | undefined> {
	for (let attempt = 0; attempt < 200; attempt++) {
		for (const [at, page] of players.entries()) {
			if (await page.locator(".table[data-over]").count()) return undefined;
			if (await page.locator(".table[data-decision]").count()) return at;
		}
		await players[0]?.waitForTimeout(50);
	}
	throw new Error("nobody is asked");
}

/** The question of the rival stands beside the mat. */
async function nothingCovers(page: Page): Promise<void> {
	const mat = await page.locator(".mat").boundingBox();
	const offer = await page.locator(".offer").boundingBox();
	if (!mat || !offer) throw new Error("both are there");
	const apart =
		offer.x >= mat.x + mat.width - 1 ||
		offer.x + offer.width <= mat.x + 1 ||
		offer.y >= mat.y + mat.height - 1 ||
		offer.y + offer.height <= mat.y + 1;
	expect(apart, JSON.stringify({ mat, offer })).toBe(true);
}
