// What the device keeps: texts under keys, in a database of the browser. All of a write is kept or none of it.
import type { Item, Put } from "./calls";

const NAME = "playmat";
const KEPT = "kept";

/** The database, opened once. */
export class Store {
	private opened: Promise<IDBDatabase> | undefined;

	/** Everything that is kept. */
	async all(): Promise<Item[]> {
		const kept = (await this.open()).transaction(KEPT).objectStore(KEPT);
		const [keys, values] = await Promise.all([done(kept.getAllKeys()), done(kept.getAll())]);
		return keys.map((key, at) => ({ key: String(key), value: String(values[at]) }));
	}

	/** Keeps all of this, or throws and keeps nothing. What was kept outlives the browser. */
	async keep(puts: Put[]): Promise<void> {
		const write = (await this.open()).transaction(KEPT, "readwrite", { durability: "strict" });
		const kept = write.objectStore(KEPT);
		for (const { key, value } of puts) {
			if (value === null) kept.delete(key);
			else kept.put(value, key);
		}
		await new Promise<void>((kept, failed) => {
			write.oncomplete = () => kept();
			write.onabort = () => failed(write.error ?? new Error("the device cannot keep anything"));
		});
	}

	private open(): Promise<IDBDatabase> {
		this.opened ??= new Promise((opened, failed) => {
			const asked = indexedDB.open(NAME, 1);
			asked.onupgradeneeded = () => asked.result.createObjectStore(KEPT);
			asked.onerror = () => failed(asked.error);
			asked.onsuccess = () => {
				// Another version of this page may change the database: it is not kept waiting.
				asked.result.onversionchange = () => {
					asked.result.close();
					this.opened = undefined;
				};
				opened(asked.result);
			};
		});
		// A database that could not be opened is tried again.
		this.opened.catch(() => {
			this.opened = undefined;
		});
		return this.opened;
	}
}

const done = <T>(asked: IDBRequest<T>): Promise<T> =>
	new Promise((found, failed) => {
		asked.onsuccess = () => found(asked.result);
		asked.onerror = () => failed(asked.error);
	});
