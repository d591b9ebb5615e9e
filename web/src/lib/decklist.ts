// Decks as the builder holds them: how many of which card, as a text, filtered and counted. What a legal deck is, the server says.
import type { GameCard, GameInfo } from "../protocol/messages";
import { numbers } from "./parts";

/** A deck being built: its cards in the order in which they came, with their numbers. */
export type Draft = { name: string; cards: [name: string, count: number][] };

/** Nothing yet. */
export const emptyDraft = (name = "My deck"): Draft => ({ name, cards: [] });

/** A draft of a list of names. */
export function draftOf(name: string, cards: readonly string[]): Draft {
	const counts = new Map<string, number>();
	for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
	return { name, cards: [...counts] };
}

/** One more or one less of a card. */
export function change(draft: Draft, card: string, by: number): Draft {
	const known = draft.cards.some(([name]) => name === card);
	const cards = known
		? draft.cards.map(([name, count]): [string, number] => [name, name === card ? count + by : count])
		: [...draft.cards, [card, by] as [string, number]];
	return { ...draft, cards: cards.filter(([, count]) => count > 0) };
}

/** How many there are of a card. */
export const countIn = (draft: Draft, card: string): number => draft.cards.find(([name]) => name === card)?.[1] ?? 0;

/** How many cards there are. */
export const size = (draft: Draft): number => draft.cards.reduce((sum, [, count]) => sum + count, 0);

/** The deck file of a draft. A name is one line, and never empty. */
export function textOf(draft: Draft): string {
	const lines = draft.cards.map(([name, count]) => (count === 1 ? name : `${count} ${name}`));
	return [`deck ${oneLine(draft.name) || "My deck"}`, ...lines, ""].join("\n");
}

/** Without line breaks and comments, as a header can hold it. */
export const oneLine = (text: string): string => text.replace(/[\s#]+/g, " ").trim();

/** What the list of cards is narrowed to; an empty word is no limit. */
export type Filter = {
	text: string;
	kind: string;
	category: string;
	type: string;
	subtype: string;
	level: string;
	word: string;
	first: string;
	second: string;
	sort: "name" | "first" | "second" | "level";
};

export const NO_FILTER: Filter = {
	text: "",
	kind: "",
	category: "",
	type: "",
	subtype: "",
	level: "",
	word: "",
	first: "",
	second: "",
	sort: "name",
};

/** What the cards of a game can be narrowed by. Games without types or levels have none. */
export type Facets = {
	kinds: string[];
	categories: string[];
	types: string[];
	subtypes: string[];
	levels: number[];
	/** Keywords and triggers that cards have. */
	words: string[];
	/** How many numbers the cards show: one for power, two for attack and health. */
	numbers: number;
};

/** The cards that decks are made of. */
export const deckable = (info: GameInfo): GameCard[] => info.cards.filter((card) => card.pool && !card.token && !card.generated);

/** What there is to narrow by. */
export function facets(info: GameInfo): Facets {
	const cards = deckable(info);
	const all = <T>(pick: (card: GameCard) => (T | null | undefined)[]) => [
		...new Set(cards.flatMap(pick).filter((one): one is T => one !== null && one !== undefined)),
	];
	const kinds = all((card) => [card.kind]);
	const named = new Set(
		info.glossary.filter((entry) => entry.class === "keyword" || entry.class === "trigger").map((e) => e.word),
	);
	return {
		kinds,
		categories: all((card) => [card.category]).sort(),
		types: all((card) => [card.type]).sort(),
		subtypes: all((card) => card.subtypes ?? []).sort(),
		levels: all((card) => [card.level]).sort((one, two) => one - two),
		words: all((card) => card.words.filter((word) => named.has(word))).sort(),
		numbers: Math.min(2, Math.max(0, ...cards.map((card) => numbers(card.stats ?? undefined).length))),
	};
}

/** The cards that fit, in the wanted order. */
export function filtered(cards: readonly GameCard[], filter: Filter): GameCard[] {
	const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
	const least = (wanted: string, found: number | undefined) => wanted === "" || (found !== undefined && found >= Number(wanted));
	const stat = (card: GameCard, which: number) => numbers(card.stats ?? undefined)[which];
	const fits = (card: GameCard) => {
		const printed = [card.name, card.kind, card.category, card.type, ...(card.subtypes ?? []), ...card.keywords, ...card.text]
			.filter(Boolean)
			.join(" ")
			.toLowerCase();
		return (
			words.every((word) => printed.includes(word)) &&
			(!filter.kind || card.kind === filter.kind) &&
			(!filter.category || card.category === filter.category) &&
			(!filter.type || card.type === filter.type) &&
			(!filter.subtype || (card.subtypes ?? []).includes(filter.subtype)) &&
			(!filter.level || card.level === Number(filter.level)) &&
			(!filter.word || card.words.includes(filter.word)) &&
			least(filter.first, stat(card, 0)) &&
			least(filter.second, stat(card, 1))
		);
	};
	const rank = (card: GameCard): number => {
		if (filter.sort === "level") return card.level ?? 0;
		if (filter.sort === "name") return 0;
		return -(stat(card, filter.sort === "first" ? 0 : 1) ?? -1);
	};
	return cards.filter(fits).sort((one, two) => rank(one) - rank(two) || one.name.localeCompare(two.name));
}

/** One bar of a chart. */
export type Bar = { label: string; count: number };

/** How many cards of each kind. */
export function kindBars(draft: Draft, about: (name: string) => GameCard | undefined): Bar[] {
	return bars(draft, (name) => about(name)?.kind ?? "unknown");
}

/** The curve: levels where cards have them, else the first of their numbers; wide ranges are gathered. */
export function curveBars(draft: Draft, about: (name: string) => GameCard | undefined, levels: boolean): Bar[] {
	const value = (name: string) => {
		const card = about(name);
		return levels ? (card?.level ?? undefined) : numbers(card?.stats ?? undefined)[0];
	};
	const found = draft.cards.map(([name]) => value(name)).filter((one): one is number => one !== undefined);
	if (found.length === 0) return [];
	const [low, high] = [Math.min(...found, 1), Math.max(...found)];
	const counted = bars(draft, (name) => value(name)?.toString());
	return Array.from({ length: high - low + 1 }, (_, at) => {
		const label = String(low + at);
		return { label, count: counted.find((bar) => bar.label === label)?.count ?? 0 };
	});
}

function bars(draft: Draft, label: (name: string) => string | undefined): Bar[] {
	const counts = new Map<string, number>();
	for (const [name, count] of draft.cards) {
		const found = label(name);
		if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + count);
	}
	return [...counts].map(([name, count]) => ({ label: name, count }));
}
