// Sounds, made by the browser itself: dry, short, wooden and mineral, and one quiet bed per game. They begin after the first gesture, as browsers
// want it. While the tab is hidden one hears that it is one's turn, and nothing else.
import { useEffect } from "react";
import { luck } from "../art/luck";
import { onChange, settings } from "../lib/settings";
import { BEDS, type Bed, PEAK, recipe, type Sound, type Voice } from "./voices";

export type { Sound } from "./voices";

type Desk = { context: AudioContext; effects: GainNode; bed: GainNode; noise: AudioBuffer };

let desk: Desk | undefined;
let touched = false;
let last = 0;
let game: string | undefined;
let running: { of: string; stop: () => void } | undefined;

/** Plays a sound, if sounds are on. `strength` is what a blow deals, or which link of a chain it is. */
export function play(sound: Sound, strength = 1): void {
	if (!desk || !settings().sound || (document.hidden && sound !== "turn")) return;
	const { context } = desk;
	// Many cards at once are one rustle, not a roar.
	const at = Math.max(context.currentTime, last + 0.03);
	if (at - context.currentTime > 0.25) return;
	last = at;
	for (const voice of recipe(sound, strength, game)) sing(desk, voice, at);
}

/** What lies under the sounds of a table, and what its blows sound like; nothing ends it. */
export function bed(of: string | undefined): void {
	game = of;
	tune();
}

/** The bed of a game, as long as something is shown. */
export function useBed(of: string | undefined): void {
	useEffect(() => {
		bed(of);
		return () => bed(undefined);
	}, [of]);
}

/** Makes the desk once there was a gesture: before that no browser plays anything. */
function wake(): void {
	if (desk || !touched || !settings().sound || typeof AudioContext === "undefined") return;
	const context = new AudioContext();
	const chance = luck("noise");
	const noise = context.createBuffer(1, context.sampleRate * 2, context.sampleRate);
	const samples = noise.getChannelData(0);
	for (let at = 0; at < samples.length; at++) samples[at] = chance.between(-1, 1);
	const out = (): GainNode => {
		const gain = context.createGain();
		gain.connect(context.destination);
		return gain;
	};
	desk = { context, effects: out(), bed: out(), noise };
}

/** Brings the desk in line with the settings, the game and whether the tab is seen. */
function tune(): void {
	wake();
	if (!desk) return;
	const { sound, effects, bed: low } = settings();
	const now = desk.context.currentTime;
	desk.effects.gain.setTargetAtTime(sound ? effects / 10 : 0, now, 0.02);
	desk.bed.gain.setTargetAtTime(sound && !document.hidden ? (low / 10) * PEAK : 0, now, 0.4);
	const wanted = sound && low > 0 ? game : undefined;
	if (running?.of === wanted) return;
	running?.stop();
	running = wanted && BEDS[wanted] ? { of: wanted, stop: lay(desk, BEDS[wanted]) } : undefined;
}

function sing({ context, effects, noise }: Desk, voice: Voice, begin: number): void {
	const at = begin + voice.delay;
	const end = at + voice.length;
	const gain = context.createGain();
	gain.gain.setValueAtTime(0.0001, at);
	gain.gain.exponentialRampToValueAtTime(voice.loud, at + Math.min(voice.attack, voice.length / 2));
	gain.gain.exponentialRampToValueAtTime(0.0001, end);
	gain.connect(effects);
	if (voice.is === "noise") {
		const source = context.createBufferSource();
		source.buffer = noise;
		const filter = context.createBiquadFilter();
		filter.type = "bandpass";
		filter.Q.value = voice.narrow;
		slide(filter.frequency, voice, at, end);
		source.connect(filter).connect(gain);
		source.start(at, 0, voice.length);
		return;
	}
	const source = context.createOscillator();
	source.type = voice.shape;
	slide(source.frequency, voice, at, end);
	source.connect(gain);
	source.start(at);
	source.stop(end);
}

function slide(frequency: AudioParam, { from, to }: Voice, at: number, end: number): void {
	frequency.setValueAtTime(from, at);
	frequency.exponentialRampToValueAtTime(to, end);
}

/** Lays a bed: noise that swells, and drops where a cave has them. Returns how it ends. */
function lay({ context, bed: out, noise }: Desk, { centre, narrow, swell, drops }: Bed): () => void {
	const source = context.createBufferSource();
	source.buffer = noise;
	source.loop = true;
	const filter = context.createBiquadFilter();
	filter.type = "bandpass";
	filter.frequency.value = centre;
	filter.Q.value = narrow;
	const level = context.createGain();
	level.gain.value = 0.6;
	const slow = context.createOscillator();
	slow.frequency.value = swell;
	const depth = context.createGain();
	depth.gain.value = 0.3;
	slow.connect(depth).connect(level.gain);
	source.connect(filter).connect(level).connect(out);
	const parts: AudioScheduledSourceNode[] = [source, slow];
	if (drops) parts.push(dripping(context, out, drops));
	for (const part of parts) part.start();
	return () => {
		for (const part of parts) part.stop(context.currentTime + 0.5);
	};
}

/** Twelve seconds with some drops, over and over. */
function dripping(context: AudioContext, out: AudioNode, drops: number): AudioBufferSourceNode {
	const chance = luck("drops");
	const buffer = context.createBuffer(1, context.sampleRate * 12, context.sampleRate);
	const samples = buffer.getChannelData(0);
	for (let drop = 0; drop < drops; drop++) {
		const from = Math.floor(chance() * (samples.length - context.sampleRate));
		const pitch = chance.between(900, 1700);
		for (let at = 0; at < context.sampleRate / 3; at++) {
			const time = at / context.sampleRate;
			samples[from + at] =
				(samples[from + at] ?? 0) + 0.4 * Math.sin(2 * Math.PI * pitch * (1 + time) * time) * Math.exp(-time * 22);
		}
	}
	const source = context.createBufferSource();
	source.buffer = buffer;
	source.loop = true;
	source.connect(out);
	return source;
}

function touch(): void {
	if (touched) return;
	touched = true;
	tune();
}

if (typeof window !== "undefined") {
	for (const gesture of ["pointerdown", "keydown"]) window.addEventListener(gesture, touch, { capture: true, passive: true });
	document.addEventListener("visibilitychange", tune);
	onChange(tune);
}
