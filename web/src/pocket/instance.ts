// One instance of the module: calls go in, effects come out. After it has thrown it is dead, and another one is to be made.
import type { Call, Reply } from "./calls";

type Exports = {
	memory: WebAssembly.Memory;
	playmat_room_for: (bytes: number) => number;
	playmat_hear: () => number;
	playmat_answer: () => number;
};

const NOTHING = new Uint8Array();
const NEWLINE = 10;

/** An instance that has begun. */
export class Instance {
	private constructor(
		private readonly exports: Exports,
		private readonly clock: () => number,
	) {}

	/** Makes one. `clock` gives milliseconds since any time; `models` are the games whose models can be had. */
	static async make(
		module: WebAssembly.Module,
		seed: Uint8Array,
		clock: () => number,
		date: number,
		models: string[] = [],
	): Promise<Instance> {
		const { exports } = await WebAssembly.instantiate(module, { playmat: { now: clock } });
		const made = new Instance(exports as Exports, clock);
		const { effects } = made.hear({ do: "begin", seed: hex(seed), date, models });
		const wrong = effects.find((effect) => effect.do === "refused");
		if (wrong) throw new Error(wrong.sentence);
		return made;
	}

	/** Says something at this time. */
	hear(call: Call, body: Uint8Array = NOTHING, now: number = Math.floor(this.clock())): Reply {
		return read(this.frame(written({ now, call }, body)));
	}

	/** Hands a frame in as it is, and gives the answer as it is. */
	frame(frame: Uint8Array): Uint8Array {
		const { memory, playmat_room_for, playmat_hear, playmat_answer } = this.exports;
		// The memory may grow with every call: a view of it is made anew each time.
		const at = playmat_room_for(frame.length);
		new Uint8Array(memory.buffer, at, frame.length).set(frame);
		const length = playmat_hear();
		return new Uint8Array(memory.buffer, playmat_answer(), length).slice();
	}

	/** The time of this instance. */
	now(): number {
		return this.clock();
	}

	/** How much memory it has. */
	get bytes(): number {
		return this.exports.memory.buffer.byteLength;
	}
}

function written(line: unknown, body: Uint8Array): Uint8Array {
	const text = new TextEncoder().encode(JSON.stringify(line));
	const frame = new Uint8Array(text.length + 1 + body.length);
	frame.set(text);
	frame[text.length] = NEWLINE;
	frame.set(body, text.length + 1);
	return frame;
}

function read(frame: Uint8Array): Reply {
	const end = frame.indexOf(NEWLINE);
	const reply = JSON.parse(new TextDecoder().decode(frame.subarray(0, end))) as Reply;
	let at = end + 1;
	for (const effect of reply.effects) {
		if (!("bytes" in effect)) continue;
		effect.body = frame.slice(at, at + effect.bytes);
		at += effect.bytes;
	}
	return reply;
}

/** Bytes as they are written. */
export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
