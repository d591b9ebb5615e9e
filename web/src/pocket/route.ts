// Who answers: the server, or this device for its own tables and where there is no server.
import { ON_SITE } from "../lib/router";
import type { MatchPage, Table, Verification } from "../protocol/messages";
import { canPlayHere, pocket } from "./pocket";
import type { Socket } from "./socket";

/** The codes of this device begin with a digit that no code of a server has. */
const OWN_TABLE = /\/api\/tables\/0/i;
const LESSON = /\/api\/games\/[^/]+\/lessons\//;
const OWN_MATCH = /^\/api\/matches\/[0-9a-f]{16}\//;
/** What there is of me on the server and on this device. */
const MINE = ["/api/me/tables", "/api/me/matches"];
/** That tables were opened here: only then this device is asked where the server has answered. */
const USED = "playmat.pocket";

/** Whether the server is out of reach, as far as the browser knows. */
export const isOffline = (): boolean => ON_SITE || navigator.onLine === false;

/** As `fetch` from the server, answered by this device where the server cannot or has no part in it. Throws if nobody answers. */
export async function send(
	method: string,
	address: string,
	init: RequestInit & { body?: Blob | string | null },
): Promise<Response> {
	const here = canPlayHere();
	if (!here && ON_SITE) throw new Error("no server, and this browser cannot be one");
	if (here && (OWN_TABLE.test(address) || isOffline())) return own(method, address, init.body);
	let response: Response;
	try {
		response = await fetch(address, { ...init, method, credentials: "same-origin" });
	} catch (error) {
		if (!here) throw error;
		return own(method, address, init.body);
	}
	if (!here) return response;
	// Files on a web space, or a proxy whose server is away: no server of Playmat has said this.
	if (!response.ok && !/json/.test(response.headers.get("content-type") ?? "")) return own(method, address, init.body);
	if (!wasUsed()) return response;
	if (response.status === 404 && OWN_MATCH.test(address)) {
		const answer = await own(method, address, init.body);
		return answer.ok ? answer : response;
	}
	if (response.ok && method === "GET" && MINE.includes(address)) return both(response, address);
	return response;
}

/** A socket to a table or a lesson. */
export function socketTo(address: string): Socket {
	const { pathname } = new URL(address);
	if (canPlayHere() && (OWN_TABLE.test(pathname) || (isOffline() && LESSON.test(pathname)))) return pocket().connect(pathname);
	return new WebSocket(address) as Socket;
}

/** Whether the record of a match holds, found here by the code of `playmat verify`; none if this device cannot. */
export async function verifyHere(record: Blob, keys: string[]): Promise<Verification | undefined> {
	if (!canPlayHere()) return undefined;
	const query = keys.map((key) => `key=${key}`).join("&");
	const answer = await pocket().request("POST", `/api/replays/verify${query && `?${query}`}`, record);
	return answer.ok ? ((await answer.json()) as Verification) : undefined;
}

async function own(method: string, address: string, body?: Blob | string | null): Promise<Response> {
	const answer = await pocket().request(method, address, body);
	if (answer.ok && method === "POST" && /^\/api\/(tables|replays\/play)/.test(address)) use();
	return answer;
}

/** What is mine on the server and on this device. */
async function both(response: Response, address: string): Promise<Response> {
	const answer = await own("GET", address);
	const there = (await response.json()) as Table[] | MatchPage;
	const here = answer.ok ? ((await answer.json()) as Table[] | MatchPage) : [];
	return new Response(JSON.stringify(joined(here, there)), { headers: { "content-type": "application/json" } });
}

function joined(here: Table[] | MatchPage, there: Table[] | MatchPage): Table[] | MatchPage {
	if (Array.isArray(there)) return Array.isArray(here) ? [...here, ...there] : there;
	if (Array.isArray(here)) return there;
	return { ...there, matches: [...here.matches, ...there.matches].sort((one, two) => two.ended - one.ended) };
}

function wasUsed(): boolean {
	try {
		return localStorage.getItem(USED) !== null;
	} catch {
		return false;
	}
}

function use(): void {
	try {
		localStorage.setItem(USED, "1");
	} catch {
		// A browser that keeps nothing keeps no matches either.
	}
}

/** For programs that run in the page, and for tests: what the page itself asks with. */
Reflect.set(globalThis, "playmat", { ask: send });
