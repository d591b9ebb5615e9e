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
	for (let tabs = 0; tabs < 200; tabs++) {
		if (await there()) return page.keyboard.press("Enter");
		await page.keyboard.press("Tab");
	}
	throw new Error(`nothing like ${words} can be reached by keyboard`);
}
