// Taking back: at once where nobody has learned anything, else the rival is asked. Nothing covers the mat.
import AxeBuilder from "@axe-core/playwright";
import { keepNotices } from "./everybody";
import { answer, asked, askedOf, click, dice, openTable } from "./player";
import { expect, type Page, test } from "./server";

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
	const context = await browser.newContext();
	const other = await context.newPage();
	await other.request.post("/api/me", { data: { name: "Bob" } });
	const players = [page, other] as const;
	const notices = [await keepNotices(page), await keepNotices(other)];
	const roll = dice(5);
	const seen = { free: 0, agreed: 0, declined: 0 };
	const enough = () => seen.free > 0 && seen.agreed > 0 && seen.declined > 0;
	// As many matches as it takes: most often one.
	while (!enough()) {
		const code = await openTable(page, { game: "food-chain", seats: [{ who: "me" }, { who: "open" }] });
		await other.request.post(`/api/tables/${code}/join`, { data: {} });
		await Promise.all([page.goto(`/t/${code}`), other.goto(`/t/${code}`)]);
		while (!enough()) {
			const next = await askedOf(players);
			if (!next) break;
			const me = next.page;
			const rival = players[1 - next.at] as Page;
			await answer(me, next.decision, roll);
			// What it led to is there when the question has changed, or the rival is asked.
			await askedOf(players);
			if (seen.free === 0 && (await free(me).isVisible())) {
				const number = Number(await me.locator(".table").getAttribute("data-number"));
				await free(me).click();
				await expect(me.locator(".table")).toHaveAttribute("data-decision", /\d+/);
				expect(Number(await me.locator(".table").getAttribute("data-number"))).toBeGreaterThanOrEqual(number);
				seen.free++;
			} else if ((seen.declined === 0 || seen.agreed === 0) && (await ask(me).isVisible())) {
				await ask(me).click();
				await expect(rival.getByText("asks to take back a move")).toBeVisible();
				await expect(me.getByText("is asked whether you may take back")).toBeVisible();
				await nothingCovers(rival);
				if (seen.declined === 0) {
					await rival.getByRole("button", { name: "No", exact: true }).click();
					await expect.poll(() => notices[next.at]?.()).toContainEqual(expect.stringContaining("The move is not taken back."));
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
	}
	await context.close();
});

async function hand(page: Page): Promise<string[]> {
	return page
		.locator(".hand .card")
		.evaluateAll((cards) => cards.map((card) => card.querySelector(".sr")?.textContent ?? "").sort());
}

/** The question of the rival lies over nothing that counts. */
async function nothingCovers(page: Page): Promise<void> {
	const covered = await page.locator(".offer").evaluate((offer) => {
		const over = offer.getBoundingClientRect();
		return [...document.querySelectorAll(".plate, .board, .hand .card, .go")].filter((one) => {
			const box = one.getBoundingClientRect();
			return over.left < box.right - 1 && over.right > box.left + 1 && over.top < box.bottom - 1 && over.bottom > box.top + 1;
		}).length;
	});
	expect(covered).toBe(0);
}
