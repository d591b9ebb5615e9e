// The tutorial by keyboard alone, a wrong move and another try, and the rules page.

import { clean, fits, look, pressOn, still } from "./everybody";
import { expect, type Page, test } from "./server";

/** What to press in each lesson, in order. */
const SOLUTIONS: Record<string, Record<string, RegExp[]>> = {
	"food-chain": {
		"1-prey": [/^Play Kingfish/],
		"2-predator": [/^Play Great White Shark/, /^Kingfish/, /^Black Drum/, /^Confirm/],
		"3-attack": [/combat/, /^Attack.*Black Marlin|^Black Marlin/, /Silver King/, /^Attack.*Swordfish|^Swordfish/, /rival/],
		"4-trap": [/^End/],
	},
	skirmish: {
		"1-deploy": [/^Play Champion/, /^Your side of the River/],
		"2-control": [/^Play Veteran/, /^Your side of the Meadow/, /^Done for/],
		"3-actions": [/^Play Strike/, /Champion/, /^Done for/],
		"4-stop": [/^Done for/],
	},
	strata: {
		"1-summon": [/^Play Spark Adept$/, /^Play Burrow Mole$/, /^Use Spark Adept/],
		"2-level": [/^(?!.*face down).*Torch Duelist/, /^Spark Adept/, /^(?!.*face down).*Bonfire Warlord/, /^Torch Duelist/],
		"3-counter": [/Sudden Silence/],
		"4-battle": [/battle/, /Spark Adept/, /Mist Otter/, /Torch Duelist/, /rival/],
	},
};

/** Waits until the learner is asked or the lesson is done. */
async function asked(page: Page): Promise<string | undefined> {
	const table = page.locator(".table[data-decision], .table[data-lesson=done]");
	await expect(table).toBeVisible();
	if ((await table.getAttribute("data-lesson")) === "done") return undefined;
	return (await table.getAttribute("data-decision")) ?? undefined;
}

/** Plays a lesson to its end, with keys alone. */
async function learn(page: Page, steps: RegExp[]): Promise<void> {
	const left = [...steps];
	const choices = ".prompt .plain button, .prompt .tray button, .prompt .option";
	for (let answers = 0; answers < 30; answers++) {
		const decision = await asked(page);
		if (decision === undefined) return;
		const words = await page.locator(choices).evaluateAll((all) => all.map((one) => (one as HTMLElement).innerText.trim()));
		const wanted = left[0];
		const fits = (step: RegExp | undefined) => step && words.some((one) => new RegExp(step.source, "i").test(one));
		if (fits(wanted)) left.shift();
		else if (new Set(words).size !== 1) throw new Error(`${wanted} is not among: ${words.join(" | ")}`);
		await pressOn(page, choices, wanted && fits(wanted) ? wanted : /./);
		// The question is another one, or it says what was chosen.
		await page.waitForFunction(
			([old, selector, said]) => {
				const now = [...document.querySelectorAll<HTMLElement>(selector as string)].map((one) => one.innerText.trim());
				return document.querySelector<HTMLElement>(".table")?.dataset.decision !== old || now.join("\n") !== said;
			},
			[decision, choices, words.join("\n")],
		);
	}
	throw new Error("the lesson does not end");
}

for (const [game, lessons] of Object.entries(SOLUTIONS)) {
	test(`all lessons of ${game} by keyboard`, async ({ page }) => {
		await page.goto(`/learn/${game}`);
		await expect(page.locator(".lessons li")).toHaveCount(Object.keys(lessons).length);
		await pressOn(page, ".button", /^Begin/);
		for (const [lesson, steps] of Object.entries(lessons)) {
			await expect(page).toHaveURL(new RegExp(`/learn/${game}/${lesson}$`));
			await learn(page, steps);
			await expect(page.locator(".lesson-done")).toContainText("Well done");
			await look(page, `lesson-${game}-${lesson}-done`);
			const next = Object.keys(lessons).indexOf(lesson) < Object.keys(lessons).length - 1;
			// The focus is on what comes next.
			await expect(page.locator(".lesson .button.primary")).toBeFocused();
			if (next) await page.keyboard.press("Enter");
		}
		await page.goto("/learn");
		await expect(page.locator(".lesson-number.finished")).toHaveCount(Object.keys(lessons).length);
	});
}

test("a wrong move gives a hint, and one tries again", async ({ page }) => {
	await page.goto("/learn/food-chain/1-prey");
	await asked(page);
	await pressOn(page, ".prompt .option", /^Play Silver King/);
	await expect(page.locator(".lesson-hint")).toContainText("Not solved");
	await expect(page.locator(".lesson-hint")).toContainText("Hint:");
	await expect(page.getByText(/You (win|lose)/)).toHaveCount(0);
	await expect(page.getByRole("button", { name: "Try again" })).toBeFocused();
	await look(page, "lesson-wrong");
	await pressOn(page, ".lesson .button", /^Try again/);
	await expect(page.locator(".lesson-hint")).toHaveCount(0);
	await asked(page);
	await learn(page, [/^Play Kingfish/]);
	await expect(page.locator(".lesson-done")).toBeVisible();
});

test("the rules are searched, linked and read", async ({ page }) => {
	await page.goto("/rules/food-chain");
	await expect(page.getByRole("heading", { name: "In short" })).toBeVisible();
	await page.getByLabel("Search the rules").fill("counter-damage");
	await expect(page.locator(".rules-search [role=status]")).toContainText("found");
	await expect(page.getByRole("heading", { name: "Rulings in force" })).toBeVisible();
	await expect(page.getByRole("heading", { name: "In short" })).toHaveCount(0);
	await page.getByLabel("Search the rules").fill("zzzz");
	await expect(page.getByText("Nothing found.")).toBeVisible();
	// Another edition has other rulings in force.
	await page.getByLabel("Search the rules").fill("ambush");
	const ambush = page.locator("#ambush dd p").first();
	const core = await ambush.textContent();
	await page.getByLabel("Edition").selectOption("rulebook");
	await expect(ambush).not.toHaveText(core ?? "");
	// A link leads to a word.
	await page.goto("/rules/skirmish#devourer");
	await expect(page.locator("#devourer")).toBeInViewport();
	await expect(page.locator("#devourer")).toContainText("card");
});

for (const [scheme, viewport] of [
	["dark", { width: 1280, height: 800 }],
	["light", { width: 360, height: 640 }],
] as const) {
	test.describe(`${scheme}, ${viewport.width}x${viewport.height}`, () => {
		test.use({ colorScheme: scheme, viewport });
		test("axe and width: lessons and rules", async ({ page }) => {
			await page.goto("/learn");
			await expect(page.locator(".lessons li").first()).toBeVisible();
			await clean(page);
			await fits(page);
			await look(page, `learn-${viewport.width}`);
			for (const game of Object.keys(SOLUTIONS)) {
				await page.goto(`/learn/${game}/2-${{ "food-chain": "predator", skirmish: "control", strata: "level" }[game]}`);
				await asked(page);
				await still(page);
				await clean(page);
				await fits(page);
				await look(page, `lesson-${game}-${viewport.width}`);
				await page.goto(`/rules/${game}`);
				await expect(page.locator(".words").first()).toBeVisible();
				await clean(page);
				await fits(page);
				await look(page, `rules-${game}-${viewport.width}`);
			}
		});
	});
}
