// The table always fits: on every screen, in every game, with as much on it as there can be, nothing that counts or can be chosen is covered
// or cut, no letter is too small, and nothing moves because something opens.
import { clean, still } from "./everybody";
import { expect, type Page, test } from "./server";
import { GAMES, SITUATIONS, type Situation, sit } from "./situations";

/** The screens; the last two are the largest at 200 %. */
const SIZES = [
	[1366, 625],
	[1280, 720],
	[1920, 950],
	[2560, 1300],
	[1024, 768],
	[768, 1024],
	[844, 390],
	[390, 664],
	[360, 640],
	[1280, 650],
	[960, 475],
] as const;

/** What lies over the board, or over board and hand, covers what is below it. */
const BELOW: Partial<Record<Situation, string>> = {
	search: ".board *",
	over: ".board *, .hand *, .margin *",
};

test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const game of GAMES) {
	for (const situation of SITUATIONS) {
		test(`${game}: ${situation}`, async ({ page }) => {
			await sit(page, game, situation);
			if (situation === "over") await expect(page.locator(".curve")).toBeVisible();
			const wrong: string[] = [];
			for (const [width, height] of SIZES) {
				await page.setViewportSize({ width, height });
				await settled(page);
				for (const fault of await faults(page, BELOW[situation] ?? "")) wrong.push(`${width}x${height}: ${fault}`);
			}
			expect(wrong).toEqual([]);
		});
	}

	test(`${game}: nothing moves when something opens`, async ({ page }) => {
		await sit(page, game, "move");
		for (const [width, height] of SIZES) {
			await page.setViewportSize({ width, height });
			await settled(page);
			const before = await boxes(page);
			await page.locator(".options-toggle").click();
			expect(await boxes(page), "the list of options").toEqual(before);
			await page.locator(".options-toggle").click();
			await page.locator(".row .card").first().click();
			await expect(page.locator(".inspect")).toBeVisible();
			expect(await boxes(page), "a card to read").toEqual(before);
			expect(await page.locator(".inspect").evaluate(covers, ".plate, .go, .hand .card, .bar"), "what a sheet covers").toEqual(
				[],
			);
			await page.keyboard.press("Escape");
			await expect(page.locator(".inspect")).toHaveCount(0);
			await page.getByRole("button", { name: "Menu" }).click();
			expect(await boxes(page), "the menu").toEqual(before);
			await page.keyboard.press("Escape");
		}
	});

	test(`${game}: axe finds nothing, small and large, light and dark`, async ({ page }) => {
		for (const [situation, width, height, colorScheme] of [
			["move", 1366, 625, "dark"],
			["chain", 390, 664, "light"],
			["search", 844, 390, "light"],
			["over", 768, 1024, "dark"],
		] as const) {
			await page.unrouteAll();
			await page.setViewportSize({ width, height });
			await page.emulateMedia({ colorScheme });
			await sit(page, game, situation);
			await still(page);
			await clean(page);
		}
	});
}

/** The page has been laid out and drawn at its size. */
async function settled(page: Page): Promise<void> {
	await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}

/** Where everything on the table is. */
const boxes = (page: Page): Promise<string[]> =>
	page.evaluate(() =>
		[...document.querySelectorAll(".plate, .row .card, .row .slot, .hand .card, .lane, .go, .prompt .mini, .bar-button")].map(
			(one) => {
				const { x, y, width, height } = one.getBoundingClientRect();
				return `${one.classList[0]} ${[x, y, width, height].map((number) => Math.round(number * 4) / 4).join(" ")}`;
			},
		),
	);

/** What of these an element covers. Runs in the page. */
function covers(element: Element, selector: string): string[] {
	const over = element.getBoundingClientRect();
	return [...document.querySelectorAll(selector)]
		.filter((one) => {
			const box = one.getBoundingClientRect();
			const wide = Math.min(over.right, box.right) - Math.max(over.left, box.left);
			const high = Math.min(over.bottom, box.bottom) - Math.max(over.top, box.top);
			return wide > 1 && high > 6;
		})
		.map((one) => one.className);
}

/** Everything that is not as it should be. */
const faults = (page: Page, below: string): Promise<string[]> =>
	page.evaluate((below) => {
		const found: string[] = [];
		const [width, height] = [window.innerWidth, window.innerHeight];
		if (document.documentElement.scrollWidth > width || document.documentElement.scrollHeight > height)
			found.push("the page scrolls");
		const name = (one: Element) =>
			`${one.className.toString().split(" ").slice(0, 3).join(".")} ${(one.textContent ?? "").slice(0, 24)}`.trim();
		const counts = [
			".plate",
			".orb",
			".plate .count",
			".plate .pile",
			".clock",
			".row .card",
			".row .stat",
			".terrain",
			".margin .card",
			".tray .card",
			".tray .stat",
			".prompt .go",
			".prompt .mini",
			".asked",
			".bar-button",
			".over .button",
			".hand .card",
		];
		for (const one of document.querySelectorAll<HTMLElement>(counts.join(","))) {
			if (below !== "" && one.matches(below)) continue;
			const style = getComputedStyle(one);
			if (one.getClientRects().length === 0 || style.visibility === "hidden") continue;
			const scrolls = one.closest<HTMLElement>(".hand-long");
			if (scrolls && scrolls.scrollWidth > scrolls.clientWidth)
				one.closest("li")?.scrollIntoView({ inline: "center", block: "nearest" });
			const box = one.getBoundingClientRect();
			if (one.matches(".card") && box.width < 33) found.push(`${name(one)} is only ${Math.round(box.width)} px wide`);
			if (box.left < -1 || box.top < -1 || box.right > width + 1 || box.bottom > height + 1) {
				found.push(`${name(one)} leaves the screen: ${[box.left, box.top, box.right, box.bottom].map(Math.round).join(" ")}`);
				continue;
			}
			const held = one.closest(".hand") !== null;
			// Of a card in a fan the left side lies open; a card is rotated a little, so its corners are not asked.
			const points = held
				? [[Math.min(12, box.width * 0.2), box.height * 0.5]]
				: [
						[box.width * 0.5, box.height * 0.5],
						[box.width * 0.12, box.height * 0.2],
						[box.width * 0.88, box.height * 0.8],
					];
			for (const [x = 0, y = 0] of points) {
				const top = document.elementFromPoint(box.left + x, box.top + y);
				const same =
					top &&
					(one.contains(top) ||
						top.contains(one) ||
						top.closest(".card, .plate, .go, .terrain") === one.closest(".card, .plate, .go, .terrain"));
				const badge = top?.closest(".mod, .link-number, .chain small");
				if (!same && !badge) {
					found.push(`${name(one)} is covered by ${top ? name(top) : "nothing"}`);
					break;
				}
			}
		}
		// Numbers stay inside of their cards, names too; what a plate counts stays inside of the plate.
		for (const one of document.querySelectorAll<HTMLElement>(
			".row .stat, .row .face-name b, .tray .face-name b, .plate .count, .plate .pile, .go b, .mini",
		)) {
			if (one.getClientRects().length === 0) continue;
			const outer = one.closest(".card, .plate, .go, .prompt")?.getBoundingClientRect();
			const box = one.getBoundingClientRect();
			const range = document.createRange();
			const words = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
			let right = box.right;
			for (let node = words.nextNode(); node; node = words.nextNode()) {
				if (node.parentElement?.closest(".sr")) continue;
				range.selectNodeContents(node);
				right = Math.max(right, range.getBoundingClientRect().right);
			}
			if (outer && (box.left < outer.left - 2 || right > outer.right + 2 || box.bottom > outer.bottom + 8))
				found.push(`${name(one)} is cut`);
		}
		// No letter is smaller than 11 px.
		const small = new Set<string>();
		const walker = document.createTreeWalker(document.querySelector(".table") as Node, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			const parent = node.parentElement;
			if (!parent || !node.textContent?.trim() || parent.closest(".sr") || parent.getClientRects().length === 0) continue;
			if (Number.parseFloat(getComputedStyle(parent).fontSize) < 10.99) small.add(name(parent));
		}
		for (const one of small) found.push(`${one} is too small`);
		return found.slice(0, 12);
	}, below);
