// The printed facts of all cards, read from the headers of their files: what pictures are made from, without a server.
import type { Facts } from "../src/art";

/** A card with its game and where it stands. */
export type PrintedCard = Facts & { game: string; file: string };

const HEADER =
	/^(?<kind>(?:token |generated )?(?:prey|predator|spell|free spell|field spell|trap|action unit|unit|action|creature|magic)) (?<name>[^,[\d]+?)(?: (?<stats>\d+(?:\/\d+)?(?: \(\d+\))?))?(?<more>,.*| \[.*)?$/;

/** The cards of one file. */
export function printedCards(game: string, file: string, text: string): PrintedCard[] {
	const category = /^category (.+)$/m.exec(text)?.[1] ?? null;
	const cards: PrintedCard[] = [];
	for (const line of text.split("\n")) {
		const header = HEADER.exec(line)?.groups;
		if (header) {
			const more = header.more ?? "";
			const card: PrintedCard = {
				game,
				file,
				name: header.name ?? "",
				kind: header.kind ?? "",
				category,
				stats: header.stats ?? null,
			};
			const type = header.kind === "magic" ? "magic" : /^, (\w+)/.exec(more)?.[1];
			const level = /level (\d)/.exec(more)?.[1];
			if (game === "strata") {
				card.stats = /\d+\/\d+/.exec(more)?.[0] ?? null;
				if (type) card.type = type;
				if (level) card.level = Number(level);
			}
			cards.push(card);
		}
		const icon = /^\s+icon:\s*(\S+)/.exec(line)?.[1];
		const last = cards.at(-1);
		if (icon && last) last.icon = icon;
	}
	return cards;
}
