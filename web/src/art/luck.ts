// Luck from a name: the same card has the same picture everywhere, for everybody.

/** Numbers from 0 to 1, and what is made of them. */
export type Luck = { (): number; between: (low: number, high: number) => number; pick: <T>(list: readonly T[]) => T };

/** A number out of a text (FNV-1a). */
export function hash(text: string): number {
	let sum = 2166136261;
	for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 16777619);
	return sum >>> 0;
}

/** The luck of a name (mulberry32). */
export function luck(name: string): Luck {
	let state = hash(name);
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
	return Object.assign(next, {
		between: (low: number, high: number) => low + next() * (high - low),
		pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
	});
}
