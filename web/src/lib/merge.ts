// What a client has of a match, and how updates are merged into it: the whole of it, for every game.
import type { Full, GameEvent, PartValue, Question, State, TakeBack, Update, View, Viewer } from "../protocol/messages";

/** What this client knows of a match. */
export type Mine = {
	match: string;
	viewer: Viewer;
	number: number;
	view: View;
	events: GameEvent[];
	state: State;
	question: Question | undefined;
	/** Whether the last own move can be taken back. */
	takeBack: TakeBack | undefined;
	/** When the state came, by the client's clock, in milliseconds. */
	at: number;
	/** True if it tells what happened while one was not here: it is shown at once. */
	quiet?: boolean;
};

/** Everything anew. */
export function begin(full: Full, at: number): Mine {
	const { match, viewer, number, view, events, state, question, take_back: takeBack } = full;
	return { match, viewer, number, view, events, state, question, takeBack, at };
}

/** A part's new value with the cards of its old one wherever they are the same: what has not changed is not drawn anew. */
function shared(old: PartValue, now: PartValue): PartValue {
	if (!Array.isArray(old) || !Array.isArray(now)) return now;
	const known = new Map(old.map((card) => [JSON.stringify(card), card]));
	return now.map((card) => known.get(JSON.stringify(card)) ?? card);
}

/** The next state, or nothing if the update does not follow: then the client asks for everything. */
export function merge(mine: Mine | undefined, update: Update, at: number): Mine | undefined {
	if (!mine || update.match !== mine.match || update.from !== mine.number) return undefined;
	const view = [...mine.view];
	for (const { part, value } of update.changes) {
		const old = view[part];
		if (!old) return undefined;
		view[part] = { ...old, value: shared(old.value, value) };
	}
	return {
		...mine,
		view: update.changes.length > 0 ? view : mine.view,
		events: update.events.length > 0 ? [...mine.events, ...update.events] : mine.events,
		number: update.to,
		state: update.state,
		question: update.question,
		takeBack: update.take_back,
		at,
		quiet: false,
	};
}
