// Food Chain: a half of the table for each category. A picture is 1600 by 480; its colours are those of its class in `art.css`.
import { type Luck, luck } from "../luck";
import { acacia, beam, blade, blob, cloud, dot, fir, grass, many, ridge, type Span, short, tree } from "../shapes";

/** One shape of a board: its path, the name of its colour, and how much it covers. */
export type Shape = { path: string; fill: string; opacity?: number; line?: number };

const W = 1600;
const span: Span = { width: W, foot: 490 };

type Draw = (luck: Luck) => Shape[];

const bird = (x: number, y: number, size: number): string =>
	`M${short(x - 13 * size)} ${short(y - 5 * size)}q${short(8 * size)} ${short(-4 * size)} ${short(13 * size)} ${short(5 * size)}q${short(5 * size)} ${short(-9 * size)} ${short(13 * size)} ${short(-5 * size)}q${short(-8 * size)} ${short(1 * size)} ${short(-13 * size)} ${short(9 * size)}q${short(-5 * size)} ${short(-8 * size)} ${short(-13 * size)} ${short(-9 * size)}Z`;

const fish = (x: number, y: number, size: number): string => {
	const by = (dx: number, dy: number) => `${short(x + dx * size)} ${short(y + dy * size)}`;
	return `M${by(-14, 0)}Q${by(-4, -8)} ${by(10, -1)}L${by(18, -7)}L${by(16, 0)}L${by(18, 7)}L${by(10, 1)}Q${by(-4, 8)} ${by(-14, 0)}Z`;
};

const flock = (chance: Luck, x: number, y: number, count: number, wide: number, one: typeof bird, size: number): string =>
	many(count, () =>
		one(x + chance.between(-wide, wide), y + chance.between(-wide, wide) * 0.32, size * chance.between(0.6, 1.1)),
	);

/** The leaves of a stalk of kelp; its stalk is a blade. Both turn another way round, so that they are no one path. */
const leaves = (x: number, high: number): string =>
	many(5, (leaf) => {
		const side = leaf % 2 ? 1 : -1;
		return `M${short(x)} ${short(490 - (high * (leaf + 0.7)) / 5.4)}q${side * 30} -22 ${side * 52} -54q${-side * 42} 8 ${-side * 52} 44Z`;
	});

const coral = (chance: Luck, x: number, y: number, size: number): string =>
	many(9, (arm) => blade(chance, x, y, size * chance.between(0.7, 1.2), size * 0.08, (arm - 4) * 0.22));

const cactus = (x: number, y: number, size: number): string => {
	const s = (number: number) => short(number * size);
	return `M${short(x - 8 * size)} ${y}v${s(-96)}q0 ${s(-9)} ${s(8)} ${s(-9)}t${s(8)} ${s(9)}v${s(44)}h${s(12)}v${s(-26)}q0 ${s(-6)} ${s(6)} ${s(-6)}t${s(6)} ${s(6)}v${s(38)}h${s(-24)}v${s(40)}Z`;
};

const mesa = (chance: Luck, top: number, deep: number, wide: readonly [number, number], gap: number): string => {
	let x = -20 - chance() * 80;
	let path = `M-20 490V${top + deep}`;
	while (x < W + 20) {
		const w = chance.between(...wide);
		const y = short(top + chance() * deep * 0.6);
		const foot = top + deep;
		path += `L${short(x)} ${foot}L${short(x + 14)} ${y}H${short(x + w - 14)}L${short(x + w)} ${foot}`;
		x += w + chance.between(gap * 0.4, gap);
	}
	return `${path}H1620V490Z`;
};

const reeds = (chance: Luck, count: number, from: number, to: number): string =>
	many(count, () => {
		const x = chance.between(from, to);
		const high = chance.between(120, 280);
		return `${blade(chance, x, 490, high, 4, chance.between(-0.1, 0.1))}M${short(x + 20)} 490v${short(-high * 0.9)}h3v${short(high * 0.9)}ZM${short(x + 16)} ${short(490 - high * 0.9)}q0 -9 5.5 -9t5.5 9v34q0 7 -5.5 7t-5.5 -7Z`;
	});

const HALVES: Record<string, Draw> = {
	fish: (chance) => {
		const kelp = Array.from({ length: 9 }, (_, index) => ({
			x: index < 5 ? 20 + index * 78 : 1290 + (index - 5) * 78,
			high: chance.between(200, 380),
		}));
		return [
			{
				path: many(8, (index) => beam(chance, 180 + index * 190 + chance.between(-60, 60), chance.between(20, 60), -170, 490)),
				fill: "light",
				opacity: 0.13,
			},
			{ path: ridge(chance, span, 350, 44, 8), fill: "far", opacity: 0.6 },
			{
				path: `${flock(chance, 380, 130, 15, 110, fish, 1)}${flock(chance, 1240, 190, 18, 100, fish, 0.9)}${flock(chance, 930, 270, 8, 60, fish, 0.7)}`,
				fill: "near",
				opacity: 0.45,
			},
			{ path: ridge(chance, span, 406, 30, 10), fill: "mid", opacity: 0.9 },
			{ path: coral(chance, 480, 476, 110) + coral(chance, 1500, 478, 96), fill: "bloom" },
			{ path: coral(chance, 1170, 482, 124) + coral(chance, 130, 480, 80), fill: "bloom-2" },
			{ path: coral(chance, 800, 486, 76), fill: "bloom-3" },
			{ path: kelp.map(({ x, high }) => blade(chance, x, 490, high, 10, chance.between(-0.06, 0.06))).join(""), fill: "near" },
			{ path: kelp.map(({ x, high }) => leaves(x, high)).join(""), fill: "near" },
			{ path: ridge(chance, span, 470, 10, 12), fill: "near" },
			{
				path: many(40, () => dot(chance() * W, chance.between(20, 470), chance.between(2, 8))),
				fill: "light",
				opacity: 0.5,
				line: 1.3,
			},
		];
	},
	mammal: (chance) => [
		{ path: dot(1130, 300, 62), fill: "light" },
		{
			path: many(7, () =>
				blob(chance, chance() * W, chance.between(40, 190), chance.between(140, 300), chance.between(7, 18), 10, 0.3),
			),
			fill: "light",
			opacity: 0.13,
		},
		{ path: ridge(chance, span, 318, 34, 9), fill: "far", opacity: 0.8 },
		{
			path: [
				acacia(chance, 300, 344, 0.8),
				acacia(chance, 1330, 346, 0.62),
				acacia(chance, 1000, 340, 0.4),
				ridge(chance, span, 362, 16, 8),
			].join(""),
			fill: "mid",
		},
		{ path: flock(chance, 960, 130, 8, 170, bird, 1), fill: "near", opacity: 0.8 },
		{
			path: [
				acacia(chance, 110, 420, 1.5),
				acacia(chance, 1500, 416, 1.35),
				acacia(chance, 720, 396, 0.55),
				ridge(chance, span, 420, 10, 12),
				grass(chance, W, 436, 130, 34, 1.8),
			].join(""),
			fill: "near",
		},
		{ path: many(26, () => dot(chance() * W, chance.between(60, 400), chance.between(1, 3))), fill: "light", opacity: 0.5 },
	],
	bird: (chance) => [
		{ path: dot(1180, 130, 54), fill: "light" },
		{
			path: many(6, () => cloud(chance, chance() * W, chance.between(50, 180), chance.between(90, 160))),
			fill: "light",
			opacity: 0.3,
		},
		{ path: `${ridge(chance, span, 300, 70, 14, true)}`, fill: "mid", opacity: 0.55 },
		{
			path: `${many(9, (index) => cloud(chance, index * 200, 330 + chance() * 30, 190))}M-6 322H1606V490H-6Z`,
			fill: "far",
			opacity: 0.85,
		},
		{ path: flock(chance, 420, 170, 11, 190, bird, 1.5), fill: "near", opacity: 0.75 },
		{
			path: `${many(8, (index) => cloud(chance, index * 230 - 20, 406 + chance() * 24, 210))}M-6 404H1606V490H-6Z`,
			fill: "mist",
			opacity: 0.85,
		},
		{
			path: `${many(8, (index) => cloud(chance, index * 240 + 60, 470 + chance() * 14, 200))}M-6 470H1606V496H-6Z`,
			fill: "light",
			opacity: 0.6,
		},
	],
	reptile: (chance) => [
		{ path: dot(420, 190, 58), fill: "light" },
		{ path: mesa(chance, 230, 110, [120, 300], 200), fill: "far", opacity: 0.75 },
		{ path: mesa(chance, 310, 80, [160, 360], 260), fill: "mid", opacity: 0.95 },
		{ path: many(3, (index) => `M-6 ${344 + index * 20}h1612v5h-1612Z`), fill: "light", opacity: 0.08 },
		{ path: flock(chance, 1080, 120, 5, 120, bird, 1.1), fill: "near", opacity: 0.7 },
		{
			path: `${ridge(chance, span, 424, 12, 7)}${[60, 200, 380, 1260, 1420, 1560].map((x) => cactus(x, 440, chance.between(0.7, 1.7))).join("")}${many(12, () => blob(chance, chance() * W, 440, chance.between(16, 40), chance.between(8, 16)))}${grass(chance, W, 442, 40, 26)}`,
			fill: "near",
		},
		{ path: many(24, () => dot(chance() * W, chance.between(60, 400), chance.between(1, 2.6))), fill: "light", opacity: 0.5 },
	],
	amphibian: (chance) => [
		{ path: dot(1230, 120, 40), fill: "light" },
		{
			path: `${many(16, (index) => tree(chance, index * 106 + chance.between(-30, 30), 262, chance.between(90, 190)))}${ridge(chance, span, 250, 14, 9)}`,
			fill: "far",
			opacity: 0.75,
		},
		{ path: "M-6 270H1606V490H-6Z", fill: "mid" },
		{
			path: many(26, () => `M${short(chance() * W)} ${short(chance.between(280, 470))}h${short(chance.between(30, 120))}v2h-60Z`),
			fill: "light",
			opacity: 0.22,
		},
		{
			path: many(22, () => {
				const [x, y] = [chance() * W, chance.between(300, 470)];
				const w = chance.between(22, 52);
				return `M${short(x - w)} ${short(y)}a${short(w)} ${short(w * 0.26)} 0 1 0 ${short(w * 2)} 0l${short(-w)} -2Z`;
			}),
			fill: "bloom",
		},
		{ path: many(9, () => coral(chance, chance.between(60, 1540), chance.between(320, 460), 16)), fill: "bloom-2" },
		{ path: `${reeds(chance, 13, -10, 330)}${reeds(chance, 13, 1270, 1610)}${ridge(chance, span, 480, 5, 12)}`, fill: "near" },
		{ path: many(34, () => dot(chance() * W, chance.between(60, 420), chance.between(1.4, 3.6))), fill: "light", opacity: 0.75 },
	],
};

const dusk: Draw = (chance) => [
	{ path: dot(1180, 150, 40), fill: "light", opacity: 0.8 },
	{ path: ridge(chance, span, 290, 46, 8), fill: "far", opacity: 0.8 },
	{
		path: `${ridge(chance, span, 360, 26, 8)}${many(22, () => fir(chance() * W, 380, chance.between(50, 110), 18))}`,
		fill: "mid",
	},
	{ path: `${ridge(chance, span, 430, 12, 9)}${grass(chance, W, 444, 60, 30)}`, fill: "near" },
];

const known = new Map<string, Shape[]>();

/** The half of a category, on this side; a plain evening where nothing is known yet. */
export function half(category: string | undefined, side: "near" | "far"): { name: string; shapes: Shape[] } {
	const draw = category === undefined ? undefined : HALVES[category.toLowerCase()];
	const name = draw && category ? category.toLowerCase() : "dusk";
	const key = `${name} ${side}`;
	const shapes = known.get(key) ?? (draw ?? dusk)(luck(key));
	known.set(key, shapes);
	return { name, shapes };
}

/** The categories that have a half of their own. */
export const HALVES_OF = Object.keys(HALVES);
