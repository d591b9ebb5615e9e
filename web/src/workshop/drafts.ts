// What somebody is writing: kept in this browser with every key, so that a closed tab and a server that is away lose nothing.
import type { CardFile, OwnCards } from "../protocol/messages";

/** A set that is being written. */
export type Draft = {
	id: string;
	name: string;
	game: string;
	/** Whether the shipped files are part of it. */
	shipped: boolean;
	/** Its own files, and shipped ones that were changed. */
	files: CardFile[];
	/** When it was changed, in milliseconds. */
	at: number;
};

const KEY = "playmat.draft.";
/** The longest name of a set. */
export const LONGEST = 60;

/** All drafts of this browser, the latest first. */
export function drafts(): Draft[] {
	const found: Draft[] = [];
	try {
		for (let at = 0; at < localStorage.length; at++) {
			const key = localStorage.key(at);
			const draft = key?.startsWith(KEY) ? readDraft(localStorage.getItem(key)) : undefined;
			if (draft) found.push(draft);
		}
	} catch {
		// A browser that keeps nothing has no drafts.
	}
	return found.sort((one, two) => two.at - one.at);
}

/** Keeps a draft; false if this browser does not. */
export function keep(draft: Draft): boolean {
	try {
		localStorage.setItem(KEY + draft.id, JSON.stringify(draft));
		return true;
	} catch {
		return false;
	}
}

/** Throws a draft away. */
export function discard(id: string): void {
	try {
		localStorage.removeItem(KEY + id);
	} catch {
		// Then it was not kept either.
	}
}

/** A draft from what was kept or what a file holds; nothing if it is none. */
export function readDraft(text: string | null): Draft | undefined {
	try {
		const { id, name, game, shipped, files, at } = JSON.parse(text ?? "") as Draft;
		const fits = [id, name, game].every((word) => typeof word === "string") && Array.isArray(files);
		const are = fits && files.every((file) => typeof file.name === "string" && typeof file.text === "string");
		return are ? { id, name, game, shipped: shipped === true, files, at: Number(at) || 0 } : undefined;
	} catch {
		return undefined;
	}
}

/** A new one. */
export const newDraft = (game: string, name: string, shipped: boolean, files: CardFile[]): Draft => ({
	id: crypto.randomUUID(),
	name,
	game,
	shipped,
	files,
	at: Date.now(),
});

/** All files of a draft, by name. */
export function allFiles(draft: Draft, shipped: readonly CardFile[]): CardFile[] {
	const own = new Map(draft.files.map((file) => [file.name, file]));
	const others = draft.shipped ? shipped.filter((file) => !own.has(file.name)) : [];
	return [...others, ...draft.files].sort((one, two) => (one.name < two.name ? -1 : 1));
}

/** The draft with another text of a file. A shipped file that is as it was is no part of it. */
export function write(draft: Draft, shipped: readonly CardFile[], name: string, text: string): Draft {
	const rest = draft.files.filter((file) => file.name !== name);
	const same = draft.shipped && shipped.some((file) => file.name === name && file.text === text);
	return { ...draft, files: same ? rest : [...rest, { name, text }], at: Date.now() };
}

/** A name for a new file that no file has yet. */
export function freeName(files: readonly CardFile[]): string {
	for (let number = 1; ; number++) {
		const name = number === 1 ? "mine.cards" : `mine-${number}.cards`;
		if (!files.some((file) => file.name === name)) return name;
	}
}

/** The section and one card of a file under another name: something to begin with, in whatever words the game has. */
export function example(file: CardFile | undefined, card: { name: string; from: number; to: number } | undefined): string {
	if (!file || !card) return "";
	const section = /^category .*$/m.exec(file.text)?.[0];
	const text = file.text.slice(card.from, card.to).replace(card.name, "First Try");
	return `${section ? `${section}\n\n` : ""}${text}\n`;
}

/** What is sent of a draft. */
export const sent = (draft: Draft): OwnCards => ({ shipped: draft.shipped, files: draft.files });
