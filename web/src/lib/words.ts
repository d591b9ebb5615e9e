// Words for people. Names of zones, marks and phases come from the server; here they only get their looks.
import type { Ending, Mark, Over, Seat, SeatInfo, Table } from "../protocol/messages";

/** The marks that have a sign of their own. Every other mark is shown by its word. */
const SIGNS: Record<string, { sign: string; name: string }> = {
	exhausted: { sign: "💤", name: "Exhausted" },
	dry: { sign: "🍂", name: "Dry-dropped" },
	barrier: { sign: "🛡️", name: "Barrier" },
	frozen: { sign: "❄️", name: "Frozen" },
	paralysed: { sign: "⚡", name: "Paralysed" },
	token: { sign: "⚪", name: "Token" },
	wounded: { sign: "🩸", name: "Wounded" },
	ready: { sign: "✨", name: "Ready" },
	cooldown: { sign: "⏳", name: "Cooldown" },
	silenced: { sign: "🔇", name: "Silenced" },
	level: { sign: "★", name: "Level" },
	attacked: { sign: "⚔️", name: "Attacked" },
	fresh: { sign: "🌱", name: "Fresh" },
	on: { sign: "🔆", name: "On" },
	tapped: { sign: "↷", name: "Tapped" },
	equipped: { sign: "🗡️", name: "Equipped" },
	facedown: { sign: "🂠", name: "Face down" },
};

/** What a mark looks like and how it is read out. */
export function markWords(mark: Mark): { sign: string | undefined; text: string } {
	const known = SIGNS[mark.word];
	const name = known?.name ?? title(mark.word);
	const text = [name, mark.number, mark.card && `(${mark.card})`]
		.filter((piece) => piece !== undefined && piece !== "")
		.join(" ");
	return { sign: known?.sign, text };
}

/** `main1` as `Main 1`, `free spell` as `Free spell`, `battle-phase` as `Battle phase`. */
export function title(word: string): string {
	const spaced = word.replace(/[-_]/g, " ").replace(/([a-z])(\d)/g, "$1 $2");
	return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

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

const BY: Record<Ending, string> = { rules: "", concession: "by concession", timeout: "on time", agreement: "by agreement" };

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
