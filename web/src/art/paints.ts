// Gradients that all scenes share. They live in one drawing of the page, so that a card that is copied, moved or gone takes none with it.
import { hash } from "./luck";

const SVG = "http://www.w3.org/2000/svg";

/** Colours along a line from one point to another, in the lengths of what is painted. */
export type Paint = { id: string; stops: readonly string[]; line: readonly [number, number, number, number] };

const paint = (stops: readonly string[], line: Paint["line"]): Paint => ({
	id: `paint-${hash([...stops, ...line].join()).toString(36)}`,
	stops,
	line,
});

/** The coat of a subject, over its glyph: lit from the left, or from the right. */
export const coatPaint = (stops: readonly string[], fromLeft: boolean): Paint =>
	paint(stops, fromLeft ? [90, 20, 400, 500] : [420, 20, 110, 500]);

/** Mist in the colour of the light, over the foot of the middle ground. */
export const mistPaint = (light: string): Paint => paint([`${light}00`, `${light}4d`, `${light}00`], [0, 150, 0, 300]);

/** Puts a gradient into the page, once. */
export function define(paint: Paint): void {
	if (document.getElementById(paint.id)) return;
	const gradient = document.createElementNS(SVG, "linearGradient");
	const [x1, y1, x2, y2] = paint.line;
	for (const [name, value] of Object.entries({ id: paint.id, gradientUnits: "userSpaceOnUse", x1, y1, x2, y2 })) {
		gradient.setAttribute(name, String(value));
	}
	for (const [index, colour] of paint.stops.entries()) {
		const stop = document.createElementNS(SVG, "stop");
		stop.setAttribute("offset", String(index / (paint.stops.length - 1)));
		stop.setAttribute("stop-color", colour);
		gradient.append(stop);
	}
	shelf().append(gradient);
}

function shelf(): Element {
	const there = document.getElementById("art-paints");
	if (there) return there;
	const made = document.createElementNS(SVG, "svg");
	made.id = "art-paints";
	made.setAttribute("class", "art-paints");
	made.setAttribute("aria-hidden", "true");
	document.body.append(made);
	return made;
}
