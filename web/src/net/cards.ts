// Cards that are not the shipped ones: those of a table or of a record, and the files that come with a game.

import type { CardFile, GameInfo, PlayableCards, Replay, Table } from "../protocol/messages";
import * as api from "./api";

const kept = new Map<string, Promise<PlayableCards>>();

/** What a table is played with, if somebody wrote its cards; kept until the page is loaded again. */
export function tableCards(table: Pick<Table, "code" | "own_cards">): Promise<PlayableCards> {
	const key = `${table.code} ${table.own_cards}`;
	const known = kept.get(key);
	if (known) return known;
	const asked = api.ask<PlayableCards>("GET", `/api/tables/${encodeURIComponent(table.code)}/cards`);
	kept.set(key, asked);
	asked.catch(() => kept.delete(key));
	return asked;
}

/** The game of a table, with its cards. */
export function infoOfTable(table: Pick<Table, "code" | "game" | "edition" | "rulings" | "own_cards">): Promise<GameInfo> {
	if (table.own_cards) return tableCards(table).then((cards) => cards.info);
	return api.gameInfo(table.game, table.edition, table.rulings);
}

/** The game of a replay, with the cards that its record carries. */
export function infoOfReplay({ game, edition, rulings, own_cards }: Replay): Promise<GameInfo> {
	if (!own_cards) return api.gameInfo(game, edition, rulings);
	const request = { cards: { shipped: false, files: own_cards }, edition, rulings };
	return api.ask<PlayableCards>("POST", `/api/games/${encodeURIComponent(game)}/workshop/play`, request).then(({ info }) => info);
}

/** The files that new matches of a game are played with. */
export const shippedFiles = (game: string): Promise<CardFile[]> => api.ask("GET", `/api/games/${encodeURIComponent(game)}/cards`);
