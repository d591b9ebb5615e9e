// Revealed cards: an event says whom it shows its cards to, the state who looks at them now. Until they are closed the match stands still.
import type { GameEvent, Seat } from "../protocol/messages";
import type { Mine } from "./merge";

/** Whether an event shows cards to this viewer. */
export function showsCards(event: GameEvent, mine: Mine): boolean {
	return event.shown_to !== undefined && event.shown_to === mine.viewer && (event.cards ?? []).some((seen) => seen.card);
}

/** The event whose cards this viewer looks at now. */
export function lookedAt(mine: Mine): GameEvent | undefined {
	const open = mine.state.reveals?.find((reveal) => reveal.to === mine.viewer);
	return open && mine.events.find((event) => event.n === open.event);
}

/** Somebody else who looks at revealed cards now. */
export function looker(mine: Mine): Seat | undefined {
	return mine.state.reveals?.find((reveal) => reveal.to !== mine.viewer)?.to;
}
