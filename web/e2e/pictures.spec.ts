// Pictures of every page and of each table in the middle of a game, for the documents: PLAYMAT_PICTURES=1 makes them anew.
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { asked, click, dice, openTable } from "./player";

test.skip(!process.env.PLAYMAT_PICTURES, "only when asked for");
const folder = process.env.PLAYMAT_PICTURES_TO ?? join(import.meta.dirname, "../../docs/images");

const SCREENS = [
	{ name: "desktop", viewport: { width: 1280, height: 800 }, colorScheme: "dark" as const },
	{ name: "phone", viewport: { width: 360, height: 640 }, colorScheme: "dark" as const },
	{ name: "light", viewport: { width: 1280, height: 800 }, colorScheme: "light" as const },
	{ name: "tablet", viewport: { width: 820, height: 1180 }, colorScheme: "light" as const },
];

for (const screen of SCREENS) {
	test.describe(screen.name, () => {
		test.use({ viewport: screen.viewport, colorScheme: screen.colorScheme, reducedMotion: "reduce" } as object);
		const take = (page: Page, name: string, fullPage = false) =>
			page.screenshot({ path: join(folder, `${name}-${screen.name}.png`), fullPage });

		test("pages", async ({ page }) => {
			await page.request.post("/api/me", { data: { name: "Ada" } });
			await page.goto("/");
			await expect(page.locator(".game .face").nth(5)).toBeVisible();
			await page.waitForTimeout(500);
			await take(page, "home", screen.name === "phone");
			if (screen.name !== "desktop" && screen.name !== "phone") return;
			for (const path of ["new", "settings", "credits"]) {
				await page.goto(`/${path}`);
				await page.waitForTimeout(500);
				await take(page, path, true);
			}
			const code = await openTable(page, { game: "food-chain", seats: [{ who: "me" }, { who: "open" }] });
			await page.goto(`/t/${code}`);
			await expect(page.getByTestId("code")).toBeVisible();
			await take(page, "lobby");
			const hot = await openTable(page, { game: "skirmish", seats: [{ who: "me" }, { who: "me", name: "Bob" }] });
			await page.goto(`/t/${hot}`);
			await expect(page.locator(".pass")).toBeVisible();
			await take(page, "pass");
		});

		for (const [game, decks, seed, answers] of [
			["food-chain", ["fish-1", "bird-1"], 17, 30],
			["skirmish", ["wide-ranks", "slow-ground"], 5, 16],
			["strata", ["random", "random"], 9, 40],
		] as const) {
			test(`a table of ${game}`, async ({ page }) => {
				const games = (await (await page.request.get("/api/games")).json()) as { name: string }[];
				test.skip(!games.some((one) => one.name === game), "the server does not have this game");
				const roll = dice(seed);
				// Chance is the server's: a table with too little on it is left for another.
				for (let tries = 0; tries < 8; tries++) {
					const code = await openTable(page, {
						game,
						seats: [
							{ who: "me", deck: decks[0] },
							{ who: "bot", level: "greedy", deck: decks[1] },
						],
						clock: { bank: 600, increment: 5 },
					});
					await page.goto(`/t/${code}`);
					for (let answer = 0; answer < answers; answer++) {
						if (!(await click(page, roll))) break;
						const near = await page.locator(".side-near .row .card").count();
						const far = await page.locator(".side-far .row .card").count();
						const can = await page.locator(".hand .card.can").count();
						if (near >= 2 && far >= 2 && can >= 1 && (await asked(page)) !== undefined) break;
					}
					const done =
						(await page.locator(".side-near .row .card").count()) >= 2 && (await page.locator(".hand .card.can").count()) >= 1;
					if (done) break;
				}
				await asked(page);
				if (screen.name === "phone") await take(page, `${game}-options`);
				await page
					.locator(".hand .card.can")
					.or(page.locator(".hand .card"))
					.first()
					.click({ position: { x: 14, y: 16 } });
				await page.mouse.move(2, 2);
				await page.waitForTimeout(300);
				await take(page, game);
			});
		}
	});
}
