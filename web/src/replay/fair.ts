// The hashes of a shared seed, computed by the browser: nobody has to believe the server. `docs/fair-play.md` says how.
import type { SeedForm } from "../protocol/messages";

/** What a browser was promised, and what it brought itself. */
export type Promised = { commitment: string; share: string; match?: string; late?: boolean };

/** What the browser found: nothing where it cannot compute hashes. */
export type Found = { promise: boolean; derived: boolean } | undefined;

/** Whether the secret is the promised one, and the seed follows from it and the shares. */
export async function check(seed: SeedForm): Promise<Found> {
	const subtle = globalThis.crypto?.subtle;
	if (!subtle) return undefined;
	const secret = bytes(seed.secret);
	const hash = await subtle.digest("SHA-256", joined(utf8("playmat commitment 1\0"), secret));
	const all = joined(secret, ...seed.shares.map(bytes));
	const key = await subtle.importKey("raw", all, "HKDF", false, ["deriveBits"]);
	const derived = await subtle.deriveBits(
		{ name: "HKDF", hash: "SHA-256", salt: utf8("playmat seed 1"), info: utf8("match") },
		key,
		256,
	);
	return { promise: hex(hash) === seed.commitment, derived: hex(derived) === seed.seed };
}

const KEY = "playmat.promises";
const MOST = 100;

/** Answers a promise with a share of one's own; the same promise gets the same share. */
export function shareFor(commitment: string): string {
	const known = promises().find((one) => one.commitment === commitment);
	if (known) return known.share;
	const share = hex(crypto.getRandomValues(new Uint8Array(32)).buffer);
	keep([...promises(), { commitment, share }]);
	return share;
}

/** The match that a promise was about has begun. */
export function begun(commitment: string, match: string): void {
	keep(promises().map((one) => (one.commitment === commitment ? { ...one, match } : one)));
}

/** The server said that the share for its last promise came too late. */
export function late(commitment: string): void {
	keep(promises().map((one) => (one.commitment === commitment ? { ...one, late: true } : one)));
}

/** What this browser was promised for a match. */
export const promisedFor = (match: string): Promised | undefined => promises().find((one) => one.match === match);

function promises(): Promised[] {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
		return Array.isArray(kept) ? (kept as Promised[]) : [];
	} catch {
		return [];
	}
}

function keep(all: Promised[]): void {
	try {
		localStorage.setItem(KEY, JSON.stringify(all.slice(-MOST)));
	} catch {
		// A browser that keeps nothing plays all the same; it cannot compare later.
	}
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const hex = (buffer: ArrayBuffer): string =>
	[...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (text: string): Uint8Array<ArrayBuffer> =>
	Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));

function joined(...parts: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
	const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		all.set(part, at);
		at += part.length;
	}
	return all;
}
