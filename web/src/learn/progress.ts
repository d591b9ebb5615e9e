// Which lessons were finished, kept in this browser.
const KEY = "playmat.learnt";

/** The finished lessons: `food-chain/1-prey`. */
export function learnt(): Set<string> {
	try {
		return new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[]);
	} catch {
		return new Set();
	}
}

/** One more. */
export function remember(game: string, lesson: string): void {
	try {
		localStorage.setItem(KEY, JSON.stringify([...learnt().add(`${game}/${lesson}`)]));
	} catch {
		// A browser that keeps nothing lets one learn anew.
	}
}
