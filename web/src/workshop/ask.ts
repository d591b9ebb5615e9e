// Questions of the editor: answered by this device where it can, else by the server. Both run the same code.

import * as api from "../net/api";
import { askEditor, canEditHere } from "../pocket/editor";
import type { CardFile, CardWords, FormattedCards, OwnCards, PlayableCards, Reading, WordsMeaning } from "../protocol/messages";

/** A set that is being written: what is sent of it, and all of its files. */
export type Desk = { game: string; own: OwnCards; all: CardFile[] };

type Of = { file: string; at?: number };

/** What is wrong, and how the cards of a file look. */
export const read = (desk: Desk, file: string): Promise<Reading> => near(desk, "read", { file });
/** What can stand at a place. */
export const complete = (desk: Desk, file: string, at: number): Promise<CardWords[]> => near(desk, "complete", { file, at });
/** What words mean. */
export const hover = (desk: Desk, file: string, at: number): Promise<WordsMeaning | null> => near(desk, "hover", { file, at });
/** The canonical form. */
export const format = (desk: Desk, file: string): Promise<FormattedCards> => near(desk, "format", { file });
/** Whether the set can be played, and what is new in it. The shipped cards are those of who will hold the match. */
export const playable = ({ game, own }: Desk): Promise<PlayableCards> => api.ask("POST", address(game, "play"), { cards: own });

const address = (game: string, what: string): string => `/api/games/${encodeURIComponent(game)}/workshop/${what}`;

/** This device is told all files, so that it does not matter which ones it has itself. */
async function near<T>({ game, own, all }: Desk, what: string, of: Of): Promise<T> {
	if (canEditHere()) {
		const body = JSON.stringify({ cards: { shipped: false, files: all }, ...of });
		const answer = await askEditor(address(game, what), body).catch(() => undefined);
		if (answer?.ok) return (await answer.json()) as T;
	}
	return api.ask("POST", address(game, what), { cards: own, ...of });
}
