// Lights the cards that a line of the log speaks of, and dims all others.
import type { GameEvent } from "../protocol/messages";

/** Lights the cards of an event that lie in sight; nothing puts the light out. */
export function light(event: GameEvent | undefined): void {
	const table = document.querySelector(".table");
	for (const old of document.querySelectorAll("[data-lit]")) old.removeAttribute("data-lit");
	table?.removeAttribute("data-lights");
	if (!event || !table) return;
	const found = (event.cards ?? []).flatMap((seen) => {
		if (seen.handle !== undefined) {
			const one = table.querySelector(`.mat [data-key="#${seen.handle}"]`);
			if (one) return [one];
		}
		return seen.card === undefined ? [] : [...table.querySelectorAll(`.mat [data-card="${CSS.escape(seen.card)}"]`)].slice(0, 1);
	});
	if (event.cause !== undefined)
		found.push(...[...table.querySelectorAll(`.mat [data-card="${CSS.escape(event.cause)}"]`)].slice(0, 1));
	if (found.length === 0) return;
	table.setAttribute("data-lights", "");
	for (const one of found) one.setAttribute("data-lit", "");
}
