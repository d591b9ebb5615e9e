// Words for people. Names of zones, marks and phases come from the server; here they only get their looks.
import type { Ending, Mark, Over, Seat, SeatInfo, Table } from "../protocol/messages";

/** Marks that people call otherwise than the protocol does. */
const NAMES: Record<string, string> = { dry: "Dry-dropped", facedown: "Face down" };

/** How a mark is read out. */
export function markWords(mark: Mark): string {
	const name = NAMES[mark.word] ?? title(mark.word);
	return [name, mark.number, mark.card && `(${mark.card})`].filter((piece) => piece !== undefined && piece !== "").join(" ");
}

/** `main1` as `Main 1`, `free spell` as `Free spell`, `battle-phase` as `Battle phase`. */
export function title(word: string): string {
	const spaced = word.replace(/[-_]/g, " ").replace(/([a-z])(\d)/g, "$1 $2");
	return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** `+2`, `−3`: what was gained or lost. */
export const signed = (number: number): string => (number < 0 ? `−${-number}` : `+${number}`);

/** A game in a row of all games: examples come last and say what they are. */
export const gameLabel = (game: { title: string; example?: boolean }): string =>
	game.example ? `Example: ${game.title}` : game.title;

/** The name of a game as a title: `food-chain` as `Food Chain`. */
export const gameTitle = (game: string): string => game.split("-").map(capital).join(" ");

/** A sentence with a capital, and nothing else changed: `gains -100/+0` stays what it says. */
export const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** What somebody at the table is called. */
export function seatName(table: Table, seat: Seat): string {
	const info = table.seats.find((one) => one.seat === seat);
	return info?.name ?? (info?.who === "nobody" ? "an empty seat" : seat === "p1" ? "Player 1" : "Player 2");
}

/** Who sits there, in a word. */
export function seatedWords(seat: SeatInfo): string {
	if (seat.who === "nobody") return "open seat";
	if (seat.who === "bot") return `${seat.level ?? ""} bot`.trim();
	return seat.online ? "here" : "away";
}

/** That somebody looks at revealed cards, and so the match waits. */
export const looksWords = (table: Table, seat: Seat): string => `${seatName(table, seat)} looks at the revealed cards`;

const BY: Record<Ending, string> = {
	rules: "",
	concession: "by concession",
	timeout: "on time",
	agreement: "by agreement",
	closed: "",
};

/** Whether somebody with these seats may read the match of a table when it is over: others only if it is public, or nobody's. */
export const mayRead = (table: Table, mine: readonly Seat[]): boolean =>
	mine.length > 0 || table.public || table.seats.every((seat) => seat.who === "bot");

/** How it ended, for somebody with these seats. */
export function overWords(over: Over, table: Table, mine: readonly Seat[]): { head: string; line: string } {
	const by = BY[over.by];
	if (!over.winner) return { head: "A draw", line: `Nobody wins ${by}`.trim() };
	const name = seatName(table, over.winner);
	const line = `${name} wins the match ${by}`.trim();
	if (mine.length === 1) return { head: mine[0] === over.winner ? "You win!" : "You lose", line };
	return { head: `${name} wins`, line };
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
	if (words.length < 2) return words.join("");
	return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** A code as people type it, as the server knows it; nothing if it cannot be one. */
export function tableCode(typed: string): string | undefined {
	const code = typed
		.trim()
		.toUpperCase()
		.replace(/^.*\/T\//, "")
		.replace(/[\s-]/g, "");
	return /^[2-9A-HJKMNP-TV-Z]{6}$/.test(code) ? code : undefined;
}

/** A clock in words: `10 min + 5 s`. */
export function clockWords(clock: { bank: number; increment: number } | undefined): string {
	if (!clock) return "no clock";
	const minutes = clock.bank % 60 === 0 ? `${clock.bank / 60} min` : `${clock.bank} s`;
	return clock.increment > 0 ? `${minutes} + ${clock.increment} s` : minutes;
}
