// Lights the cards that a line of the log speaks of, and dims all others; lights what a card can be dragged to.
import type { Aim } from "../lib/options";
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

/** Lights what a card can be aimed at, and nothing else; says how much of it there is. */
export function lightAims(aims: readonly Aim[]): number {
	for (const old of document.querySelectorAll("[data-aim]")) old.removeAttribute("data-aim");
	const table = document.querySelector(".table");
	if (!table) return 0;
	for (const { spot, slot, seat } of aims) {
		const names = [spot && `[data-spot="${spot}"]`, slot && `[data-drop="${slot}"]`, seat && `.plate[data-seat="${seat}"]`];
		for (const name of names) if (name) for (const one of table.querySelectorAll(name)) one.setAttribute("data-aim", "");
	}
	return table.querySelectorAll("[data-aim]").length;
}
