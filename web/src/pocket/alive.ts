// Whether a worker still lives: one that is ended from outside says nothing. A worker holds a lock as long as it lives, and whoever waits
// for that lock hears of its end.

/** In the worker: holds its lock for good, then says so. */
export function live(name: string, held: () => void): void {
	void navigator.locks.request(name, () => {
		held();
		return new Promise<never>(() => {});
	});
}

/** Outside: waits for the end of a worker that holds its lock. */
export async function ended(name: string): Promise<void> {
	await navigator.locks.request(name, () => undefined);
}

/** A name that no other worker has. */
export const lifeName = (): string => `playmat-life-${crypto.randomUUID()}`;
