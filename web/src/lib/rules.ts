// The rules page: anchors, what is found, and words that stand out.
import type { GameInfo, GlossaryEntry, Table } from "../protocol/messages";

/** The anchor of a word or a ruling. */
export const anchor = (word: string): string =>
	word
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-|-$/g, "");

/** Where the rules of a table explain a word. */
export const rulesAt = (table: Table, word: string): string =>
	`/rules/${table.game}?edition=${encodeURIComponent(table.edition)}#${anchor(word)}`;

/** A text cut where words stand out: every second piece does. */
export const pieces = (text: string): string[] => text.split("**");

/** Whether everything that was typed is in one of the texts. */
export function mentions(typed: string, ...texts: (string | undefined)[]): boolean {
	const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
	const all = texts.filter(Boolean).join(" ").toLowerCase();
	return words.every((word) => all.includes(word));
}

/** A word of the glossary with the cards that use it. Words that mean two things have two entries under one anchor. */
export type Word = { entry: GlossaryEntry; cards: string[]; id: string | undefined };

/** The glossary in its classes, each word with its cards; only the first of a word has the anchor. */
export function glossary(info: GameInfo): { name: string; words: Word[] }[] {
	const users = new Map<string, Set<string>>();
	for (const card of info.cards)
		for (const word of card.words) {
			const known = users.get(word) ?? new Set();
			users.set(word, known.add(card.name));
		}
	const taken = new Set<string>();
	const classes = new Map<string, Word[]>();
	for (const entry of info.glossary) {
		const id = anchor(entry.word);
		const word = { entry, cards: [...(users.get(entry.word) ?? [])].sort(), id: taken.has(id) || !id ? undefined : id };
		taken.add(id);
		classes.set(entry.class, [...(classes.get(entry.class) ?? []), word]);
	}
	return [...classes].map(([name, words]) => ({ name, words }));
}
