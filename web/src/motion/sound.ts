// Sounds, made by the browser itself. Off unless somebody turns them on.
import { settings } from "../lib/settings";

/** What can be heard. */
export type Sound = "card" | "draw" | "hit" | "hurt" | "grow" | "gone" | "turn" | "win" | "lose";

type Tone = { from: number; to: number; length: number; type: OscillatorType; loud: number };

const TONES: Record<Sound, Tone[]> = {
	card: [{ from: 320, to: 180, length: 0.09, type: "triangle", loud: 0.12 }],
	draw: [{ from: 520, to: 700, length: 0.07, type: "sine", loud: 0.07 }],
	hit: [{ from: 160, to: 60, length: 0.16, type: "sawtooth", loud: 0.12 }],
	hurt: [{ from: 110, to: 45, length: 0.28, type: "sawtooth", loud: 0.16 }],
	grow: [{ from: 440, to: 880, length: 0.16, type: "sine", loud: 0.08 }],
	gone: [{ from: 240, to: 50, length: 0.3, type: "triangle", loud: 0.12 }],
	turn: [
		{ from: 660, to: 660, length: 0.1, type: "sine", loud: 0.1 },
		{ from: 880, to: 880, length: 0.16, type: "sine", loud: 0.1 },
	],
	win: [
		{ from: 523, to: 523, length: 0.14, type: "triangle", loud: 0.12 },
		{ from: 659, to: 659, length: 0.14, type: "triangle", loud: 0.12 },
		{ from: 784, to: 784, length: 0.34, type: "triangle", loud: 0.12 },
	],
	lose: [
		{ from: 392, to: 392, length: 0.18, type: "triangle", loud: 0.1 },
		{ from: 294, to: 280, length: 0.4, type: "triangle", loud: 0.1 },
	],
};

let context: AudioContext | undefined;
let last = 0;

/** Plays a sound, if sounds are on. */
export function play(sound: Sound): void {
	if (!settings().sound || typeof AudioContext === "undefined") return;
	context ??= new AudioContext();
	// Many cards at once are one rustle, not a roar.
	let at = Math.max(context.currentTime, last + 0.03);
	if (at - context.currentTime > 0.25) return;
	last = at;
	for (const tone of TONES[sound]) {
		const voice = context.createOscillator();
		const gain = context.createGain();
		voice.type = tone.type;
		voice.frequency.setValueAtTime(tone.from, at);
		voice.frequency.exponentialRampToValueAtTime(tone.to, at + tone.length);
		gain.gain.setValueAtTime(tone.loud, at);
		gain.gain.exponentialRampToValueAtTime(0.0001, at + tone.length);
		voice.connect(gain).connect(context.destination);
		voice.start(at);
		voice.stop(at + tone.length);
		at += tone.length;
	}
}
