// Accounts and quick match: a guest becomes an account and loses nothing, other browsers, sessions, leaving, rivals and bots.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { type Browser, expect, fresh, type Page, test } from "./server";

const PASSWORD = "four words and more";

async function guest(browser: Browser, name: string): Promise<Page> {
	const page = await (await browser.newContext()).newPage();
	await page.request.post("/api/me", { data: { name } });
	return page;
}

/** Signs up by hand. */
async function signUp(page: Page, name: string): Promise<void> {
	await page.goto("/signup");
	await page.getByLabel("Name", { exact: true }).fill(name);
	await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await page.getByRole("button", { name: "Create the account" }).click();
	await kept(page, name);
}

/** The recovery code is shown; whoever has kept it goes on. */
async function kept(page: Page, name: string): Promise<string> {
	const code = await page.getByTestId("recovery").innerText();
	await page.getByRole("button", { name: "I have kept it" }).click();
	await expect(page.locator("h1")).toHaveText(name);
	return code;
}

async function logIn(page: Page, name: string, password: string): Promise<void> {
	await page.goto("/login");
	await page.getByLabel("Name", { exact: true }).fill(name);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Log in", exact: true }).click();
}

/** Plays a match against a bot, and gives it up. */
async function lose(page: Page): Promise<void> {
	await page.goto("/");
	await page.getByRole("button", { name: "Play Skirmish" }).click();
	await concede(page);
}

async function concede(page: Page): Promise<void> {
	await expect(page.locator(".mat")).toBeVisible();
	await page.getByRole("button", { name: "Menu" }).click();
	await page.getByRole("button", { name: "Concede" }).click();
	await page.getByRole("button", { name: "Really concede?" }).click();
	await expect(page.locator(".over h2")).toHaveText("You lose");
}

const saveDeck = (page: Page, id: string) =>
	page.request.put(`/api/me/decks/${id}`, { data: { game: "skirmish", name: `Deck ${id}`, text: "4 Wolf\n" } });
const deckIds = async (page: Page): Promise<string[]> =>
	((await (await page.request.get("/api/me/decks")).json()) as { id: string }[]).map((deck) => deck.id).sort();

test("a guest becomes an account without losing a match, a deck, a table or a setting", async ({ browser }) => {
	const page = await guest(browser, "Somebody");
	await lose(page);
	expect((await saveDeck(page, "wolves")).ok()).toBe(true);
	// A match that runs, in another tab.
	const table = await page.context().newPage();
	await table.goto("/");
	await table.getByRole("button", { name: "Play Food Chain" }).click();
	await expect(table.locator(".mat")).toBeVisible();
	await page.goto("/settings");
	await page.getByLabel("Very large").check();

	await page.goto("/");
	await page.getByRole("link", { name: /Somebody/ }).click();
	await expect(page.locator("h1")).toHaveText("You are a guest");
	await page.getByRole("link", { name: "Create an account" }).click();
	await expect(page.locator(".lead")).toContainText("1 finished match and 1 deck");
	// What is wrong is said, and can be mended.
	await page.getByLabel("Name", { exact: true }).fill("a b c");
	await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await page.getByRole("button", { name: "Create the account" }).click();
	await expect(page.getByRole("alert")).toContainText("3 to 20 letters");
	const name = fresh("Ada");
	await page.getByLabel("Name", { exact: true }).fill(name);
	await page.getByRole("button", { name: "Create the account" }).click();
	await kept(page, name);

	await page.getByRole("link", { name: "Ratings and matches" }).click();
	await expect(page.locator(".finished li")).toHaveCount(1);
	await expect(page.locator(".finished li")).toContainText("Lost by concession");
	await expect(page.locator(".tally")).toContainText("Skirmish");
	expect(await deckIds(page)).toEqual(["wolves"]);
	// The other tab went on by itself, and the table knows the name.
	await expect(table.locator(".banner")).toHaveCount(0);
	await concede(table);
	await page.reload();
	await expect(page.locator(".finished li")).toHaveCount(2);

	// Another browser gets the settings with the account.
	const other = await guest(browser, "Phone");
	await logIn(other, name.toUpperCase(), PASSWORD);
	await expect(other.locator("h1")).toHaveText(name);
	await expect(other.locator("html")).toHaveAttribute("data-text", "huge");
});

test("logging in on another browser brings its guest along, and sessions are listed and ended", async ({ browser }) => {
	const home = await guest(browser, "Home");
	const name = fresh("Bea");
	await signUp(home, name);
	const phone = await guest(browser, "Phone");
	await lose(phone);
	await saveDeck(phone, "golems");
	await logIn(phone, name, "a wrong password");
	await expect(phone.getByRole("alert")).toContainText("The name or the password is wrong.");
	await expect(phone.getByLabel(/Bring along.*1 finished match and 1 deck/)).toBeChecked();
	await phone.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await phone.keyboard.press("Enter");
	await expect(phone.locator("h1")).toHaveText(name);
	await phone.goto("/profile");
	await expect(phone.locator(".finished li")).toHaveCount(1);
	expect(await deckIds(home)).toEqual(["golems"]);

	await home.goto("/account");
	const list = home.getByRole("list", { name: "Sessions" });
	await expect(list.getByRole("listitem")).toHaveCount(2);
	await expect(list).toContainText("this browser");
	await list.getByRole("button", { name: /Log out/ }).click();
	await expect(home.getByText("That browser is logged out.")).toBeVisible();
	await expect(list.getByRole("listitem")).toHaveCount(1);
	await phone.goto("/account");
	await expect(phone.locator("h1")).toHaveText("You are a guest");

	// Another password: the old one is worth nothing.
	await home.getByLabel("Current password").fill(PASSWORD);
	await home.getByLabel("New password").fill("another good one");
	await home.getByRole("button", { name: "Change it" }).click();
	await expect(home.getByText("The password is changed.")).toBeVisible();
	await logIn(phone, name, PASSWORD);
	await expect(phone.getByRole("alert")).toContainText("The name or the password is wrong.");
	await logIn(phone, name, "another good one");
	await expect(phone.locator("h1")).toHaveText(name);
	// Logging out leaves a guest behind, and nothing of the account.
	await phone.getByRole("button", { name: "Log out", exact: true }).click();
	await expect(phone.getByRole("link", { name: /guest/i })).toBeVisible();
	expect(await deckIds(phone)).toEqual([]);
});

test("whoever leaves takes everything along, after a second thought", async ({ browser }) => {
	const page = await guest(browser, "Cleo");
	const name = fresh("Cleo");
	await signUp(page, name);
	await saveDeck(page, "wolves");
	const download = page.waitForEvent("download");
	await page.getByRole("link", { name: "Download my data" }).click();
	expect((await download).suggestedFilename()).toBe("playmat-data.json");
	await page.getByRole("button", { name: "Delete my account…" }).click();
	await page.getByRole("button", { name: "Cancel" }).click();
	await page.getByRole("button", { name: "Delete my account…" }).click();
	const password = page.getByRole("region", { name: "Delete your account" }).getByLabel("Your password");
	await password.fill("a wrong password");
	await page.getByRole("button", { name: "Delete for good" }).click();
	await expect(page.getByRole("alert")).toContainText("The name or the password is wrong.");
	await password.fill(PASSWORD);
	await page.getByRole("button", { name: "Delete for good" }).click();
	await expect(page.getByRole("link", { name: /guest/i })).toBeVisible();
	expect(await deckIds(page)).toEqual([]);
	await logIn(page, name, PASSWORD);
	await expect(page.getByRole("alert")).toContainText("The name or the password is wrong.");
});

/** Waits until the server knows that nobody looks for a match any more. */
const nobodySeeks = (page: Page) =>
	expect
		.poll(async () => (await (await page.request.get("/metrics")).text()).match(/^playmat_seekers .*$/m)?.[0])
		.toBe("playmat_seekers 0");

test("quick match between two browsers is rated, and both see it", async ({ browser }) => {
	const [one, two] = [await guest(browser, "One"), await guest(browser, "Two")];
	const names = [fresh("Dan"), fresh("Eli")] as const;
	await signUp(one, names[0]);
	await signUp(two, names[1]);
	await one.goto("/");
	await two.goto("/");
	const seek = (page: Page) => page.getByRole("button", { name: "Find a rival for Strata" }).click();
	await seek(one);
	await expect(one.getByRole("button", { name: "Stop looking for Strata" })).toBeVisible();
	// Who stops looking, or goes elsewhere, is not paired.
	await one.getByRole("button", { name: "Stop looking for Strata" }).click();
	await nobodySeeks(one);
	await seek(two);
	await expect(two.getByText("Nobody yet.")).toBeVisible();
	await two.goto("/settings");
	await nobodySeeks(one);
	await seek(one);
	await expect(one.getByText("Nobody yet.")).toBeVisible();
	expect(one.url()).not.toContain("/t/");
	await two.goto("/");
	await seek(two);
	await expect(one.locator(".mat")).toBeVisible();
	await expect(two.locator(".mat")).toBeVisible();
	await concede(two);
	await expect(one.locator(".over h2")).toHaveText("You win!");
	for (const [page, rating, rival] of [
		[one, "1662 ± 290", names[1]],
		[two, "1338 ± 290", names[0]],
	] as const) {
		await page.goto("/profile");
		await expect(page.locator(".tally-rating b")).toHaveText(rating);
		await page.getByRole("link", { name: rival }).click();
		await expect(page.locator("h1")).toHaveText(rival);
		await expect(page.locator(".finished")).toHaveCount(0);
	}
});

test("a bot is offered after a wait", async ({ browser }) => {
	const page = await guest(browser, "Fay");
	await page.goto("/");
	await page.getByRole("button", { name: "Find a rival for Skirmish" }).click();
	const bot = page.getByRole("button", { name: /Play the .* bot/ });
	await expect(page.getByText("Nobody yet.")).toBeVisible();
	await bot.click();
	await expect(page.locator(".mat")).toBeVisible();
	await expect(page.locator(".hand .card")).not.toHaveCount(0);
});

test("an account is made with the keyboard alone", async ({ page }) => {
	await page.goto("/signup");
	await expect(page.locator("h1")).toBeVisible();
	const tabTo = async (selector: string) => {
		for (let tabs = 0; tabs < 40; tabs++) {
			await page.keyboard.press("Tab");
			if (await page.evaluate((fits) => document.activeElement?.matches(fits), selector)) return;
		}
		throw new Error(`${selector} is out of reach`);
	};
	const name = fresh("Gus");
	await tabTo('input[autocomplete="username"]');
	await page.keyboard.type(name);
	await tabTo('input[autocomplete="new-password"]');
	await page.keyboard.type(PASSWORD);
	await page.keyboard.press("Enter");
	await expect(page.locator("h1")).toHaveText(`Welcome, ${name}`);
	await tabTo("button.primary");
	await page.keyboard.press("Enter");
	await expect(page.locator("h1")).toHaveText(name);
});

test("a recovery code opens the account once, and another one can be made", async ({ browser }) => {
	const home = await guest(browser, "Home");
	const name = fresh("Ida");
	await home.goto("/signup");
	await home.getByLabel("Name", { exact: true }).fill(name);
	await home.getByLabel("Password", { exact: true }).fill("password123");
	await home.getByRole("button", { name: "Create the account" }).click();
	await expect(home.getByRole("alert")).toContainText("many people use");
	await home.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await home.getByRole("button", { name: "Create the account" }).click();
	const code = await kept(home, name);
	expect(code).toMatch(/^([2-9A-Z]{5}-){4}[2-9A-Z]{5}$/);

	const phone = await guest(browser, "Phone");
	await phone.goto("/login");
	await phone.getByRole("link", { name: "Use your recovery code" }).click();
	const use = async (typed: string, password: string) => {
		await phone.getByLabel("Name", { exact: true }).fill(name);
		await phone.getByLabel("Recovery code").fill(typed);
		await phone.getByLabel("New password").fill(password);
		await phone.getByRole("button", { name: "Set the password" }).click();
	};
	await use("AAAAA-AAAAA-AAAAA-AAAAA-AAAAA", "another good one");
	await expect(phone.getByRole("alert")).toContainText("The name or the recovery code is wrong");
	await use(code.toLowerCase(), "another good one");
	await expect(phone.locator("h1")).toHaveText("You are logged in again");
	expect(await kept(phone, name)).not.toBe(code);
	await home.reload();
	await expect(home.locator("h1")).toHaveText("You are a guest");
	await expect(phone.getByText(/It opens your account/)).toBeVisible();
	const section = phone.locator("section", { has: phone.getByRole("heading", { name: "Recovery code" }) });
	await section.getByLabel("Your password", { exact: true }).fill("another good one");
	await section.getByRole("button", { name: "Make a recovery code" }).click();
	await expect(phone.getByTestId("recovery")).not.toHaveText(code);
});

for (const [scheme, viewport] of [
	["dark", { width: 1280, height: 800 }],
	["light", { width: 360, height: 640 }],
] as const) {
	test(`axe and width: pages about people, ${scheme}, ${viewport.width}x${viewport.height}`, async ({ browser }) => {
		const context = await browser.newContext({ colorScheme: scheme, viewport });
		const page = await context.newPage();
		const folder = process.env.PLAYMAT_PICTURES;
		if (folder) mkdirSync(folder, { recursive: true });
		const look = async (name: string) => {
			const { violations } = await new AxeBuilder({ page })
				.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
				.analyze();
			const found = violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join("; ")}`);
			expect(found, name).toEqual([]);
			const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
			expect(wide, name).toBeLessThanOrEqual(0);
			if (folder) await page.screenshot({ path: join(folder, `${name}-${viewport.width}.png`), fullPage: true });
		};
		for (const path of ["account", "signup", "login", "recover", "profile"]) {
			await page.goto(`/${path}`);
			await expect(page.locator("h1")).not.toHaveText("…");
			await expect(page.getByRole("link", { name: /guest/i })).toBeVisible();
			await look(`guest-${path}`);
		}
		await lose(page);
		await lose(page);
		await page.goto("/signup");
		const hal = fresh("Hal");
		await page.getByLabel("Name", { exact: true }).fill(hal);
		await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
		await page.getByRole("button", { name: "Create the account" }).click();
		await expect(page.getByTestId("recovery")).toBeVisible();
		await look("recovery-code");
		await kept(page, hal);
		const other = await (await browser.newContext()).newPage();
		await logIn(other, await page.locator("h1").innerText(), PASSWORD);
		await expect(other.locator(".tables li")).toHaveCount(2);
		await page.reload();
		await expect(page.locator(".tables li")).toHaveCount(2);
		await page.getByRole("button", { name: "Delete my account…" }).click();
		await look("account");
		await page.goto("/profile");
		await expect(page.locator(".finished li")).toHaveCount(2);
		await look("profile");
		await page.goto("/player/nobody");
		await expect(page.getByRole("alert")).toBeVisible();
		await look("nobody");
		await page.goto("/");
		await page.getByRole("button", { name: "Find a rival for Food Chain" }).click();
		await expect(page.getByText("Nobody yet.")).toBeVisible();
		await look("home-looking");
		// Whoever still looks would be the next one's rival.
		await context.close();
	});
}
