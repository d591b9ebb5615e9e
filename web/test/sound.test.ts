import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BEDS, PEAK, recipe, type Sound } from "../src/motion/voices";

const ALL: Sound[] = [
	"card",
	"draw",
	"shuffle",
	"hit",
	"hurt",
	"heal",
	"grow",
	"gone",
	"loss",
	"eat",
	"trap",
	"link",
	"resolve",
	"terrain",
	"turn",
	"win",
	"lose",
];
const GAMES = ["food-chain", "skirmish", "strata"];

describe("the set", () => {
	it("every sound has voices, short and not loud", () => {
		for (const sound of ALL) {
			const voices = recipe(sound, 3, "skirmish");
			expect(voices.length, sound).toBeGreaterThan(0);
			for (const voice of voices) {
				expect(voice.loud, sound).toBeLessThanOrEqual(0.3);
				expect(voice.delay + voice.length, sound).toBeLessThan(1.6);
			}
		}
	});

	it("a greater blow is louder and deeper, within bounds", () => {
		const thud = (strength: number) => recipe("hit", strength, "strata")[0];
		expect(thud(6)?.loud).toBeGreaterThan(thud(1)?.loud ?? 1);
		expect(thud(6)?.to).toBeLessThan(thud(1)?.to ?? 0);
		expect(thud(900)).toEqual(thud(8));
		expect(thud(300)).toEqual(thud(3));
	});

	it("a blow has another top in every game", () => {
		const tops = GAMES.map((game) => JSON.stringify(recipe("hit", 3, game).slice(2)));
		expect(new Set(tops).size).toBe(3);
	});

	it("links rise, and resolving goes down", () => {
		const pitch = (sound: Sound, link: number) => recipe(sound, link)[0]?.from ?? 0;
		expect([1, 2, 3, 4].map((link) => pitch("link", link))).toEqual(
			[1, 2, 3, 4].map((link) => pitch("link", link)).sort((a, b) => a - b),
		);
		expect(pitch("resolve", 3)).toBeGreaterThan(pitch("resolve", 2));
		const fall = recipe("resolve", 3).at(-1);
		expect(fall?.to).toBeLessThan(fall?.from ?? 0);
	});

	it("every game has a bed, under -30 dB", () => {
		expect(Object.keys(BEDS).sort()).toEqual([...GAMES].sort());
		expect(20 * Math.log10(PEAK)).toBeLessThan(-30);
	});
});

/** A desk that only counts what is started. */
class Desk {
	static made = 0;
	static tones = 0;
	static loops = 0;
	currentTime = 0;
	sampleRate = 100;
	destination = {};
	constructor() {
		Desk.made++;
	}
	private param = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {}, setTargetAtTime() {} });
	private node<T extends object>(more: T) {
		return { connect: (to: object) => to, ...more };
	}
	createGain = () => this.node({ gain: this.param() });
	createBiquadFilter = () => this.node({ type: "", frequency: this.param(), Q: this.param() });
	createOscillator = () => this.node({ type: "", frequency: this.param(), start: () => Desk.tones++, stop() {} });
	createBufferSource = () => {
		const source = this.node({ buffer: null, loop: false, start: () => (source.loop ? Desk.loops++ : Desk.tones++), stop() {} });
		return source;
	};
	createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
}

describe("when it is heard", () => {
	let sound: typeof import("../src/motion/sound");
	let settings: typeof import("../src/lib/settings");
	beforeEach(async () => {
		vi.resetModules();
		vi.stubGlobal("AudioContext", Desk);
		localStorage.clear();
		Object.assign(Desk, { made: 0, tones: 0, loops: 0 });
		settings = await import("../src/lib/settings");
		sound = await import("../src/motion/sound");
	});
	afterEach(() => vi.unstubAllGlobals());
	const gesture = () => window.dispatchEvent(new Event("pointerdown"));

	it("nothing before the first gesture, then by itself, softly", () => {
		sound.play("card");
		expect(Desk.made).toBe(0);
		gesture();
		sound.play("card");
		expect(Desk.made).toBe(1);
		expect(Desk.tones).toBeGreaterThan(0);
		expect(settings.settings().effects).toBeLessThanOrEqual(5);
	});

	it("nothing while sounds are off, and again when they are turned on", () => {
		settings.set({ sound: false });
		gesture();
		sound.play("card");
		expect(Desk.made).toBe(0);
		settings.set({ sound: true });
		sound.play("card");
		expect(Desk.tones).toBeGreaterThan(0);
	});

	it("only the bell while the tab is hidden", () => {
		gesture();
		vi.spyOn(document, "hidden", "get").mockReturnValue(true);
		for (const one of ALL.filter((name) => name !== "turn")) sound.play(one);
		expect(Desk.tones).toBe(0);
		sound.play("turn");
		expect(Desk.tones).toBeGreaterThan(0);
		vi.restoreAllMocks();
	});

	it("one bed at a time, and none without a game or at volume 0", () => {
		gesture();
		sound.bed("strata");
		sound.bed("strata");
		const [strata] = [Desk.loops];
		expect(strata).toBe(2);
		settings.set({ bed: 0 });
		sound.bed("skirmish");
		expect(Desk.loops).toBe(strata);
	});
});
