// Shares of seeds: what this browser was promised, what it brings, and whether a record keeps to it. Nobody has to believe the server.
// `docs/fair-play.md` says how the hashes are made.
import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ClientMessage, Seat, SeedForm, ServerMessage } from "../protocol/messages";

type Commitment = Extract<ServerMessage, { type: "commitment" }>;
type Sealed = Extract<ServerMessage, { type: "sealed" }>;

/** What a browser was promised about a match, and what it brought itself. */
export type Promised = {
	match: string;
	/** The address of the table. */
	table: string;
	commitment: string;
	players: [string, string];
	shares: { seat: Seat; share: string; commitment: string }[];
	/** Everything that was promised, once that was told. */
	sealed?: (string | null)[];
	/** Whether the match was dealt. */
	begun?: boolean;
	/** What was wrong with it. */
	wrong?: string;
};

/** What the browser found. */
export type Found = { promise: boolean; derived: boolean };

/** What is said to the server, and what the player must know. */
export type Answers = { messages: ClientMessage[]; wrong?: string };

/** Whether the secret is the promised one, and the seed follows from it and the shares. */
export function check(seed: SeedForm): Found {
	const secret = hexToBytes(seed.secret);
	const promise = seed.bound
		? hashed("playmat commitment 2", head(seed.bound.match, seed.bound.players), secret)
		: hashed("playmat commitment 1", secret);
	const all = concatBytes(secret, ...seed.shares.map(hexToBytes));
	const derived = bytesToHex(hkdf(sha256, all, utf8ToBytes("playmat seed 1"), utf8ToBytes("match"), 32));
	return { promise: promise === seed.commitment, derived: derived === seed.seed };
}

/** What promises the share of a seat. */
export function promiseOf(match: string, players: string[], commitment: string, seat: Seat, share: string): string {
	const parts = [head(match, players), hexToBytes(commitment), Uint8Array.of(placeOf(seat)), hexToBytes(share)];
	return hashed("playmat share 2", ...parts);
}

/** What stands for a player. */
export const tagOf = (salt: string, seat: Seat, player: string): string =>
	hashed("playmat player 2", hexToBytes(salt), Uint8Array.of(placeOf(seat)), utf8ToBytes(player)).slice(0, 32);

/** Answers a message about a seed. A match gets shares once: the same promise gets the same answer, another one gets none. */
export function answer(message: Commitment | Sealed, table: string, me: string): Answers {
	try {
		return message.type === "commitment" ? commit(message, table, me) : open(message);
	} catch {
		return { messages: [], wrong: "The server's promise about the shuffle cannot be read. This browser brings no share." };
	}
}

/** A match was dealt. */
export function begun(match: string): void {
	const known = promisedFor(match);
	if (known && !known.begun) put({ ...known, begun: true });
}

/** What this browser was promised for a match. */
export const promisedFor = (match: string): Promised | undefined => promises().find((one) => one.match === match);

/** The place of a seat. */
export const placeOf = (seat: Seat): 0 | 1 => (seat === "p1" ? 0 : 1);

function commit(message: Commitment, table: string, me: string): Answers {
	const { match, players, commitment } = message;
	const known = promisedFor(match);
	if (known) {
		if (known.commitment === commitment && same(known.players, players)) return { messages: commits(known) };
		return refuse(
			known,
			"The server promised this match twice, with different secrets. This browser answers only the first time.",
		);
	}
	// A match that was promised at this table, whose shares were opened, and that was never dealt.
	const dropped = promises().some((one) => one.table === table && one.sealed && !one.begun);
	const wrong = dropped ? "The server promised another match here before, and never dealt it: it may be choosing." : undefined;
	const made: Promised = { match, table, commitment, players, shares: [], ...(wrong ? { wrong } : {}) };
	for (const seat of message.seats) {
		if (tagOf(message.salt, seat, me) !== players[placeOf(seat)])
			return refuse(made, "The server's promise is for somebody else. This browser brings no share.");
		const share = bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
		made.shares.push({ seat, share, commitment: promiseOf(match, players, commitment, seat, share) });
	}
	put(made);
	return { messages: commits(made), ...(wrong ? { wrong } : {}) };
}

function open(message: Sealed): Answers {
	const { match, commitment, shares } = message;
	const known = promisedFor(match);
	if (!known) return { messages: [] };
	if (known.commitment !== commitment || (known.sealed && !same(known.sealed, shares)))
		return refuse(known, "The server tells what was promised in two ways. This browser opens its share only for the first.");
	const told = (seat: Seat) => shares[placeOf(seat)];
	if (known.shares.some((own) => told(own.seat) && told(own.seat) !== own.commitment))
		return refuse(known, "The server changed what this browser promised. Its share stays closed.");
	put({ ...known, sealed: shares });
	const opened = known.shares.filter((own) => told(own.seat) === own.commitment);
	return { messages: opened.map(({ seat, share }) => ({ type: "open", match, seat, share })) };
}

function refuse(promised: Promised, wrong: string): Answers {
	put({ ...promised, wrong });
	return { messages: [], wrong };
}

const commits = ({ match, shares }: Promised): ClientMessage[] =>
	shares.map(({ seat, commitment }) => ({ type: "commit", match, seat, commitment }));

const KEY = "playmat.promised";
const MOST = 100;
/** For a browser that keeps nothing: as long as the page is open. */
let memory: Promised[] = [];

function promises(): Promised[] {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
		return Array.isArray(kept) ? (kept as Promised[]) : memory;
	} catch {
		return memory;
	}
}

function put(one: Promised): void {
	memory = [...promises().filter((other) => other.match !== one.match), one].slice(-MOST);
	try {
		localStorage.setItem(KEY, JSON.stringify(memory));
	} catch {
		// A browser that keeps nothing plays all the same; it cannot compare later.
	}
}

const same = (one: (string | null)[], two: (string | null)[]): boolean => JSON.stringify(one) === JSON.stringify(two);
const head = (match: string, players: string[]): Uint8Array => concatBytes(hexToBytes(match), ...players.map(hexToBytes));
const hashed = (what: string, ...parts: Uint8Array[]): string =>
	bytesToHex(sha256(concatBytes(utf8ToBytes(`${what}\0`), ...parts)));
