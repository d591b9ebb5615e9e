// How cards look: a frame by kind, a ground by category, a picture by name. Nothing here decides anything.
import { sign } from "../art/signs";
import type { Card, GameCard, GameInfo } from "../protocol/messages";
import { picture } from "../ui/Icon";

/** The printed card of a name. A token may have the name of a card that is none. */
export function printed(info: GameInfo | undefined, name: string | undefined, token: boolean): GameCard | undefined {
	if (!info || name === undefined) return undefined;
	const cards = named(info).get(name);
	return cards?.find((card) => card.token === token) ?? cards?.[0];
}

const known = new WeakMap<GameInfo, Map<string, GameCard[]>>();

/** The cards of a game by name; they are asked for with every card that is drawn. */
function named(info: GameInfo): Map<string, GameCard[]> {
	let found = known.get(info);
	if (!found) {
		found = new Map();
		for (const card of info.cards) found.set(card.name, [...(found.get(card.name) ?? []), card]);
		known.set(info, found);
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

/** What a picture is chosen by. */
export type Printed = Pick<GameCard, "kind" | "category" | "type" | "icon">;

/** What games with types, sub-types and levels say of a card besides. */
export type Details = { type?: string | null; subtypes?: string[]; level?: number | null };

/** `Fish` as `fish`: which ground. Games without categories have that of the card's type, or of its kind. */
export function ground(card: Printed | undefined): string {
	const { type } = card ?? {};
	return card?.category?.toLowerCase().replace(/\s+/g, "-") ?? type?.toLowerCase() ?? frame(card?.kind);
}

/** A card's picture: from a sprite, or an emoji that its file names. */
export function art(card: Printed | undefined, game: string): { href: string } | { emoji: string } {
	const named = picture(card?.icon, game);
	if (named) return { href: named };
	if (card?.icon && !/^[\w-]+$/.test(card.icon)) return { emoji: card.icon };
	const kind = sign(ground(card)) ?? sign(frame(card?.kind)) ?? "card-joker";
	return { href: picture(kind, game) ?? "" };
}

/** The sign on the back of a game's cards. */
export const BACKS: Record<string, string> = { "food-chain": "food-chain", skirmish: "crossed-swords", strata: "stone-stack" };
