// What a player likes, kept in this browser.
import { useSyncExternalStore } from "react";

/** The settings. */
export type Settings = {
	theme: "system" | "dark" | "light";
	text: "small" | "normal" | "large" | "huge";
	motion: "system" | "on" | "off";
	speed: "slow" | "normal" | "fast";
	sound: boolean;
	/** How loud effects are, and what lies under them, from 0 to 10. */
	effects: number;
	bed: number;
	/** How a target or place is chosen on the board: by one tap, or by a second tap that confirms. */
	taps: "one" | "two";
	/** What is only passed by itself: without a word, or told as a question like any other. */
	passing: "quiet" | "told";
};

const KEY = "playmat.settings";
const coarse = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

/** What holds for somebody who has set nothing. */
export const DEFAULTS: Settings = {
	theme: "system",
	text: "normal",
	motion: "system",
	speed: "normal",
	sound: true,
	effects: 4,
	bed: 4,
	taps: coarse ? "two" : "one",
	passing: "quiet",
};

const VOLUMES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** What each of them may be. */
const CHOICES: { [K in keyof Settings]: readonly Settings[K][] } = {
	theme: ["system", "dark", "light"],
	text: ["small", "normal", "large", "huge"],
	motion: ["system", "on", "off"],
	speed: ["slow", "normal", "fast"],
	sound: [true, false],
	effects: VOLUMES,
	bed: VOLUMES,
	taps: ["one", "two"],
	passing: ["quiet", "told"],
};

let current = load();
const listeners = new Set<() => void>();

/** The settings now. */
export const settings = (): Settings => current;

/** Changes some of them. */
export function set(change: Partial<Settings>): void {
	current = { ...current, ...change };
	try {
		localStorage.setItem(KEY, JSON.stringify(current));
	} catch {
		// A browser that keeps nothing still plays.
	}
	apply();
	for (const listener of listeners) listener();
}

/** Hears of every change. */
export function onChange(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** The settings as a hook. */
export const useSettings = (): Settings => useSyncExternalStore(onChange, settings, settings);

/** What makes sense of something that was kept elsewhere. */
export function known(kept: Record<string, unknown>): Partial<Settings> {
	const fits = ([key, value]: [string, unknown]) => key in CHOICES && CHOICES[key as keyof Settings].includes(value as never);
	return Object.fromEntries(Object.entries(kept).filter(fits));
}

/** Puts what is set on the page itself: style sheets read it from there. */
export function apply(): void {
	const root = document.documentElement;
	root.dataset.theme = current.theme;
	root.dataset.text = current.text;
	root.dataset.motion = current.motion;
}

/** Asked once: each new question lays the page out. */
const still = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : undefined;

/** Whether things may move. */
export function moving(): boolean {
	if (current.motion !== "system") return current.motion === "on";
	return !still?.matches;
}

function load(): Settings {
	try {
		const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
		return { ...DEFAULTS, ...kept };
	} catch {
		return DEFAULTS;
	}
}
