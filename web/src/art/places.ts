// Places: what stands behind and before a subject. Every layer is one path, on a picture of 260 by 330.
import type { Luck } from "./luck";
import {
	acacia,
	beam,
	blade,
	blob,
	cloud,
	corners,
	deadTree,
	dot,
	fir,
	grass,
	keep,
	many,
	ridge,
	type Span,
	short,
	spike,
	tree,
	trunk,
} from "./shapes";

/** The places there are. */
export const PLACES = [
	"reef",
	"deep",
	"sea",
	"savanna",
	"meadow",
	"forest",
	"jungle",
	"swamp",
	"mesa",
	"peaks",
	"ice",
	"night",
	"cloud",
	"dawn",
	"volcano",
	"cave",
	"crypt",
	"storm",
	"keep",
	"burst",
	"rune",
] as const;

/** A place. */
export type Place = (typeof PLACES)[number];

/** Its layers from far to near; `glow` is drawn in the colour of the light, `disc` is how large sun or moon is. */
export type Layers = { glow?: string; far: string; mid: string; near: string; disc?: number };

const W = 260;
const span: Span = { width: W, foot: 336 };
const fade: Span = { width: W, foot: 300 };

/** The layers of a place. */
export function layers(place: Place, luck: Luck): Layers {
	const hills = (top: number, rise: number, steps: number, sharp = false) => ridge(luck, span, top, rise, steps, sharp);
	const beams = (count: number, slant = -70) =>
		many(count, () => beam(luck, luck.between(10, W + 30), luck.between(10, 30), slant, 300));
	const meadow = `${hills(306, 8, 6)}${grass(luck, W, 312, 22, 44)}`;
	switch (place) {
		case "reef":
			return {
				glow: beams(4),
				far: `${hills(226, 18, 6)}${corners(luck, W, 260, 5, 90, 4)}`,
				mid: `${hills(262, 18, 7)}${grass(luck, W, 286, 8, 86, 4)}${coral(luck, luck.between(30, 230), 280, 40)}`,
				near: `${hills(318, 8, 6)}${corners(luck, W, 336, 9, 130, 7)}`,
			};
		case "deep":
			return {
				glow: many(9, () => dot(luck() * W, luck.between(20, 250), luck.between(0.8, 2.2))),
				far: `${hills(216, 34, 7, true)}${many(3, () => spike(luck() * W, 260, luck.between(60, 130), luck.between(10, 20)))}`,
				mid: `${hills(268, 22, 8, true)}${corners(luck, W, 300, 6, 120, 4)}`,
				near: `${hills(312, 14, 8, true)}${many(4, (index) => spike(index % 2 ? luck() * 50 : W - luck() * 50, 336, luck.between(40, 110), 14))}`,
			};
		case "sea":
			return {
				disc: luck.between(18, 30),
				far: `M-6 206H266V300H-6Z${blob(luck, luck() * W, 206, 54, 12)}`,
				mid: `${ridge(luck, fade, 228, 5, 12)}${many(3, (index) => wave(luck.between(-20, 200), 244 + index * 20, 40))}`,
				near: `${hills(308, 9, 9)}${many(5, () => wave(luck.between(-20, 240), 306, 44))}`,
			};
		case "savanna":
			return {
				disc: luck.between(22, 36),
				far: `${hills(212, 12, 5)}${many(2, () => acacia(luck, luck() * W, 214, luck.between(0.25, 0.4)))}`,
				mid: `${hills(244, 10, 6)}${many(2, (index) => acacia(luck, luck.between(0, 70) + index * 180, 248, luck.between(0.5, 0.85)))}`,
				near: meadow,
			};
		case "meadow":
			return {
				disc: luck.between(16, 24),
				glow: cloud(luck, luck.between(30, 230), luck.between(40, 90), 46),
				far: `${hills(216, 16, 4)}${many(4, () => tree(luck, luck() * W, 220, luck.between(30, 50)))}`,
				mid: `${hills(250, 12, 4)}${fence(luck.between(-60, 20), 262)}`,
				near: meadow,
			};
		case "forest":
			return {
				disc: luck.between(16, 26),
				glow: beams(3, -90),
				far: `${hills(226, 8, 5)}${many(10, (index) => fir(index * 28 + luck() * 16 - 8, 232, luck.between(80, 140), luck.between(14, 22)))}`,
				mid: `${hills(262, 8, 5)}${many(7, (index) => fir(index * 42 + luck() * 24 - 10, 270, luck.between(90, 150), luck.between(18, 26)))}`,
				near: meadow,
			};
		case "jungle":
			return {
				glow: beams(5, -110),
				far: `${many(4, (index) => trunk(index * 70 + luck() * 40 - 10, 250, luck.between(4, 8)))}${hills(238, 16, 7)}`,
				mid: `${many(2, (index) => trunk(index ? luck.between(205, 250) : luck.between(10, 55), 290, luck.between(9, 14)))}${many(5, () => blob(luck, luck() * W, 276, 44, 22, 11, 0.5))}`,
				near: `${hills(316, 8, 6)}${many(9, (index) => frond(luck, index % 2 ? luck() * 60 : W - luck() * 60, 330, luck.between(60, 110)))}${many(3, () => vine(luck, luck() * W))}`,
			};
		case "swamp":
			return {
				disc: luck.between(14, 22),
				far: `${hills(200, 12, 6)}${many(6, () => tree(luck, luck() * W, 206, luck.between(30, 56)))}`,
				mid: `M-6 222H266V336H-6Z`,
				glow: many(6, () => lily(luck() * W, luck.between(230, 292), luck.between(12, 24))),
				near: `${hills(320, 6, 6)}${corners(luck, W, 330, 12, 130, 3)}${many(4, (index) => cattail(index % 2 ? luck() * 54 : W - luck() * 54, 326, luck.between(80, 130)))}`,
			};
		case "mesa":
			return {
				disc: luck.between(20, 32),
				far: table(luck, 186, 40),
				mid: table(luck, 232, 30),
				near: `${hills(312, 8, 5)}${many(3, (index) => cactus(index % 2 ? luck() * 46 : W - luck() * 46, 322, luck.between(0.6, 1.1)))}${grass(luck, W, 316, 10, 22)}`,
			};
		case "peaks":
			return {
				disc: luck.between(16, 26),
				far: hills(166, 46, 6, true),
				mid: `${hills(222, 34, 7, true)}${many(6, () => fir(luck() * W, 262, luck.between(24, 44), 8))}`,
				near: `${hills(308, 16, 8, true)}${many(4, (index) => fir(index % 2 ? luck() * 50 : W - luck() * 50, 330, luck.between(70, 120), 18))}`,
			};
		case "ice":
			return {
				disc: luck.between(14, 22),
				far: hills(182, 34, 7, true),
				mid: `${hills(238, 10, 5)}${many(5, () => spike(luck() * W, 252, luck.between(20, 56), luck.between(10, 22)))}`,
				near: `${hills(306, 10, 5)}${many(5, (index) => fir(index % 2 ? luck() * 44 : W - luck() * 44, 326, luck.between(60, 120), 17))}`,
			};
		case "night":
			return {
				disc: luck.between(20, 30),
				glow: many(16, () => dot(luck() * W, luck() * 170, luck.between(0.6, 1.7))),
				far: `${hills(210, 18, 5)}${many(8, () => fir(luck() * W, 220, luck.between(40, 90), luck.between(9, 15)))}`,
				mid: `${hills(250, 10, 5)}${many(4, (index) => fir(index % 2 ? luck() * 70 : W - luck() * 70, 262, luck.between(90, 150), 20))}`,
				near: meadow,
			};
		case "cloud":
			return {
				disc: luck.between(18, 26),
				glow: many(3, (index) => cloud(luck, luck() * W, 50 + index * 46, luck.between(44, 74))),
				far: `${many(4, (index) => cloud(luck, index * 80, 226 + luck() * 20, 70))}M-6 232H266V336H-6Z`,
				mid: `${many(4, (index) => cloud(luck, index * 84 + 20, 276 + luck() * 16, 72))}M-6 284H266V336H-6Z`,
				near: hills(318, 10, 7, true),
			};
		case "dawn":
			return {
				disc: luck.between(30, 44),
				glow: rays(luck, 130, 190, 14),
				far: `${many(4, (index) => cloud(luck, index * 80, 222 + luck() * 20, 64))}M-6 228H266V336H-6Z`,
				mid: hills(262, 10, 4),
				near: `${hills(312, 8, 5)}${grass(luck, W, 316, 14, 30)}`,
			};
		case "volcano": {
			const x = luck.between(40, 220);
			return {
				far: `M${short(x - 130)} 270L${short(x - 24)} 124Q${short(x)} 138 ${short(x + 22)} 122L${short(x + 136)} 270Z${many(4, (index) => blob(luck, x + index * 16 - 8, 104 - index * 26, 20 + index * 9, 16 + index * 5))}`,
				glow: `M${short(x - 20)} 128Q${short(x)} 140 ${short(x + 18)} 127L${short(x + 8)} 176L${short(x + 18)} 220L${short(x - 4)} 270L${short(x - 9)} 206L${short(x - 2)} 170Z`,
				mid: hills(256, 16, 7, true),
				near: `${hills(310, 14, 9, true)}${many(3, () => spike(luck() * W, 330, luck.between(30, 60), 16))}`,
			};
		}
		case "cave":
			return {
				glow: beams(2, -40),
				far: `${hills(220, 18, 7, true)}${many(7, () => spike(luck() * W, -6, -luck.between(30, 90), luck.between(8, 18)))}`,
				mid: `${hills(260, 14, 7, true)}${many(4, () => spike(luck() * W, 280, luck.between(30, 80), luck.between(8, 16)))}`,
				near: `${hills(314, 12, 8, true)}${many(4, (index) => spike(index % 2 ? luck() * 46 : W - luck() * 46, 336, luck.between(50, 100), 16))}${many(4, (index) => spike(index % 2 ? luck() * 46 : W - luck() * 46, -6, -luck.between(30, 70), 14))}`,
			};
		case "crypt":
			return {
				disc: luck.between(26, 40),
				far: `${hills(216, 12, 5)}${many(2, (index) => deadTree(luck.between(20, 90) + index * 130, 222, luck.between(0.7, 1.1), index ? 1 : -1))}`,
				mid: `${hills(256, 8, 5)}${many(5, () => grave(luck() * W, 262, luck.between(16, 26)))}`,
				near: `${hills(312, 8, 6)}${deadTree(luck() < 0.5 ? 14 : 246, 330, 1.6, luck() < 0.5 ? 1 : -1)}${grass(luck, W, 316, 14, 30)}`,
			};
		case "storm":
			return {
				glow: bolt(luck, luck.between(30, 90)) + bolt(luck, luck.between(170, 230)),
				far: `${many(4, (index) => cloud(luck, index * 80, 24 + luck() * 20, 66))}${hills(226, 16, 6, true)}`,
				mid: `${hills(258, 14, 7, true)}${many(2, (index) => pylon(luck.between(10, 70) + index * 170, 268, luck.between(60, 100)))}`,
				near: hills(312, 14, 9, true),
			};
		case "keep":
			return {
				disc: luck.between(16, 26),
				far: `${hills(204, 24, 6, true)}${keep(luck.between(20, 190), 236, 64, luck.between(70, 110))}`,
				mid: `${hills(250, 10, 5)}${many(4, () => tree(luck, luck() * W, 256, luck.between(24, 44)))}`,
				near: `${hills(312, 8, 6)}${many(3, (index) => banner(index % 2 ? luck() * 40 + 6 : W - 46 + luck() * 40, 326, luck.between(80, 130)))}${grass(luck, W, 316, 14, 26)}`,
			};
		case "burst":
			return {
				glow: rays(luck, 130, 128, 20),
				far: hills(256, 16, 7, true),
				mid: hills(280, 12, 8, true),
				near: hills(312, 16, 9, true),
			};
		case "rune":
			return {
				glow: star(luck, 130, 128, 104),
				far: `${hills(236, 14, 6)}${many(3, () => menhir(luck() * W, 244, luck.between(40, 80)))}`,
				mid: hills(266, 10, 6),
				near: `${hills(314, 10, 7)}${many(2, (index) => menhir(index ? luck.between(215, 250) : luck.between(10, 45), 330, luck.between(70, 110)))}`,
			};
	}
}

const coral = (luck: Luck, x: number, y: number, size: number): string =>
	many(6, (index) => blade(luck, x, y, size * luck.between(0.7, 1.2), size * 0.09, (index - 2.5) * 0.34));

const wave = (x: number, y: number, wide: number): string =>
	`M${short(x)} ${short(y)}q${short(wide * 0.5)} -12 ${short(wide)} 0q${short(-wide * 0.5)} -4 ${short(-wide)} 0Z`;

const fence = (x: number, y: number): string =>
	`${many(8, (index) => `M${short(x + index * 40)} ${short(y - 20)}h5v30h-5Z`)}M${short(x)} ${short(y - 14)}h300v4h-300ZM${short(x)} ${short(y - 4)}h300v4h-300Z`;

const frond = (luck: Luck, x: number, y: number, high: number): string =>
	many(4, (index) => blade(luck, x, y, high, 5, (index - 1.5) * 0.5));

const vine = (luck: Luck, x: number): string => {
	const deep = luck.between(40, 100);
	return `M${short(x)} -6q10 ${short(deep * 0.5)} 0 ${short(deep)}q14 ${short(-deep * 0.5)} 4 ${short(-deep)}Z`;
};

const lily = (x: number, y: number, wide: number): string =>
	`M${short(x - wide)} ${short(y)}a${short(wide)} ${short(wide * 0.24)} 0 1 0 ${short(wide * 2)} 0l${short(-wide)} -1Z`;

const cattail = (x: number, y: number, high: number): string =>
	`M${short(x - 1)} ${short(y)}v${short(-high)}h2v${short(high)}ZM${short(x - 4)} ${short(y - high)}q0 -6 4 -6t4 6v22q0 5 -4 5t-4 -5Z`;

const table = (luck: Luck, top: number, step: number): string => {
	let x = -8;
	let path = `M-8 336V${short(top + step)}`;
	while (x < W + 8) {
		const wide = luck.between(30, 84);
		const y = top + luck() * step;
		path += `L${short(x + 6)} ${short(y)}H${short(x + wide - 6)}L${short(x + wide)} ${short(top + step)}`;
		x += wide + luck.between(8, 26);
		path += `H${short(x)}`;
	}
	return `${path}V336Z`;
};

const cactus = (x: number, y: number, size: number): string => {
	const s = (number: number) => short(number * size);
	return `M${short(x - 6 * size)} ${short(y)}v${s(-70)}q0 ${s(-7)} ${s(6)} ${s(-7)}t${s(6)} ${s(7)}v${s(32)}h${s(8)}v${s(-18)}q0 ${s(-5)} ${s(5)} ${s(-5)}t${s(5)} ${s(5)}v${s(28)}h${s(-18)}v${s(28)}Z`;
};

const rays = (luck: Luck, x: number, y: number, count: number): string =>
	many(count, (index) => {
		const from = ((index + luck() * 0.4) / count) * 2 * Math.PI;
		const to = from + luck.between(0.07, 0.17);
		const end = (angle: number) => `${short(x + Math.cos(angle) * 330)} ${short(y + Math.sin(angle) * 330)}`;
		return `M${x} ${y}L${end(from)}L${end(to)}Z`;
	});

const grave = (x: number, y: number, high: number): string => {
	const half = high * 0.36;
	return `M${short(x - half)} ${short(y)}v${short(-high * 0.7)}a${short(half)} ${short(half)} 0 0 1 ${short(half * 2)} 0v${short(high * 0.7)}Z`;
};

const bolt = (luck: Luck, x: number): string => {
	const lean = luck.between(-24, 24);
	return `M${short(x)} 30L${short(x + lean - 12)} 110H${short(x + lean)}L${short(x + lean - 16)} 200L${short(x + lean + 14)} 96H${short(x + lean + 2)}L${short(x + 10)} 30Z`;
};

const pylon = (x: number, y: number, high: number): string =>
	`M${short(x - high * 0.16)} ${short(y)}L${short(x - 2)} ${short(y - high)}h4L${short(x + high * 0.16)} ${short(y)}h-4L${short(x)} ${short(y - high * 0.5)}L${short(x - high * 0.16 + 4)} ${short(y)}ZM${short(x - high * 0.2)} ${short(y - high * 0.8)}h${short(high * 0.4)}v3h${short(-high * 0.4)}Z`;

const banner = (x: number, y: number, high: number): string =>
	`M${short(x)} ${short(y)}v${short(-high)}h3v${short(high)}ZM${short(x + 3)} ${short(y - high + 4)}h26l-7 9l7 9h-26Z`;

const menhir = (x: number, y: number, high: number): string =>
	`M${short(x - high * 0.2)} ${short(y)}L${short(x - high * 0.15)} ${short(y - high * 0.9)}L${short(x + high * 0.03)} ${short(y - high)}L${short(x + high * 0.15)} ${short(y - high * 0.84)}L${short(x + high * 0.2)} ${short(y)}Z`;

/** A star of a few points, drawn as a thin line that has two sides. */
const star = (luck: Luck, x: number, y: number, radius: number): string => {
	const points = luck.pick([5, 7, 8]);
	const step = points === 8 ? 3 : 2;
	const way = (reach: number, round: 1 | -1) =>
		many(points, (index) => {
			const angle = ((index * step * round) / points) * 2 * Math.PI - Math.PI / 2;
			return `${index ? "L" : "M"}${short(x + Math.cos(angle) * reach)} ${short(y + Math.sin(angle) * reach)}`;
		});
	return `${way(radius, 1)}Z${way(radius - 5, -1)}Z`;
};
