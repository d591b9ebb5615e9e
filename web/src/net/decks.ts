// Saved decks: with the account where the server keeps them, else in this browser.
import { useEffect, useSyncExternalStore } from "react";
import type { DeckRequest, SavedDeck as Kept } from "../protocol/messages";
import { ask, Trouble } from "./api";
import { useMe, whoAmI } from "./me";

/** A deck that somebody keeps, and where. */
export type SavedDeck = Kept & { where: "account" | "browser" };

const KEY = "playmat.decks";
let known: readonly SavedDeck[] = browser();
let asked: Promise<readonly SavedDeck[]> | undefined;
/** Whose decks were asked for. */
let whose: string | undefined;
/** Whether the server keeps decks; not known before it was asked. */
let offered: boolean | undefined;
const listeners = new Set<() => void>();

/** All saved decks, the newest first; asks the server once, and again when one has become somebody else. */
export function load(me?: string): Promise<readonly SavedDeck[]> {
	if (me !== undefined && me !== whose) {
		whose = me;
		asked = undefined;
	}
	asked ??= fetched().then((found) => {
		tell(found);
		return found;
	});
	return asked;
}

/** Keeps a deck: a new one, or a new form of an old one. */
export async function save(deck: { id: string | undefined; game: string; name: string; text: string }): Promise<SavedDeck> {
	await load();
	const id = deck.id ?? newId();
	const kept: Kept = { id, game: deck.game, name: deck.name, text: deck.text, updated: Math.floor(Date.now() / 1000) };
	let where: SavedDeck["where"] = "browser";
	if (offered) {
		await ask("PUT", `/api/me/decks/${encodeURIComponent(id)}`, { game: kept.game, name: kept.name, text: kept.text });
		where = "account";
	}
	const others = browser().filter((one) => one.id !== id);
	write(where === "browser" ? [...others, { ...kept, where }] : others);
	const saved: SavedDeck = { ...kept, where };
	tell([saved, ...known.filter((one) => one.id !== id)]);
	return saved;
}

/** Throws a deck away. */
export async function remove(id: string): Promise<void> {
	const found = known.find((one) => one.id === id);
	if (found?.where === "account") await ask("DELETE", `/api/me/decks/${encodeURIComponent(id)}`);
	write(browser().filter((one) => one.id !== id));
	tell(known.filter((one) => one.id !== id));
}

/** The saved decks of a game, as a hook. */
export function useSavedDecks(game: string | undefined): SavedDeck[] {
	const me = useMe();
	const id = me?.id;
	useEffect(() => {
		if (id) void load(id);
	}, [id]);
	const all = useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => known,
		() => known,
	);
	return all.filter((deck) => deck.game === game);
}

/** What is sent for a chosen deck: `saved:ID` is sent as its text, everything else as it is. */
export function deckRequest(chosen: string): DeckRequest {
	const saved = chosen.startsWith("saved:") ? known.find((deck) => `saved:${deck.id}` === chosen) : undefined;
	if (saved) return { text: saved.text };
	return chosen.startsWith("saved:") ? "random" : chosen;
}

async function fetched(): Promise<readonly SavedDeck[]> {
	const here = browser();
	try {
		await whoAmI();
		const kept = await ask<Kept[]>("GET", "/api/me/decks");
		offered = true;
		const there = kept.map((deck): SavedDeck => ({ ...deck, where: "account" }));
		return newest([...there, ...here.filter((deck) => !there.some((one) => one.id === deck.id))]);
	} catch (trouble) {
		// A server that keeps no decks, or not for guests. Another trouble may pass: then it is asked again.
		offered = false;
		if (!(trouble instanceof Trouble) || trouble.status === 0 || trouble.status >= 429) asked = undefined;
		return newest(here);
	}
}

const newest = (decks: SavedDeck[]): SavedDeck[] => decks.sort((one, two) => two.updated - one.updated);

function tell(decks: readonly SavedDeck[]): void {
	known = decks;
	for (const listener of listeners) listener();
}

function newId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(10));
	return Array.from(bytes, (byte) => "abcdefghjkmnpqrstvwxyz23456789"[byte % 30]).join("");
}

function browser(): SavedDeck[] {
	try {
		const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Kept[];
		return kept.map((deck) => ({ ...deck, where: "browser" }));
	} catch {
		return [];
	}
}

function write(decks: Kept[]): void {
	try {
		localStorage.setItem(
			KEY,
			JSON.stringify(decks.map(({ id, game, name, text, updated }) => ({ id, game, name, text, updated }))),
		);
	} catch {
		// A browser that keeps nothing keeps no decks.
	}
}
