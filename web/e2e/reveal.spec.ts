// Revealed cards: who they are shown to looks at them until they are closed, the rival is told so, and nobody can do anything meanwhile. Decks full of
// spells that reveal a hand, and time enough for a slow machine.
import AxeBuilder from "@axe-core/playwright";
import type { TableRequest } from "../src/protocol/messages";
import { unfold } from "./player";
import { type Browser, expect, type Page, test } from "./server";

const LETTERS = [..."ABCDEFGHIJ"];
const DECK = { cards: [...LETTERS.map((one) => `Look ${one}`), ...LETTERS.slice(1).map((one) => `Glance ${one}`), "Onlooker"] };
const LOOKS = LETTERS.map((one) => `free spell Look ${one}\n  the rival reveals their hand.\n`);
const GLANCES = LETTERS.slice(1).map((one) => `free spell Glance ${one}\n  the rival reveals their hand, then end the turn.\n`);
const CARDS = ["category Bird\n", "prey Onlooker 1/1 (1)\n", ...LOOKS, ...GLANCES].join("\n");

test.use({ own: { cards: { "food-chain/looks.cards": CARDS }, words: ["--reveal-seconds", "3600"] } });

/** Somebody at a screen of this size. */
async function somebody(browser: Browser, name: string, viewport = { width: 1366, height: 625 }): Promise<Page> {
	const context = await browser.newContext({ viewport, reducedMotion: "reduce" });
	const page = await context.newPage();
	await page.request.post("/api/me", { data: { name } });
	return page;
}

async function openTable(page: Page, request: TableRequest): Promise<string> {
	const answer = await page.request.post("/api/tables", { data: { pace: "programs", ...request } });
	expect(answer.ok(), await answer.text()).toBe(true);
	return ((await answer.json()) as { code: string }).code;
}

/** Plays a spell of this name as soon as somebody of these has it; says who. Everybody else ends their turn. */
async function cast(pages: readonly Page[], name: string): Promise<number> {
	for (let move = 0; move < 60; move++) {
		const ready = pages.map((page) =>
			page
				.getByRole("button", { name: /show my cards$/ })
				.or(page.locator("[data-decision]"))
				.first(),
		);
		const at = await Promise.race(ready.map((page, at) => page.waitFor().then(() => at)));
		const page = pages[at] as Page;
		const pass = page.getByRole("button", { name: /show my cards$/ });
		if (await pass.isVisible()) {
			await pass.click();
			await expect(pass).toHaveCount(0);
			continue;
		}
		const decision = await page.locator(".table").getAttribute("data-decision");
		const spell = page.locator(".options .option", { hasText: `Play ${name}` });
		const found = (await spell.count()) > 0;
		if (found) await unfold(page);
		await (found ? spell : page.locator(".plain button[data-verb=end]").or(page.locator(".plain button"))).first().click();
		if (found) return at;
		await expect(page.locator(`[data-decision="${decision}"]`)).toHaveCount(0);
	}
	throw new Error(`nobody has ${name}`);
}

const revealed = (page: Page) => page.getByRole("region", { name: "Revealed cards" });
const close = (page: Page) => page.getByRole("button", { name: "Close", exact: true });
const choices = (page: Page) => page.locator(".mat .can, .options .option, .plain button, .tray button");

async function picture(page: Page, name: string): Promise<void> {
	if (process.env.PLAYMAT_SHOTS) await page.screenshot({ path: `${process.env.PLAYMAT_SHOTS}/${name}.png` });
}

for (const [size, viewport] of [
	["desktop", { width: 1366, height: 625 }],
	["phone", { width: 390, height: 664 }],
] as const) {
	test(`a revealed hand is looked at until it is closed (${size})`, async ({ browser }) => {
		const ada = await somebody(browser, "Ada", viewport);
		const bob = await somebody(browser, "Bob", viewport);
		const code = await openTable(ada, { game: "food-chain", seats: [{ who: "me", deck: DECK }, { who: "open" }] });
		await bob.request.post(`/api/tables/${code}/join`, { data: { deck: DECK } });
		await Promise.all([ada.goto(`/t/${code}`), bob.goto(`/t/${code}`)]);
		const at = await cast([ada, bob], "Look");
		const [viewer, rival] = at === 0 ? [ada, bob] : [bob, ada];
		const name = at === 0 ? "Ada" : "Bob";
		// The rival's page shows the hand as it is once it knows that somebody looks.
		await expect(rival.locator(".waiting")).toHaveText(`${name} looks at the revealed cards`);
		await expect(revealed(viewer).locator(".card")).toHaveCount(await rival.locator(".hand .card").count());
		await expect(close(viewer)).toBeInViewport();
		for (const page of [viewer, rival]) {
			await expect(choices(page)).toHaveCount(0);
			expect((await new AxeBuilder({ page }).analyze()).violations.map((one) => one.id)).toEqual([]);
		}
		await expect(revealed(rival)).toHaveCount(0);
		await picture(viewer, `reveal-viewer-${size}`);
		await picture(rival, `reveal-rival-${size}`);
		// Who comes back still looks; Enter closes the cards.
		await viewer.reload();
		await expect(close(viewer)).toBeFocused();
		await viewer.keyboard.press("Enter");
		await expect(viewer.locator(".table[data-decision]")).toBeVisible();
		await expect(revealed(viewer)).toHaveCount(0);
		await expect(rival.locator(".waiting")).toHaveText(`Waiting for ${name}`);
		// From the log it can be looked at again, and nobody waits for that.
		if (size === "phone") await viewer.getByRole("button", { name: "Log", exact: true }).click();
		await expect(rival.getByRole("button", { name: "show again" })).toHaveCount(0);
		await viewer.getByRole("button", { name: "show again" }).click();
		await expect(rival.locator("[data-looks]")).toHaveCount(0);
		await Promise.all([ada.context().close(), bob.context().close()]);
	});
}

test("a hot-seat is passed on when the cards are closed", async ({ browser }) => {
	const page = await somebody(browser, "Ada");
	const code = await openTable(page, {
		game: "food-chain",
		seats: [
			{ who: "me", deck: DECK, name: "Ada" },
			{ who: "me", deck: DECK, name: "Bob" },
		],
	});
	await page.goto(`/t/${code}`);
	await cast([page], "Glance");
	await expect(revealed(page)).toBeVisible();
	const viewer = await page.locator(".table").getAttribute("data-looks");
	await close(page).click();
	await expect(page.getByRole("heading", { name: `Pass to ${viewer === "p1" ? "Bob" : "Ada"}` })).toBeVisible();
	await page.context().close();
});

test("a bot waits until the cards are closed", async ({ browser }) => {
	const page = await somebody(browser, "Ada");
	const seats: TableRequest["seats"] = [
		{ who: "me", deck: DECK },
		{ who: "bot", level: "random", deck: "random:Fish" },
	];
	const code = await openTable(page, { game: "food-chain", seats });
	await page.goto(`/t/${code}`);
	await cast([page], "Glance");
	await expect(revealed(page)).toBeVisible();
	const number = await page.locator(".table").getAttribute("data-number");
	await close(page).click();
	await expect(page.locator(".table")).not.toHaveAttribute("data-number", number ?? "");
	await page.context().close();
});

for (const [edition, words] of [
	["core", ["Start", "Draw", "Main 1", "Combat", "Main 2", "End"]],
	["rulebook", ["Start", "Draw", "Main 1", "Before", "Combat", "Main 2", "End"]],
] as const) {
	test(`the phases of a turn are those of its rules (${edition})`, async ({ browser }) => {
		for (const [size, viewport] of [
			["desktop", { width: 1366, height: 625 }],
			["phone", { width: 390, height: 664 }],
		] as const) {
			const page = await somebody(browser, "Ada", viewport);
			const seats: TableRequest["seats"] = [{ who: "me", deck: DECK }, { who: "bot" }];
			await page.goto(`/t/${await openTable(page, { game: "food-chain", edition, seats })}`);
			await expect(page.locator(".phases li")).toHaveText([...words]);
			await picture(page, `phases-${edition}-${size}`);
			await page.context().close();
		}
	});
}
