// Saved decks: with the account where the server keeps them, else in this browser.
import { useSyncExternalStore } from "react";
import type { DeckRequest } from "../protocol/messages";
import { ask, Trouble } from "./api";

/** A deck that somebody keeps. */
export type SavedDeck = { id: string; game: string; name: string; text: string; updated: number; where: "account" | "browser" };

type Kept = Omit<SavedDeck, "where">;

const KEY = "playmat.decks";
let known: readonly SavedDeck[] = browser();
let asked: Promise<readonly SavedDeck[]> | undefined;
/** Whether the server keeps decks; not known before it was asked. */
let offered: boolean | undefined;
const listeners = new Set<() => void>();

/** All saved decks, the newest first; asks the server once, and again after a change of who one is. */
export function load(again = false): Promise<readonly SavedDeck[]> {
	if (again) asked = undefined;
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
	const kept: Kept = { id, game: deck.game, name: deck.name, text: deck.text, updated: Date.now() };
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
	const all = useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			void load();
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
		const kept = await ask<(Kept & { updated: number | string })[]>("GET", "/api/me/decks");
		offered = true;
		const there = kept.map((deck): SavedDeck => ({ ...deck, updated: time(deck.updated), where: "account" }));
		return newest([...there, ...here.filter((deck) => !there.some((one) => one.id === deck.id))]);
	} catch (trouble) {
		// A server that keeps no decks, or not for guests. Another trouble may pass: then it is asked again.
		offered = false;
		if (!(trouble instanceof Trouble) || trouble.status === 0 || trouble.status >= 429) asked = undefined;
		return newest(here);
	}
}

/** Seconds, milliseconds or a date. */
const time = (when: number | string): number =>
	typeof when === "string" ? Date.parse(when) || 0 : when < 1e11 ? when * 1000 : when;

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
