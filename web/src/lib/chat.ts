// What is said at a table: phrases in words, and who is muted in this browser.
import type { ChatLine, Phrase } from "../protocol/messages";

/** The phrases in the order in which they are offered. */
export const PHRASES: Record<Phrase, string> = {
	hello: "Hello!",
	"good-luck": "Good luck!",
	"well-played": "Well played.",
	nice: "Nice one!",
	wow: "Wow!",
	oops: "Oops.",
	thinking: "Let me think …",
	sorry: "Sorry!",
	thanks: "Thank you.",
	"good-game": "Good game!",
	again: "Another one?",
	bye: "Bye!",
};

/** A line in words. */
export const lineWords = (line: ChatLine): string => (line.phrase ? PHRASES[line.phrase] : undefined) ?? line.text ?? "";

/** The most characters of a text. */
export const LONGEST = 200;

const KEY = "playmat.muted";

/** Who is muted: the id, and the name they had. */
export function muted(): Record<string, string> {
	try {
		return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
	} catch {
		return {};
	}
}

/** Mutes somebody, or no longer. */
export function mute(player: string, name: string | undefined): Record<string, string> {
	const { [player]: _, ...others } = muted();
	const now = name === undefined ? others : { ...others, [player]: name };
	try {
		localStorage.setItem(KEY, JSON.stringify(now));
	} catch {
		// A browser that keeps nothing mutes for as long as the page is open.
	}
	return now;
}
