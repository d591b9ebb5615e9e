// What every sound is made of: tones and breaths of noise, as numbers. Loudness is that of the wave: 0.0316 is -30 dB.

/** What can be heard. */
export type Sound =
	| "card"
	| "draw"
	| "shuffle"
	| "hit"
	| "hurt"
	| "heal"
	| "grow"
	| "gone"
	| "loss"
	| "eat"
	| "trap"
	| "link"
	| "resolve"
	| "terrain"
	| "turn"
	| "win"
	| "lose";

type Shared = { delay: number; length: number; from: number; to: number; loud: number; attack: number };

/** One tone, or one breath of noise around a pitch. */
export type Voice = Shared & ({ is: "tone"; shape: OscillatorType } | { is: "noise"; narrow: number });

/** The bed of a game: noise around a pitch that swells some times a second, and drops in twelve seconds. */
export type Bed = { centre: number; narrow: number; swell: number; drops?: number };

/** The loudest that a bed can be: -31 dB. */
export const PEAK = 0.028;

/** Surf, wind over grass, a cave that drips. */
export const BEDS: Record<string, Bed> = {
	"food-chain": { centre: 420, narrow: 0.5, swell: 0.11 },
	skirmish: { centre: 760, narrow: 0.8, swell: 0.17 },
	strata: { centre: 130, narrow: 0.7, swell: 0.07, drops: 5 },
};

type Way = readonly [from: number, to: number];

const tone = (
	[from, to]: Way,
	length: number,
	loud: number,
	more: { delay?: number; shape?: OscillatorType; attack?: number } = {},
): Voice => ({
	is: "tone",
	from,
	to,
	length,
	loud,
	delay: more.delay ?? 0,
	shape: more.shape ?? "sine",
	attack: more.attack ?? 0.004,
});

const noise = (
	[from, to]: Way,
	length: number,
	loud: number,
	more: { delay?: number; narrow?: number; attack?: number } = {},
): Voice => ({
	is: "noise",
	from,
	to,
	length,
	loud,
	delay: more.delay ?? 0,
	narrow: more.narrow ?? 1,
	attack: more.attack ?? 0.003,
});

/** A note so many steps of the scale of whole tones above another. */
const above = (note: number, steps: number): number => note * 2 ** (steps / 6);

/** What a blow has on top, by game: a tooth, steel, stone. */
const TOPS: Record<string, readonly Voice[]> = {
	"food-chain": [noise([3200, 1500], 0.05, 0.12, { narrow: 3 }), tone([880, 420], 0.05, 0.03, { shape: "square" })],
	skirmish: [tone([2093, 2080], 0.3, 0.035), tone([3310, 3300], 0.22, 0.022), noise([5200, 3600], 0.04, 0.08)],
	strata: [noise([620, 180], 0.16, 0.2), noise([1500, 700], 0.05, 0.08, { delay: 0.05, narrow: 2 })],
};

/** The thud of a blow: deeper, longer and louder the more it deals, within bounds. */
function thud(strength: number, low: number): Voice[] {
	// The creatures of Strata count in hundreds.
	const part = Math.min(1, Math.max(0, (strength > 20 ? strength / 100 : strength) / 8));
	return [
		tone([low * (1.3 - 0.4 * part), low * (0.55 - 0.2 * part)], 0.13 + 0.14 * part, 0.14 + 0.16 * part),
		noise([300, 90], 0.08 + 0.06 * part, 0.08 + 0.08 * part),
	];
}

const bell = (note: number, delay: number, loud: number): Voice[] => [
	tone([note, note], 1.1, loud, { delay, attack: 0.01 }),
	tone([note * 2.76, note * 2.76], 0.5, loud * 0.25, { delay }),
];

const wood = (note: number, delay: number): Voice[] => [
	tone([note, note * 0.7], 0.09, 0.16, { delay, shape: "triangle" }),
	noise([note * 4, note * 2], 0.03, 0.08, { delay, narrow: 2 }),
];

/** The voices of a sound. `strength` is what a blow deals, or the number of a link. */
export function recipe(sound: Sound, strength = 1, game?: string): Voice[] {
	switch (sound) {
		case "card":
			return [noise([1900, 700], 0.08, 0.16), tone([150, 85], 0.08, 0.14, { shape: "triangle" })];
		case "draw":
			return [noise([2300, 4300], 0.13, 0.2, { narrow: 1.4, attack: 0.04 })];
		case "shuffle":
			return [0, 1, 2, 3, 4, 5, 6].map((card) =>
				noise([2000 + card * 140, 1100 + card * 120], 0.05, 0.18, { delay: card * 0.045 + (card % 2) * 0.012 }),
			);
		case "hit":
			return [...thud(strength, 130), ...(TOPS[game ?? ""] ?? [])];
		case "hurt":
			return [...thud(strength + 2, 96), ...(TOPS[game ?? ""] ?? []), noise([240, 70], 0.26, 0.14, { delay: 0.02 })];
		case "heal":
		case "grow":
			return [tone([440, 444], 0.14, 0.09), tone([587, 592], 0.24, 0.09, { delay: 0.1 })];
		case "loss":
			return [tone([440, 432], 0.14, 0.08), tone([330, 318], 0.24, 0.08, { delay: 0.1 })];
		case "gone":
			return [tone([260, 70], 0.26, 0.11, { shape: "triangle" }), noise([900, 200], 0.24, 0.1, { attack: 0.02 })];
		case "eat":
			return [
				noise([1300, 700], 0.06, 0.16, { narrow: 2.4 }),
				noise([1100, 600], 0.06, 0.13, { delay: 0.09, narrow: 2.4 }),
				tone([190, 330], 0.12, 0.11, { delay: 0.19 }),
			];
		case "trap":
			return [
				noise([4200, 2200], 0.03, 0.22, { narrow: 2 }),
				tone([620, 180], 0.12, 0.1, { shape: "square", delay: 0.01 }),
				tone([150, 60], 0.22, 0.18, { delay: 0.02 }),
			];
		case "link":
			return wood(above(294, Math.min(8, strength - 1)), 0);
		case "resolve":
			return [
				...wood(above(294, Math.min(8, strength - 1)), 0),
				tone([above(588, Math.min(8, strength - 1)), above(588, strength - 2)], 0.3, 0.05),
			];
		case "terrain":
			return [...wood(196, 0), ...wood(294, 0.09), tone([392, 392], 0.4, 0.06, { delay: 0.18, attack: 0.01 })];
		case "turn":
			return bell(784, 0, 0.12);
		case "win":
			return [392, 494, 587, 784].flatMap((note, index) => bell(note, index * 0.13, 0.1));
		case "lose":
			return [392, 330, 262].flatMap((note, index) => [
				tone([note, note * 0.98], 0.5, 0.09, { delay: index * 0.2, attack: 0.02 }),
			]);
	}
}
