// Requests over HTTP. Whatever goes wrong becomes a `Trouble` with a sentence for people.

import { ON_SITE } from "../lib/router";
import { send } from "../pocket/route";
import type {
	DeckCheck,
	DeckRequest,
	GameInfo,
	GameSummary,
	JoinRequest,
	LessonInfo,
	Me,
	Problem,
	Table,
	TableRequest,
} from "../protocol/messages";

/** A request that did not succeed. */
export class Trouble extends Error {
	constructor(
		readonly code: string,
		sentence: string,
		readonly status: number,
	) {
		super(sentence);
	}
}

/** Neither a server nor this device has answered. */
export const nobodyAnswers = (): Trouble =>
	new Trouble(
		"offline",
		ON_SITE
			? "Everything here is played on your device, and this browser cannot do that: it has no WebAssembly, or keeps nothing."
			: "The server cannot be reached. Check your connection and try again.",
		0,
	);

/** Who I am; a guest is made if there is none yet. */
export async function me(): Promise<Me> {
	try {
		return await ask<Me>("GET", "/api/me");
	} catch (trouble) {
		if (trouble instanceof Trouble && trouble.status === 401) return rename(undefined);
		throw trouble;
	}
}

/** Another name, or a made-up one. */
export const rename = (name: string | undefined): Promise<Me> => ask("POST", "/api/me", name === undefined ? {} : { name });
/** All games. */
export const games = (): Promise<GameSummary[]> => ask("GET", "/api/games");
/** The public tables. */
export const publicTables = (): Promise<Table[]> => ask("GET", "/api/tables");
/** Where I sit. */
export const myTables = (): Promise<Table[]> => ask("GET", "/api/me/tables");
/** One table. */
export const table = (code: string): Promise<Table> => ask("GET", `/api/tables/${encodeURIComponent(code)}`);
/** A new table. A guest is made first if there is none. */
export const open = (request: TableRequest): Promise<Table> => me().then(() => ask("POST", "/api/tables", request));
/** Sit down. */
export const join = (code: string, request: JoinRequest): Promise<Table> =>
	me().then(() => ask("POST", `/api/tables/${encodeURIComponent(code)}/join`, request));
/** Get up. */
export const leave = (code: string): Promise<Table> => ask("POST", `/api/tables/${encodeURIComponent(code)}/leave`, {});

/** What a deck is, and everything that is wrong with it. */
export const checkDeck = (game: string, deck: DeckRequest): Promise<DeckCheck> =>
	ask("POST", `/api/games/${encodeURIComponent(game)}/deck`, { deck });

/** A deck as a PDF. The server alone can make one. */
export async function printDeck(game: string, deck: DeckRequest, paper: "a4" | "letter", backs: boolean): Promise<Blob> {
	const address = `/api/games/${encodeURIComponent(game)}/print?paper=${paper}&backs=${backs ? "yes" : "no"}`;
	let response: Response;
	try {
		response = await fetch(address, {
			method: "POST",
			credentials: "same-origin",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ deck }),
		});
	} catch {
		throw new Trouble("offline", "The server makes the file, and it cannot be reached. Check your connection and try again.", 0);
	}
	if (response.ok) return response.blob();
	throw await refusal(response);
}

/** The lessons of a game. */
export const lessons = (game: string): Promise<LessonInfo[]> => ask("GET", `/api/games/${encodeURIComponent(game)}/lessons`);

const kept = new Map<string, Promise<GameInfo>>();

/** Everything about a game; kept until the page is loaded again. */
export function gameInfo(game: string, edition?: string, rulings: Record<string, string> = {}): Promise<GameInfo> {
	const query = new URLSearchParams();
	if (edition) query.set("edition", edition);
	for (const [name, value] of Object.entries(rulings)) query.append("ruling", `${name}=${value}`);
	const address = `/api/games/${encodeURIComponent(game)}${query.size > 0 ? `?${query}` : ""}`;
	const known = kept.get(address);
	if (known) return known;
	const asked = ask<GameInfo>("GET", address);
	kept.set(address, asked);
	asked.catch(() => kept.delete(address));
	return asked;
}

/** Asks the server; a refusal is thrown. */
export async function ask<T>(method: string, address: string, body?: unknown): Promise<T> {
	let response: Response;
	try {
		response = await send(method, address, {
			headers: body === undefined ? {} : { "content-type": "application/json" },
			body: body === undefined ? null : JSON.stringify(body),
		});
	} catch {
		throw nobodyAnswers();
	}
	if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
	throw await refusal(response);
}

/** What a server says no with. */
async function refusal(response: Response): Promise<Trouble> {
	const problem = (await response.json().catch(() => undefined)) as Partial<Problem> | undefined;
	return new Trouble(
		problem?.code ?? "unknown",
		problem?.sentence ?? `The server did not understand this (${response.status}). Reload the page and try again.`,
		response.status,
	);
}
