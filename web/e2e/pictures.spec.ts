// Pictures of every page and of each table in the middle of a game, for the documents: PLAYMAT_PICTURES=1 makes them anew.
import { join } from "node:path";
import { still } from "./everybody";
import { asked, click, dice, finished, openTable } from "./player";
import { expect, type Page, test } from "./server";

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
			await expect(page.locator(".game .sample").nth(5)).toBeVisible();
			await still(page);
			await take(page, "home", screen.name === "phone");
			if (screen.name !== "desktop" && screen.name !== "phone") return;
			for (const path of ["new", "settings", "credits"]) {
				await page.goto(`/${path}`);
				// The page's own script comes after the first paint.
				await expect(page.locator("main h1")).toBeVisible();
				await still(page);
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

		test("people, decks, lessons, rules", async ({ page }) => {
			test.skip(screen.name !== "desktop" && screen.name !== "phone", "two screens are enough");
			const settle = (selector: string) => expect(page.locator(selector).first()).toBeVisible();
			for (const [path, sign, name] of [
				["decks?game=food-chain&deck=fish-1", ".card", "decks"],
				["learn", ".lead", "learn"],
				["learn/food-chain/2-predator", ".hand .card", "lesson"],
				["rules/strata", "h2", "rules"],
				["login", "form", "login"],
				["signup", "form", "signup"],
			] as const) {
				await page.goto(`/${path}`);
				await settle(sign);
				await still(page);
				await take(page, name);
			}
			const matches = [];
			for (const game of ["food-chain", "skirmish"]) matches.push(await finished(page, game, 12));
			await page.goto(`/replay/${matches[1]}?at=9`);
			await settle(".replay .card");
			await expect(page.locator(".verified")).toHaveAttribute("data-holds", "true");
			await take(page, "replay");
			await page.goto("/signup");
			await page.getByLabel("Name", { exact: true }).fill(`Ada-${screen.name}`);
			await page.getByLabel("Password", { exact: true }).fill("four words and more");
			await page.getByRole("button", { name: "Create the account" }).click();
			await page.getByRole("button", { name: "I have kept it" }).click();
			await expect(page.locator("h1")).toHaveText(`Ada-${screen.name}`);
			await take(page, "account", true);
			await page.goto("/profile");
			await settle(".finished li");
			await take(page, "profile", true);
			await page.goto("/");
			await page.getByRole("button", { name: "Find a rival for Skirmish" }).click();
			await expect(page.getByText("Nobody yet.")).toBeVisible();
			await take(page, "quick-match");
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
				await still(page);
				await take(page, game);
			});
		}
	});
}
