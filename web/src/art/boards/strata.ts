// Strata: a cut through the ground, 1600 by 900: seven layers with a fault between two blocks, fossils, crystals, and magma below.
import { type Luck, luck } from "../luck";
import { blob, grass, many, short } from "../shapes";
import type { Shape } from "./halves";

const TOPS = [30, 58, 156, 268, 378, 488, 612, 738];
const MAGMA = TOPS.length - 1;
/** Where the fault runs; the block on its right has slipped. */
const FAULT = [
	[1096, -10],
	[1070, 190],
	[1092, 330],
	[1062, 470],
	[1084, 640],
	[1066, 910],
] as const;

type Line = (readonly [number, number])[];

const surface = (chance: Luck, from: number, to: number, y: number, rough: number): Line => {
	const steps = Math.max(3, Math.round((to - from) / 110));
	return Array.from(
		{ length: steps + 1 },
		(_, step) => [from + ((to - from) * step) / steps, y + chance.between(-rough, rough)] as const,
	);
};

const along = (line: Line, lower = 0): string =>
	line
		.map(([x, y], index) => {
			const before = line[index - 1];
			if (!before) return `M${short(x)} ${short(y + lower)}`;
			const half = short((before[0] + x) / 2);
			return `C${half} ${short(before[1] + lower)} ${half} ${short(y + lower)} ${short(x)} ${short(y + lower)}`;
		})
		.join("");

/** Where the fault is at a height. */
function faultAt(y: number): number {
	const below = FAULT.findIndex(([, deep]) => deep >= y);
	const [from, to] = [FAULT[below - 1] ?? FAULT[0], FAULT[below] ?? FAULT[FAULT.length - 1] ?? FAULT[0]];
	return to[1] === from[1] ? to[0] : from[0] + ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1]);
}

/** The fault from the bottom up to a height, then what follows. */
const upFault = (y: number): string =>
	FAULT.filter(([, deep]) => deep > y)
		.reverse()
		.map(([x, deep], index) => `${index ? "L" : "M"}${x} ${deep}`)
		.join("");

const ammonite = (x: number, y: number, size: number): string => {
	const at = (turn: number, shrink = 0) => {
		const reach = size * 1.031 ** (turn - shrink) * 2.2;
		return `${short(x + Math.cos(turn * 0.26) * reach)} ${short(y + Math.sin(turn * 0.26) * reach)}`;
	};
	return `${many(90, (turn) => `${turn ? "L" : "M"}${at(turn)}`)}${many(31, (rib) => `M${at(28 + rib * 2)}L${at(28 + rib * 2, 24)}`)}`;
};

const spine = (x: number, y: number, size: number): string => {
	const bone = (index: number) => [x + index * 17 * size, y - Math.sin((index / 10) * 3.1) * 24 * size] as const;
	const back = many(11, (index) => `${index ? "L" : "M"}${short(bone(index)[0])} ${short(bone(index)[1])}`);
	const ribs = many(7, (index) => {
		const [bx, by] = bone(index + 2);
		return `M${short(bx)} ${short(by)}q${short(7 * size)} ${short(18 * size)} ${short(-3 * size)} ${short(34 * size)}`;
	});
	const skull = short(13 * size);
	return `${back}${ribs}M${short(x - 29 * size)} ${y}a${skull} ${skull} 0 1 0 ${short(26 * size)} 0a${skull} ${skull} 0 1 0 ${short(-26 * size)} 0`;
};

const fern = (x: number, y: number, size: number, lean: number): string => {
	const up = (part: number) => [x + lean * part * 90 * size, y - part * 90 * size] as const;
	const leaf = (index: number) => {
		const [lx, ly] = up(index / 8);
		const reach = (26 - index * 2) * size;
		return `M${short(lx)} ${short(ly)}q${short(reach * 0.6)} ${short(-8 * size)} ${short(reach)} ${short(-16 * size)}M${short(lx)} ${short(ly)}q${short(-reach * 0.6)} ${short(-8 * size)} ${short(-reach)} ${short(-16 * size)}`;
	};
	return `M${x} ${y}L${short(up(1)[0])} ${short(up(1)[1])}${many(7, (index) => leaf(index + 1))}`;
};

/** Crystals that grow from a point: the lit and the dark side of each. */
function crystals(chance: Luck, x: number, y: number, size: number): { lit: string; dark: string } {
	let [lit, dark] = ["", ""];
	for (let index = 0; index < 7; index++) {
		const turn = ((index - 3) * 24 + chance.between(-5, 5)) * (Math.PI / 180);
		const long = chance.between(44, 92) * size;
		const wide = chance.between(8, 15) * size;
		const at = (across: number, out: number) =>
			`${short(x + Math.cos(turn) * across + Math.sin(turn) * out)} ${short(y + Math.sin(turn) * across - Math.cos(turn) * out)}`;
		lit += `M${at(-wide, 0)}L${at(-wide, long)}L${at(0, long + wide * 1.4)}L${at(0, 0)}Z`;
		dark += `M${at(wide, 0)}L${at(wide, long)}L${at(0, long + wide * 1.4)}L${at(0, 0)}Z`;
	}
	return { lit, dark };
}

/** One of the two blocks, layer by layer. */
function block(chance: Luck, side: "left" | "right"): Shape[] {
	const shapes: Shape[] = [];
	for (const [layer, top] of TOPS.entries()) {
		const y = top + (side === "right" ? 10 + Math.sin((layer / MAGMA) * 3) * 34 : 0);
		const [from, to] = side === "left" ? [-10, 1120] : [faultAt(y), 1610];
		const line = surface(chance, from, to, y, layer < 2 ? 7 : 13);
		const path =
			side === "left" ? `${along(line)}V910H-10Z` : `${upFault(line[0]?.[1] ?? y)}${along(line).replace("M", "L")}V910Z`;
		shapes.push({ path, fill: `layer-${layer + 1}` });
		if (layer === 0 && side === "left") shapes.push({ path: grass(chance, 1060, y + 10, 150, 28, 1.8), fill: "layer-1" });
		shapes.push({ path: along(line, 3), fill: layer === MAGMA ? "glow" : "edge", line: layer === MAGMA ? 6 : 2.5 });
		if (layer === 0 || layer === MAGMA) continue;
		const seams = [1, 2, 3].map((seam) => along(line.map(([x, height]) => [x, height + seam * 27 + chance.between(-3, 3)])));
		shapes.push({ path: seams.join(""), fill: "seam", line: 1.6 });
		shapes.push({
			path: many(Math.round(((to - from) / 1600) * (layer === 3 || layer === 5 ? 84 : 50)), () => {
				const size = chance.between(2, layer === 1 ? 5 : 9);
				return blob(chance, chance.between(from + 30, to - 30), y + chance.between(18, 96), size, size * 0.7, 6, 0.4);
			}),
			fill: layer % 2 ? "pebble" : "seam",
			opacity: 0.6,
		});
	}
	return shapes;
}

function drawn(chance: Luck): Shape[] {
	const shapes = [...block(chance, "left"), ...block(chance, "right")];
	shapes.push({
		path: [
			ammonite(150, 330, 1.5),
			ammonite(1480, 560, 1.9),
			ammonite(1330, 300, 0.9),
			ammonite(300, 640, 1.2),
			ammonite(760, 560, 0.8),
		].join(""),
		fill: "bone",
		line: 3,
	});
	shapes.push({
		path: [spine(60, 560, 1), spine(1250, 700, 1.1), spine(1400, 190, 0.7), spine(560, 330, 0.8)].join(""),
		fill: "bone",
		line: 5,
	});
	shapes.push({
		path: [fern(250, 480, 1, 0.6), fern(1180, 470, 0.9, -0.8), fern(90, 800, 1.2, 0.9), fern(940, 250, 0.7, 0.3)].join(""),
		fill: "bone",
		line: 3,
	});
	for (const [x, y, size, colour] of [
		[1530, 410, 1, "cyan"],
		[60, 440, 0.8, "violet"],
		[1130, 830, 0.8, "cyan"],
		[420, 850, 0.7, "amber"],
	] as const) {
		const { lit, dark } = crystals(chance, x, y, size);
		shapes.push({ path: lit, fill: colour }, { path: dark, fill: `${colour}-dark` });
	}
	const crack = (from: number) =>
		FAULT.filter(([, y]) => y >= from)
			.map(([x, y], index) => `${index ? "L" : "M"}${x} ${y}`)
			.join("");
	shapes.push({ path: crack(-10), fill: "crack", line: 8 }, { path: crack(330), fill: "glow", line: 3 });
	shapes.push({
		path: many(26, () => blob(chance, chance() * 1600, chance.between(806, 900), chance.between(30, 90), chance.between(10, 28))),
		fill: "crust",
		opacity: 0.75,
	});
	return shapes;
}

let known: Shape[] | undefined;

/** The whole cut. */
export function strata(): Shape[] {
	known ??= drawn(luck("strata"));
	return known;
}
