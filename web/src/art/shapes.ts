// Shapes of nature as path data: hills, clouds, blades of grass, trees, rocks. Many of one kind make one path, so that a scene has few nodes.
import type { Luck } from "./luck";

/** A number short enough for path data. */
export const short = (number: number): string => String(Math.round(number * 10) / 10);

const at = (x: number, y: number): string => `${short(x)} ${short(y)}`;

/** How long and wide what is drawn may be. */
export type Span = { width: number; foot: number };

/** Hills, or crags where `sharp`: a seeded line from side to side, closed below. */
export function ridge(luck: Luck, { width, foot }: Span, top: number, rise: number, steps: number, sharp = false): string {
	const height = (step: number) => top + (luck() - 0.5) * 2 * rise * (sharp && step % 2 === 1 ? -1 : 1);
	let x = -6;
	let y = height(0);
	let path = `M${at(x, foot)}V${short(y)}`;
	for (let step = 1; step <= steps; step++) {
		const toX = -6 + ((width + 12) * step) / steps;
		const toY = height(step);
		const half = (x + toX) / 2;
		path += sharp ? `L${at(toX, toY)}` : `C${at(half, y)} ${at(half, toY)} ${at(toX, toY)}`;
		x = toX;
		y = toY;
	}
	return `${path}V${short(foot)}Z`;
}

/** A round thing that no compass drew: a cloud, a bush, a stone. */
export function blob(luck: Luck, x: number, y: number, wide: number, high: number, points = 9, rough = 0.25): string {
	const edge = Array.from({ length: points }, (_, point) => {
		const angle = (point / points) * 2 * Math.PI;
		const reach = 1 - rough / 2 + luck() * rough;
		return [x + Math.cos(angle) * wide * reach, y + Math.sin(angle) * high * reach] as const;
	});
	const middle = (point: number) => {
		const [a, b] = [edge[point % points], edge[(point + 1) % points]];
		return at(((a?.[0] ?? 0) + (b?.[0] ?? 0)) / 2, ((a?.[1] ?? 0) + (b?.[1] ?? 0)) / 2);
	};
	return `M${middle(points - 1)}${edge.map(([cx, cy], point) => `Q${at(cx, cy)} ${middle(point)}`).join("")}Z`;
}

/** A blade that bends: grass, kelp, reed. */
export function blade(luck: Luck, x: number, y: number, high: number, wide: number, lean: number): string {
	const bend = (luck() - 0.5) * high * 0.3;
	return `M${at(x - wide, y)}Q${at(x - wide + bend, y - high * 0.55)} ${at(x + lean * high, y - high)}Q${at(x + wide + bend, y - high * 0.5)} ${at(x + wide, y)}Z`;
}

/** Several of something. */
export const many = (count: number, one: (index: number) => string): string =>
	Array.from({ length: count }, (_, index) => one(index)).join("");

/** Blades from side to side. */
export const grass = (luck: Luck, width: number, y: number, count: number, high: number, wide = 2): string =>
	many(count, () => blade(luck, luck() * width, y, high * luck.between(0.4, 1), wide, (luck() - 0.5) * 0.8));

/** Blades in the two corners, so that the middle stays free. */
export const corners = (luck: Luck, width: number, y: number, count: number, high: number, wide: number): string =>
	many(count, (index) => {
		const inward = luck() * width * 0.3;
		return blade(luck, index % 2 ? inward : width - inward, y, high * luck.between(0.5, 1), wide, (luck() - 0.5) * 0.6);
	});

/** A circle as path data. */
export const dot = (x: number, y: number, radius: number): string => {
	const r = short(radius);
	return `M${at(x - radius, y)}a${r} ${r} 0 1 0 ${short(radius * 2)} 0a${r} ${r} 0 1 0 ${short(-radius * 2)} 0Z`;
};

/** An umbrella tree of the savanna. */
export const acacia = (luck: Luck, x: number, y: number, size: number): string => {
	const by = (dx: number, dy: number) => at(x + dx * size, y + dy * size);
	return `M${by(-3, 6)}L${by(-2, -58)}L${by(-34, -92)}L${by(-29, -95)}L${by(0, -66)}L${by(30, -98)}L${by(35, -94)}L${by(8, -58)}L${by(8, 6)}Z${blob(luck, x - 24 * size, y - 100 * size, 62 * size, 15 * size, 11, 0.35)}${blob(luck, x + 34 * size, y - 108 * size, 54 * size, 13 * size, 11, 0.35)}${blob(luck, x + 2 * size, y - 118 * size, 40 * size, 10 * size)}`;
};

/** A fir: three skirts on a trunk. */
export const fir = (x: number, foot: number, high: number, wide: number): string => {
	const skirt = (from: number, to: number, reach: number) =>
		`M${at(x, foot - high * to)}L${at(x + wide * reach, foot - high * from)}H${short(x - wide * reach)}Z`;
	return `${skirt(0.08, 0.55, 1)}${skirt(0.34, 0.8, 0.76)}${skirt(0.62, 1, 0.5)}M${at(x - 2, foot)}v${short(-high * 0.12)}h4v${short(high * 0.12)}Z`;
};

/** A leafy tree. */
export const tree = (luck: Luck, x: number, foot: number, high: number): string =>
	`M${at(x - high * 0.05, foot)}L${at(x - high * 0.03, foot - high * 0.5)}H${short(x + high * 0.03)}L${at(x + high * 0.05, foot)}Z${blob(luck, x, foot - high * 0.68, high * 0.34, high * 0.32, 10, 0.3)}`;

/** A trunk that goes out of the picture, with roots. */
export const trunk = (x: number, foot: number, wide: number): string =>
	`M${at(x - wide, -8)}Q${at(x - wide * 0.6, foot * 0.6)} ${at(x - wide * 2.2, foot)}H${short(x + wide * 2.2)}Q${at(x + wide * 0.6, foot * 0.6)} ${at(x + wide, -8)}Z`;

/** A bare tree, for places where nothing grows. */
export const deadTree = (x: number, foot: number, size: number, side: 1 | -1): string => {
	const by = (dx: number, dy: number) => at(x + dx * size * side, foot + dy * size);
	return `M${by(-6, 0)}L${by(-3, -50)}L${by(-24, -78)}L${by(-20, -80)}L${by(-2, -62)}L${by(0, -96)}L${by(4, -96)}L${by(5, -58)}L${by(26, -74)}L${by(28, -70)}L${by(6, -44)}L${by(8, 0)}Z`;
};

/** A spike of rock or ice, up or, with a negative height, down. */
export const spike = (x: number, foot: number, high: number, wide: number): string =>
	`M${at(x - wide, foot)}L${at(x - wide * 0.2, foot - high)}L${at(x + wide, foot)}Z`;

/** A cloud of some puffs on a flat foot. */
export const cloud = (luck: Luck, x: number, y: number, wide: number): string =>
	many(4, (index) =>
		blob(luck, x + (index - 1.5) * wide * 0.42, y - (index % 2 ? 0.18 : 0) * wide, wide * 0.4, wide * 0.2, 9, 0.2),
	);

/** A wall with battlements and a tower. */
export const keep = (x: number, foot: number, wide: number, high: number): string => {
	const tooth = wide / 9;
	const teeth = (count: number) => many(count, () => `h${short(tooth)}v${short(-tooth)}h${short(tooth)}v${short(tooth)}`);
	return `M${at(x, foot)}v${short(-high * 0.6)}${teeth(2)}v${short(-high * 0.4)}${teeth(2)}h${short(tooth)}V${short(foot)}Z`;
};

/** A beam of light from above. */
export const beam = (luck: Luck, x: number, wide: number, slant: number, foot: number): string =>
	`M${at(x, -8)}h${short(wide)}L${at(x + wide * 2 + slant, foot)}H${short(x + slant - wide * luck())}Z`;
