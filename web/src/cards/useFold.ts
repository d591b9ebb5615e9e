// Which lines of a card fit into its text box. Whole lines are shown; a corner counts those that are not.
import { type RefObject, useLayoutEffect, useRef } from "react";

/** The height of the corner, in pixels. */
const CORNER = 11;
const boxes = new Map<Element, () => void>();
const observer =
	typeof ResizeObserver === "undefined"
		? undefined
		: new ResizeObserver((entries) => {
				for (const entry of entries) boxes.get(entry.target)?.();
			});

/** The refs of a text box and of its corner. Measured when the box gets its size, after layout, so that nothing is laid out twice. */
export function useFold(about: unknown): [RefObject<HTMLSpanElement | null>, RefObject<HTMLSpanElement | null>] {
	const box = useRef<HTMLSpanElement>(null);
	const corner = useRef<HTMLSpanElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another card has another text.
	useLayoutEffect(() => {
		const element = box.current;
		if (!element || !observer) return;
		boxes.set(element, () => fold(element, corner.current));
		observer.observe(element);
		return () => {
			boxes.delete(element);
			observer.unobserve(element);
		};
	}, [about]);
	return [box, corner];
}

function fold(box: HTMLElement, corner: HTMLElement | null): void {
	const room = Number.parseFloat(getComputedStyle(box).maxHeight) || box.clientHeight;
	const lines = [...box.querySelectorAll<HTMLElement>(".line")];
	for (const line of lines) line.hidden = false;
	const heights = lines.map((line) => line.scrollHeight + 2);
	const all = heights.reduce((sum, height) => sum + height, 6);
	// The first line is always there, cut if it must be, with the corner as its sign.
	let used = all > room ? 6 + CORNER : 6;
	let hidden = 0;
	for (const [at, line] of lines.entries()) {
		used += heights[at] ?? 0;
		const out = at > 0 && (hidden > 0 || used > room);
		line.hidden = out;
		if (out) hidden++;
	}
	const cut = hidden === 0 && all > room;
	box.toggleAttribute("data-folded", hidden > 0 || cut);
	if (!corner) return;
	corner.textContent = hidden > 0 ? `+${hidden}` : cut ? "…" : "";
	corner.hidden = hidden === 0 && !cut;
}
