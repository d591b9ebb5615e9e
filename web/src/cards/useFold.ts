// Which lines of a card fit into its text box. Whole lines are shown; a corner counts those that are not.
import { type RefObject, useLayoutEffect, useRef } from "react";

/** The height of the corner, in pixels. */
const CORNER = 11;

/** So much is remembered: all cards of a match in all its sizes, but not what every size of a window leads to. */
const MOST = 2000;

/** A text box with its corner, and what it says. */
type Folded = { box: HTMLElement; corner: HTMLElement | null; about: string };

/** How many lines of a box are not shown, and how high the first may be if it is cut: as many rows of letters as fit whole. */
type Fold = { hidden: number; cut: number | undefined };

/** By the face that a box is on: a face has the size of its card, whatever is written on it. */
const boxes = new Map<Element, Folded>();
/** What was found for a text in a box of a size: the same card is often drawn again. */
const known = new Map<string, Fold>();

const observer =
	typeof ResizeObserver === "undefined"
		? undefined
		: new ResizeObserver((entries) => fold([...new Set(entries.map(({ target }) => target.closest(".face") ?? target))]));

// Other letters have other heights.
if (typeof document !== "undefined")
	document.fonts?.addEventListener("loadingdone", () => {
		known.clear();
		fold([...boxes.keys()]);
	});

/** The refs of a text box and of its corner. Measured when the face gets its size, after layout, so that nothing is laid out twice. */
export function useFold(about: string): [RefObject<HTMLSpanElement | null>, RefObject<HTMLSpanElement | null>] {
	const box = useRef<HTMLSpanElement>(null);
	const corner = useRef<HTMLSpanElement>(null);
	useLayoutEffect(() => {
		const element = box.current;
		const face = element?.closest(".face");
		if (!element || !face || !observer) return;
		boxes.set(face, { box: element, corner: corner.current, about });
		// In a hand a card keeps its size, and what the next card leaves open of it changes, for its name as for its text.
		const watched = [face, face.querySelector(".face-name")].filter((one) => one !== null);
		for (const one of watched) observer.observe(one);
		return () => {
			boxes.delete(face);
			for (const one of watched) observer.unobserve(one);
		};
	}, [about]);
	return [box, corner];
}

/** Folds the boxes of these faces. Everything is read before anything is changed, and all that must be tried out is tried at once. */
function fold(faces: readonly Element[]): void {
	const found = faces.flatMap((face) => {
		const folded = boxes.get(face);
		if (!folded) return [];
		const { box, about } = folded;
		const room = Number.parseFloat(getComputedStyle(box).maxHeight) || box.clientHeight;
		const row = Number.parseFloat(getComputedStyle(box).lineHeight) || CORNER;
		return [{ ...folded, room, row, key: `${about} ${box.clientWidth} ${Math.round(room)}` }];
	});
	const unknown = found.filter(({ key }) => !known.has(key)).map((one) => ({ ...one, lines: linesOf(one.box) }));
	for (const { lines } of unknown)
		for (const line of lines) {
			line.hidden = false;
			line.style.removeProperty("max-height");
		}
	const measured = unknown.map(({ key, lines, room, row }) => ({
		key,
		fold: fitting(
			lines.map((line) => line.scrollHeight + 2),
			room,
			row,
		),
	}));
	if (known.size > MOST) known.clear();
	for (const { key, fold } of measured) known.set(key, fold);
	for (const { box, corner, key } of found) show(box, corner, known.get(key) ?? { hidden: 0, cut: undefined });
}

const linesOf = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>(".line")];

/** Which lines fit, by their heights. The first line is always there, cut if it must be. */
function fitting(heights: readonly number[], room: number, row: number): Fold {
	const all = heights.reduce((sum, height) => sum + height, 6);
	let used = all > room ? 6 + CORNER : 6;
	let shown = 0;
	for (const [at, height] of heights.entries()) {
		used += height;
		if (at > 0 && used > room) break;
		shown += 1;
	}
	const hidden = heights.length - shown;
	const left = room - 6 - CORNER;
	const cut = (heights[0] ?? 0) > left && all > room ? Math.max(1, Math.floor(left / row)) * row : undefined;
	return { hidden, cut };
}

function show(box: HTMLElement, corner: HTMLElement | null, { hidden, cut }: Fold): void {
	const lines = linesOf(box);
	for (const [at, line] of lines.entries()) {
		line.hidden = at >= lines.length - hidden;
		line.style.maxHeight = at === 0 && cut !== undefined ? `${cut}px` : "";
	}
	const folded = hidden > 0 || cut !== undefined;
	box.toggleAttribute("data-folded", folded);
	if (!corner) return;
	corner.textContent = hidden > 0 ? `+${hidden}` : folded ? "…" : "";
	corner.hidden = !folded;
}
