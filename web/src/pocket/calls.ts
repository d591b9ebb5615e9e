// What is said to the module and what it says: crates/pocket/src/call.rs in TypeScript.

/** Something that is kept: the device knows it by its key. */
export type Item = { key: string; value: string };

/** A change of what is kept; without a value nothing is kept there any more. */
export type Put = { key: string; value: string | null };

/** Something that is said to the module. */
export type Call =
	| { do: "begin"; seed: string; date: number; models: string[] }
	| { do: "learn"; game: string }
	| { do: "restore"; kept: Item[] }
	| { do: "request"; request: number; method: string; path: string }
	| { do: "connect"; conn: number; path: string }
	| { do: "say"; conn: number; text: string }
	| { do: "leave"; conn: number }
	| { do: "time" }
	| { do: "kept"; write: number; ok: boolean }
	| { do: "read"; write: number; kept: Item[] | null }
	| { do: "thought"; table: string; match: string; place: number; pick: number; judgement: number | null }
	| { do: "think"; level: string; seed: string };

/** Something that the module wants done. `bytes` says how many bytes belong to it; `body` are these bytes. */
export type Effect =
	| { do: "answer"; request: number; status: number; kind: string; bytes: number; body: Uint8Array<ArrayBuffer> }
	| { do: "send"; conn: number; text: string }
	| { do: "close"; conn: number }
	| { do: "keep"; write: number; puts: Put[] }
	| { do: "read"; write: number }
	| Thinking
	| { do: "thought"; pick: number; judgement: number | null }
	| { do: "refused"; sentence: string };

/** What a bot is to think about. */
export type Thinking = {
	do: "think";
	table: string;
	match: string;
	place: number;
	level: string;
	seed: string;
	/** The game whose model the bot plays by. Without the model a search plays. */
	model: string | null;
	bytes: number;
	body: Uint8Array<ArrayBuffer>;
};

/** What is to be done, and when the module wants to be told the time. */
export type Reply = { effects: Effect[]; wake: number | null };

/** An answer to a request, as over HTTP. */
export type Answer = { status: number; kind: string; body: Uint8Array<ArrayBuffer> };

/** What a page says to its worker. */
export type ToWorker =
	| { is: "begin"; module: WebAssembly.Module; models: string[]; alive: string; port: MessagePort }
	| { is: "thinker"; port: MessagePort }
	| { is: "request"; request: number; method: string; path: string; body: Uint8Array<ArrayBuffer> }
	| { is: "connect"; conn: number; path: string }
	| { is: "say"; conn: number; text: string }
	| { is: "leave"; conn: number };

/** What a worker says to its page. */
export type ToPage =
	| { is: "alive" }
	| ({ is: "answer"; request: number } & Answer)
	| { is: "send"; conn: number; text: string }
	| { is: "close"; conn: number }
	| { is: "new-thinker" }
	| { is: "lacks"; game: string | undefined };

/** What the worker of the tables says to that of the bots, and the answer. */
export type ToThinker = { think: Thinking };
export type FromThinker = {
	thought: { pick: number; judgement: number | null };
	/** Whether the model that was wanted could not be had. */
	lacks: boolean;
};

/** What a page says to the worker of the workshop's editor, and the answer. */
export type ToEditor = { module: WebAssembly.Module } | { request: number; path: string; body: Uint8Array<ArrayBuffer> };
export type FromEditor = { request: number; answer: Answer };
