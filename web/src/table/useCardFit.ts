// So large that all cards of a sheet fit into it, side by side and under one another.
import { type RefObject, useLayoutEffect } from "react";

/** The width of cards, so that `count` of them fit into a box without scrolling; never less than the smallest. */
export function cardWidth(
	box: { width: number; height: number },
	count: number,
	ratio: number,
	gap: number,
	smallest: number,
): number {
	let best = smallest;
	for (let columns = 1; columns <= count; columns++) {
		const rows = Math.ceil(count / columns);
		const width = (box.width - gap * (columns - 1)) / columns;
		const height = (box.height - gap * (rows - 1)) / rows;
		best = Math.max(best, Math.min(width, height * ratio));
	}
	return Math.floor(best);
}

/** Keeps `--cw` of a list at that width. */
export function useCardFit(list: RefObject<HTMLElement | null>, count: number, largest = 220): void {
	useLayoutEffect(() => {
		const element = list.current;
		if (!element || typeof ResizeObserver === "undefined") return;
		const measure = () => {
			const { columnGap, padding } = getComputedStyle(element);
			const edge = 2 * Number.parseFloat(padding);
			const box = { width: element.clientWidth - edge, height: element.clientHeight - edge };
			element.style.setProperty("--cw", `${Math.min(largest, cardWidth(box, count, 0.78, Number.parseFloat(columnGap), 58))}px`);
		};
		const observer = new ResizeObserver(measure);
		observer.observe(element);
		measure();
		return () => observer.disconnect();
	}, [list, count, largest]);
}
