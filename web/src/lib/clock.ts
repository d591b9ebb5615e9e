// Clocks: what they show now, and how that is written.
import type { Seat, State } from "../protocol/messages";

/** Milliseconds that a player has left now. `since` is how long ago the state came. */
export function left(state: State, seat: Seat, since: number): number | undefined {
	const shown = state.clocks?.[seat];
	if (shown === undefined) return undefined;
	const runs = state.asked === seat && !state.over && !state.reveals?.length;
	return runs ? Math.max(0, shown - since) : shown;
}

/** `9:05`, and tenths in the last ten seconds: `8.3`. Rounded up, so that 0:00 means that it is over. */
export function written(ms: number): string {
	if (ms <= 0) return "0:00";
	if (ms < 10_000) return (Math.ceil(ms / 100) / 10).toFixed(1);
	const seconds = Math.ceil(ms / 1000);
	const minutes = Math.floor(seconds / 60);
	const hours = Math.floor(minutes / 60);
	const two = (number: number) => String(number).padStart(2, "0");
	return hours > 0 ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** For a screen reader: `9 minutes 5 seconds`. */
export function spoken(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	const minutes = Math.floor(seconds / 60);
	const of = (number: number, word: string) => (number === 0 ? "" : `${number} ${word}${number === 1 ? "" : "s"}`);
	return [of(minutes, "minute"), of(seconds % 60, "second")].filter(Boolean).join(" ") || "no time";
}
