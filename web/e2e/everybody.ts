// What must hold on every page.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "./server";

/** axe finds nothing. */
export async function clean(page: Page): Promise<void> {
	const { violations } = await new AxeBuilder({ page })
		.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
		.analyze();
	expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join("; ")}`)).toEqual([]);
}

/** Nothing sticks out of the screen to the side. */
export async function fits(page: Page): Promise<void> {
	expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

/** Nothing moves any more, but for what moves for ever. */
export async function still(page: Page): Promise<void> {
	await page.waitForFunction(() =>
		document
			.getAnimations()
			.every((one) => one.playState !== "running" || one.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
	);
}

/** Stops the clock of a page: from now on its timers wait until the test lets time pass. */
export async function stopTime(page: Page): Promise<void> {
	await page.clock.install({ time: "2026-01-01T12:00:00Z" });
	await page.clock.pauseAt("2026-01-01T13:00:00Z");
}

/** Motions that scripts begin from now on stay where they begin, so that what they show does not vanish by itself. */
export async function stopMotions(page: Page): Promise<void> {
	await page.evaluate(() => {
		const animate = Element.prototype.animate;
		Element.prototype.animate = function (...given) {
			const motion = animate.apply(this, given);
			motion.pause();
			return motion;
		};
	});
}

/** Keeps what notices and refusals say, which go away by themselves. To be called before the page is opened. */
export async function keepNotices(page: Page): Promise<() => Promise<string[]>> {
	await page.addInitScript(() => {
		const kept: string[] = [];
		(window as unknown as { notices: string[] }).notices = kept;
		new MutationObserver(() => {
			for (const { textContent } of document.querySelectorAll(".saying"))
				if (textContent && !kept.includes(textContent)) kept.push(textContent);
		}).observe(document, { childList: true, subtree: true });
	});
	return () => page.evaluate(() => (window as unknown as { notices: string[] }).notices);
}

/** A picture to look at, where somebody wants to. */
export async function look(page: Page, name: string, whole = false): Promise<void> {
	const folder = process.env.PLAYMAT_LOOK;
	if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: whole });
}

/** Presses Tab until something that fits has the focus, then Enter. No pointer is used. */
export async function pressOn(page: Page, selector: string, words: RegExp): Promise<void> {
	const there = () =>
		page.evaluate(
			([selector, source]) => {
				const now = document.activeElement as HTMLElement | null;
				return Boolean(now?.matches(selector as string)) && new RegExp(source as string, "i").test(now?.innerText ?? "");
			},
			[selector, words.source],
		);
	// What has just come may be drawn anew, and takes the key with it: the focus must still be there two frames later.
	const drawn = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
	for (let tabs = 0; tabs < 200; tabs++) {
		if (await there()) {
			await drawn();
			if (await there()) return page.keyboard.press("Enter");
		}
		await page.keyboard.press("Tab");
	}
	throw new Error(`nothing like ${words} can be reached by keyboard`);
}
