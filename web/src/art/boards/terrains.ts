// Skirmish: five grounds seen from above, each 320 by 900. Colours are those of its class in `art.css`.
import { type Luck, luck } from "../luck";
import { blob, dot, many, short } from "../shapes";
import type { Shape } from "./halves";

const W = 320;
const H = 900;

type Draw = (chance: Luck) => Shape[];

const spots = (chance: Luck, count: number, low: number, high: number): string =>
	many(count, () => dot(chance() * W, chance() * H, chance.between(low, high)));

const tufts = (chance: Luck, count: number): string =>
	many(count, () => {
		const [x, y] = [short(chance() * W), short(chance() * H)];
		return `M${x} ${y}l-4 -11l5 7l1 -12l3 12l6 -8l-4 12Z`;
	});

/** Round crowns with the shadow that they throw, and the light on them. */
const crowns = (chance: Luck, places: readonly (readonly [number, number, number])[]): Shape[] => [
	{
		path: places.map(([x, y, r]) => blob(chance, x + r * 0.22, y + r * 0.3, r * 1.06, r, 10, 0.2)).join(""),
		fill: "shade",
		opacity: 0.5,
	},
	{ path: places.map(([x, y, r]) => blob(chance, x, y, r, r * 0.94, 11, 0.24)).join(""), fill: "crown" },
	{
		path: places.map(([x, y, r]) => blob(chance, x - r * 0.22, y - r * 0.26, r * 0.6, r * 0.52, 9, 0.3)).join(""),
		fill: "crown-lit",
	},
];

/** Rounded stones of a pavement, rows of uneven length. */
const pavement = (chance: Luck): string =>
	many(19, (row) => {
		let x = -30 + chance() * 30;
		let path = "";
		while (x < W + 10) {
			const w = chance.between(34, 72);
			if (chance() < 0.78) path += blob(chance, x + w / 2, row * 48 + 24, w * 0.47, 21, 8, 0.22);
			x += w;
		}
		return path;
	});

/** What is left of a wall: blocks in two rows, some of them gone. */
const wall = (chance: Luck, x: number, y: number, blocks: number): string =>
	many(blocks * 2, (index) => {
		const [column, row] = [index % blocks, Math.floor(index / blocks)];
		if (chance() < 0.2) return "";
		return `M${short(x + column * 34 + row * 12)} ${short(y + row * 22)}h${short(chance.between(27, 32))}v19h-28Z`;
	});

const WALLS = [
	[24, 90, 4],
	[170, 270, 4],
	[10, 470, 3],
	[190, 640, 3],
	[40, 800, 4],
] as const;

const COLUMNS = [
	[70, 200, 21],
	[232, 170, 20],
	[110, 360, 20],
	[250, 420, 22],
	[84, 590, 20],
	[250, 560, 19],
	[150, 720, 21],
	[270, 780, 20],
] as const;

/** Facets of rock: a net of points that are moved a little, each cell cut into two triangles. */
function facets(chance: Luck, lit: boolean): string {
	const [columns, rows] = [6, 14];
	const points = Array.from({ length: (columns + 1) * (rows + 1) }, (_, index) => {
		const [column, row] = [index % (columns + 1), Math.floor(index / (columns + 1))];
		return `${short((column / columns) * (W + 60) - 30 + chance.between(-18, 18))} ${short((row / rows) * (H + 60) - 30 + chance.between(-20, 20))}`;
	});
	const at = (column: number, row: number) => points[row * (columns + 1) + column];
	return many(columns * rows, (cell) => {
		const [column, row] = [cell % columns, Math.floor(cell / columns)];
		if (chance() < 0.45) return "";
		return lit
			? `M${at(column, row)}L${at(column + 1, row)}L${at(column, row + 1)}Z`
			: `M${at(column + 1, row)}L${at(column + 1, row + 1)}L${at(column, row + 1)}Z`;
	});
}

const bank = (side: 1 | -1, inset: number): string => {
	const x = (offset: number) => short(W / 2 + side * offset);
	return `M${x(180)} -10H${x(inset)}C${x(inset - 26)} 150 ${x(inset + 34)} 250 ${x(inset)} 420S${x(inset + 30)} 700 ${x(inset - 6)} 910H${x(180)}Z`;
};

const GROUNDS: Record<string, Draw> = {
	meadow: (chance) => [
		{
			path: many(16, () => blob(chance, chance() * W, chance() * H, chance.between(40, 110), chance.between(30, 80))),
			fill: "patch",
			opacity: 0.35,
		},
		{
			path: "M96 910C70 740 190 640 150 470S60 220 130 -10h60C130 210 250 330 216 480S140 740 168 910Z",
			fill: "path",
			opacity: 0.6,
		},
		{ path: tufts(chance, 90), fill: "shade", opacity: 0.45 },
		{ path: spots(chance, 30, 2, 4), fill: "bloom", opacity: 0.9 },
		{ path: spots(chance, 26, 1.6, 3.4), fill: "bloom-2", opacity: 0.9 },
		...crowns(chance, [
			[40, 150, 36],
			[286, 380, 30],
			[30, 640, 40],
			[290, 820, 34],
		]),
	],
	ruins: (chance) => [
		{ path: pavement(chance), fill: "patch", opacity: 0.55 },
		{
			path: many(20, () => blob(chance, chance() * W, chance() * H, chance.between(10, 34), chance.between(6, 16), 8, 0.5)),
			fill: "moss",
			opacity: 0.55,
		},
		{ path: COLUMNS.map(([x, y, r]) => blob(chance, x + 9, y + 11, r * 1.1, r, 9, 0.1)).join(""), fill: "shade", opacity: 0.6 },
		{ path: WALLS.map(([x, y, blocks]) => wall(luck(`wall ${y}`), x + 7, y + 9, blocks)).join(""), fill: "shade", opacity: 0.6 },
		{
			path:
				WALLS.map(([x, y, blocks]) => wall(luck(`wall ${y}`), x, y, blocks)).join("") +
				COLUMNS.map(([x, y, r]) => dot(x, y, r)).join(""),
			fill: "stone",
		},
		{ path: COLUMNS.map(([x, y, r]) => dot(x - 3, y - 3, r * 0.66)).join(""), fill: "stone-lit" },
		{
			path: many(36, () => blob(chance, chance() * W, chance() * H, chance.between(3, 9), chance.between(2, 6), 6, 0.5)),
			fill: "shade",
			opacity: 0.5,
		},
	],
	river: (chance) => [
		{
			path: many(12, () => `M${short(chance.between(90, 210))} ${short(chance() * H)}q14 60 -4 130q-16 -60 4 -130Z`),
			fill: "deep",
			opacity: 0.5,
		},
		{
			path: many(34, () => `M${short(chance.between(70, 220))} ${short(chance() * H)}q14 -9 30 0q-15 -4 -30 0Z`),
			fill: "light",
			opacity: 0.7,
		},
		{ path: bank(1, 112) + bank(-1, 112), fill: "sand" },
		{ path: bank(1, 132) + bank(-1, 132), fill: "grass" },
		{
			path: many(12, (index) =>
				blob(
					chance,
					index % 2 ? chance.between(24, 56) : chance.between(264, 296),
					chance() * H,
					chance.between(8, 22),
					chance.between(6, 14),
					8,
					0.3,
				),
			),
			fill: "stone",
		},
		{
			path: many(5, () =>
				blob(chance, chance.between(100, 220), chance() * H, chance.between(10, 22), chance.between(7, 14), 8, 0.3),
			),
			fill: "stone",
			opacity: 0.9,
		},
		{
			path: many(
				20,
				(index) =>
					`M${short(index % 2 ? chance.between(0, 24) : chance.between(296, 320))} ${short(chance() * H)}l-4 -13l5 9l2 -14l3 14l6 -9l-5 13Z`,
			),
			fill: "shade",
			opacity: 0.6,
		},
	],
	forest: (chance) => {
		const trees = Array.from({ length: 30 }, (_, index) => {
			const [column, row] = [index % 3, Math.floor(index / 3)];
			return [
				column * 118 + 40 + chance.between(-26, 26),
				row * 92 + 36 + chance.between(-20, 20),
				chance.between(38, 62),
			] as const;
		});
		return [
			{ path: tufts(chance, 40), fill: "shade", opacity: 0.5 },
			...crowns(chance, trees),
			{ path: spots(chance, 26, 1.2, 3), fill: "bloom", opacity: 0.7 },
		];
	},
	crag: (chance) => [
		{ path: facets(chance, true), fill: "stone-lit", opacity: 0.8 },
		{ path: facets(chance, false), fill: "shade", opacity: 0.55 },
		{
			path: many(9, () => {
				const [x, y, size] = [chance() * W, chance() * H, chance.between(18, 44)];
				return `M${short(x)} ${short(y - size)}L${short(x + size * 0.7)} ${short(y + size * 0.5)}L${short(x - size * 0.6)} ${short(y + size * 0.6)}Z`;
			}),
			fill: "stone",
		},
		{
			path: many(9, () => {
				const [x, y, size] = [chance() * W, chance() * H, chance.between(8, 18)];
				return `M${short(x)} ${short(y - size)}L${short(x + size * 0.5)} ${short(y)}L${short(x + size * 0.1)} ${short(y - size * 0.2)}L${short(x - size * 0.4)} ${short(y + size * 0.1)}Z`;
			}),
			fill: "light",
			opacity: 0.75,
		},
	],
};

const known = new Map<string, Shape[]>();

/** The ground of a terrain; a meadow where none is drawn for its name. */
export function groundOf(name: string): { name: string; shapes: Shape[] } {
	const key = GROUNDS[name.toLowerCase()] ? name.toLowerCase() : "meadow";
	const shapes = known.get(key) ?? GROUNDS[key]?.(luck(key)) ?? [];
	known.set(key, shapes);
	return { name: key, shapes };
}
