// Words about people: browsers, times, ratings, results.
import type { FinishedMatch, GameTally, RatingInfo } from "../protocol/messages";
import { signed, title } from "./words";

/** What a browser is called, out of what it says of itself. */
export function browserWords(agent: string): string {
	const first = (pairs: [RegExp, string][]) => pairs.find(([pattern]) => pattern.test(agent))?.[1];
	const browser = first([
		[/Edg(e|A|iOS)?\//, "Edge"],
		[/OPR\//, "Opera"],
		[/Firefox\/|FxiOS\//, "Firefox"],
		[/Chrom(e|ium)\/|CriOS\//, "Chrome"],
		[/Safari\//, "Safari"],
	]);
	const system = first([
		[/Android/, "Android"],
		[/iPhone|iPad/, "iOS"],
		[/Windows/, "Windows"],
		[/Mac OS X/, "macOS"],
		[/CrOS/, "ChromeOS"],
		[/Linux/, "Linux"],
	]);
	if (!browser && !system) return agent ? agent.slice(0, 40) : "Unknown browser";
	return [browser ?? "A browser", system].filter(Boolean).join(" on ");
}

/** A day and a time, as the reader writes them. */
export const whenWords = (seconds: number): string =>
	new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A day. */
export const dayWords = (seconds: number): string =>
	new Date(seconds * 1000).toLocaleDateString(undefined, { dateStyle: "long" });

/** `1662 ± 290`. */
export const ratingWords = (rating: RatingInfo): string => `${Math.round(rating.rating)} ± ${Math.round(rating.deviation)}`;

/** `+162`, `−12`, `±0`. */
export function changeWords(before: number, after: number): string {
	const change = Math.round(after) - Math.round(before);
	return change === 0 ? "±0" : signed(change);
}

/** How often somebody has won, in hundredths; nothing without a match. */
export function winRate({ wins, losses, draws }: GameTally): number | undefined {
	const all = wins + losses + draws;
	return all === 0 ? undefined : Math.round((100 * (wins + draws / 2)) / all);
}

/** A deck's id as a name: `fish-1` as `Fish 1`, `random:Fish` as `Random fish`. */
export function deckWords(deck: string): string {
	if (deck === "own") return "a deck of your own";
	const [word, category] = deck.split(":");
	return category ? `Random ${category.toLowerCase()}` : title(word ?? deck);
}

const RESULTS = { won: "Won", lost: "Lost", drawn: "Draw", unfinished: "Not finished:" } as const;
const BY: Record<string, string> = {
	concession: "by concession",
	timeout: "on time",
	agreement: "by agreement",
	closed: "the rules have changed",
};

/** `Won by concession`. */
export function resultWords(one: FinishedMatch): string {
	if (one.alone) return "Played on one screen";
	return [RESULTS[one.result], BY[one.by]].filter(Boolean).join(" ");
}
