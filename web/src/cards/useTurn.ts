// Faces are drawn in turns. A table that is dealt, a deck that is searched or a hand that is redrawn shows many new cards at once, and each face
// takes a slow phone several milliseconds: the cards are there at once, and their faces come in the frames after, as many as a frame can take.
import { useLayoutEffect, useState } from "react";
import { moving } from "../lib/settings";
import { afterFrame } from "../motion/frames";

/** A frame that came within so many milliseconds has room for more faces than the one before it. */
const QUICK = 24;
/** No frame draws more faces than this. */
const MOST = 8;

/** What draws the faces that wait, the first first. */
const waiting: (() => void)[] = [];
let many = 1;
let asked: number | undefined;

/** Whether a face may be drawn by now. Whoever wants no motion, or does not look, waits for nothing. */
export function useTurn(): boolean {
	const [has, come] = useState(() => !moving() || document.hidden);
	useLayoutEffect(() => {
		if (has) return;
		const draw = () => come(true);
		waiting.push(draw);
		ask();
		return () => {
			const at = waiting.indexOf(draw);
			if (at >= 0) waiting.splice(at, 1);
		};
	}, [has]);
	return has;
}

/** The next faces come when the next frame has been drawn. */
function ask(): void {
	if (asked !== undefined) return;
	asked = performance.now();
	afterFrame(drawNext);
}

function drawNext(): void {
	const took = performance.now() - (asked ?? 0);
	asked = undefined;
	many = took < QUICK ? Math.min(2 * many, MOST) : 1;
	for (const draw of waiting.splice(0, many)) draw();
	if (waiting.length > 0) ask();
}
