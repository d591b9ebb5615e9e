// What a player's side of the ground looks like: by the category or type of most cards that are known of that player.
import type { GameInfo, Seat, View } from "../protocol/messages";

/** `Fish`, if most known cards of this player are; nothing while none is known. */
export function habitat(view: View, info: GameInfo | undefined, seat: Seat): string | undefined {
	const counts = new Map<string, number>();
	const printed = grounds(info);
	for (const part of view) {
		if (!Array.isArray(part.value)) continue;
		for (const card of part.value) {
			if (card.owner !== seat || card.card === undefined) continue;
			const found = printed.get(card.card);
			if (found) counts.set(found, (counts.get(found) ?? 0) + 1);
		}
	}
	let best: string | undefined;
	for (const [name, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = name;
	return best;
}

const known = new WeakMap<GameInfo, Map<string, string | undefined>>();

/** The category or type of every card of a game. */
function grounds(info: GameInfo | undefined): Map<string, string | undefined> {
	if (!info) return new Map();
	const found = known.get(info) ?? new Map(info.cards.map((card) => [card.name, card.category ?? card.type ?? undefined]));
	known.set(info, found);
	return found;
}
