// Kinds of events, compared by the one list of them: a misspelled kind does not compile.
import type { EventKind } from "../protocol/events";
import type { GameEvent } from "../protocol/messages";

/** Whether an event is of one of these kinds. */
export const isOf = (event: Pick<GameEvent, "what">, ...kinds: readonly EventKind[]): boolean =>
	(kinds as readonly string[]).includes(event.what);
