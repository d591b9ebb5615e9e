// How cards look: a frame by kind, a ground by category, a picture by name. Nothing here decides anything.
import type { Card, GameCard, GameInfo } from "../protocol/messages";
import { picture } from "../ui/Icon";

/** The printed card of a name. A token may have the name of a card that is none. */
export function printed(info: GameInfo | undefined, name: string | undefined, token: boolean): GameCard | undefined {
	if (!info || name === undefined) return undefined;
	let found: GameCard | undefined;
	for (const card of info.cards) {
		if (card.name !== name) continue;
		if (card.token === token) return card;
		found ??= card;
	}
	return found;
}

/** Whether a card is shown as a token. */
export const isToken = (card: Card): boolean => (card.marks ?? []).some((mark) => mark.word === "token");

/** `token free spell` as `free-spell`: which frame. */
export function frame(kind: string | undefined): string {
	return (kind ?? "card")
		.replace(/^(token|generated)\s+/, "")
		.replace(/\s+/g, "-")
		.toLowerCase();
}

/** What games with types, sub-types and levels say of a card besides. */
export type Details = { type?: string | null; subtypes?: string[]; level?: number | null };

/** `Fish` as `fish`: which ground. Games without categories have that of the card's type, or of its kind. */
export function ground(card: GameCard | undefined): string {
	const { type } = (card ?? {}) as Details;
	return card?.category?.toLowerCase().replace(/\s+/g, "-") ?? type?.toLowerCase() ?? frame(card?.kind);
}

/** Pictures for cards that name none, or one that is not there. */
const BY_GROUND: Record<string, string> = {
	water: "water-drop",
	fire: "flame",
	earth: "stone-pile",
	nature: "oak-leaf",
	electric: "focused-lightning",
	light: "sun",
	dark: "evil-moon",
	magic: "crystal-ball",
	prey: "rabbit",
	predator: "paw",
	spell: "spell-book",
	"free-spell": "magic-swirl",
	"field-spell": "forest",
	trap: "mantrap",
	unit: "swordman",
	"action-unit": "swordman",
	action: "scroll-quill",
};

/** A card's picture: from a sprite, or an emoji that its file names. */
export function art(card: GameCard | undefined, game: string): { href: string } | { emoji: string } {
	const named = picture(card?.icon, game);
	if (named) return { href: named };
	if (card?.icon && !/^[\w-]+$/.test(card.icon)) return { emoji: card.icon };
	const kind = BY_GROUND[ground(card)] ?? BY_GROUND[frame(card?.kind)] ?? "card-joker";
	return { href: picture(kind, game) ?? picture("card-joker", "ui") ?? "" };
}

/** The sign on the back of a game's cards. */
export const BACKS: Record<string, string> = { "food-chain": "food-chain", skirmish: "crossed-swords", strata: "stone-stack" };
