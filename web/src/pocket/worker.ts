// The worker of the tables: an instance of the module, what it keeps, the time, and the way to the bots. Only one page of a browser has
// the tables at a time; it lets go of them when nobody is at one.
import { live } from "./alive";
import type { Effect, FromThinker, Reply, Thinking, ToPage, ToThinker, ToWorker } from "./calls";
import { Instance } from "./instance";
import { Store } from "./store";

/** Who has the tables of this browser. */
const LOCK = "playmat-tables";
/** After so many milliseconds without a connection or a request the tables are let go. */
const CALM = 1000;
/** Requests that need no table, and nothing that is kept. */
const FREE = /^\/api\/(games|keys$|replays(\/(verify|scenario|report))?(\?|$))/;
const ELSEWHERE = "The tables of this device are open in another tab. Play on there, or close that tab.";
const FAILED = "Something went wrong on this device. Your match is kept; try again.";

/** The tables, as long as this worker has them. */
type Home = { instance: Instance; letGo: () => void };

const store = new Store();
let module: WebAssembly.Module;
/** The games whose models can be had. */
let models: string[] = [];
/** An instance for what needs no tables. */
let free: Promise<Instance> | undefined;
let home: Promise<Home | undefined> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let calm: ReturnType<typeof setTimeout> | undefined;
let bots: MessagePort | undefined;
/** What the bots are asked, the first one now. */
let thoughts: Thinking[] = [];
/** How often the bots have died over the first one. */
let deaths = 0;
const conns = new Set<number>();
const requests = new Set<number>();
/** Writes that are under way: the tables are not let go before their end. */
let writes = 0;

self.onmessage = ({ data: said }: MessageEvent<ToWorker>) => {
	switch (said.is) {
		case "begin":
			module = said.module;
			models = said.models;
			listen(said.port);
			live(said.alive, () => tell({ is: "alive" }));
			break;
		case "thinker":
			listen(said.port);
			again();
			break;
		case "request":
			void request(said);
			break;
		case "connect":
			void connect(said.conn, said.path);
			break;
		case "say":
			void withTables(({ instance }) => instance.hear({ do: "say", conn: said.conn, text: said.text }));
			break;
		case "leave":
			if (conns.delete(said.conn)) void withTables(({ instance }) => instance.hear({ do: "leave", conn: said.conn }));
			break;
	}
};

async function request(said: Extract<ToWorker, { is: "request" }>): Promise<void> {
	const { request, method, path, body } = said;
	const call = { do: "request", request, method, path } as const;
	if (FREE.test(path)) {
		try {
			free ??= make();
			carryOut((await free).hear(call, body));
		} catch {
			free = undefined;
			refuse(request, "internal", FAILED, 500);
		}
		return;
	}
	requests.add(request);
	const found = await withTables(({ instance }) => instance.hear(call, body));
	if (!found) refuse(request, "elsewhere", ELSEWHERE, 409);
}

async function connect(conn: number, path: string): Promise<void> {
	conns.add(conn);
	const found = await withTables(({ instance }) => instance.hear({ do: "connect", conn, path }));
	if (found) return;
	conns.delete(conn);
	const bye = { type: "bye", code: "elsewhere", sentence: ELSEWHERE, again: true };
	tell({ is: "send", conn, text: JSON.stringify(bye) });
	tell({ is: "close", conn });
}

/** Does something with the tables and carries out what follows. False if another page has them, or this one has failed. */
async function withTables(then: (home: Home) => Reply): Promise<boolean> {
	clearTimeout(calm);
	home ??= open();
	const opening = home;
	const opened = await opening.catch(() => undefined);
	if (!opened) {
		if (home === opening) home = undefined;
		return false;
	}
	// It may have been let go meanwhile.
	if (home !== opening) return withTables(then);
	try {
		const reply = then(opened);
		carryOut(reply);
		wakeAt(reply.wake, opened.instance);
	} catch (error) {
		console.error(error);
		fail(opened);
	}
	rest();
	return true;
}

/** The tables, if no other page has them. */
function open(): Promise<Home | undefined> {
	return new Promise((opened, failed) => {
		void navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
			if (!lock) return opened(undefined);
			try {
				const [instance, kept] = await Promise.all([make(), store.all()]);
				const reply = instance.hear({ do: "restore", kept });
				await new Promise<void>((letGo) => {
					const made = { instance, letGo };
					opened(made);
					carryOut(reply);
					wakeAt(reply.wake, instance);
				});
			} catch (error) {
				failed(error);
			}
		});
	});
}

const make = (): Promise<Instance> => {
	const [begun, date] = [performance.now(), Math.floor(Date.now() / 1000)];
	return Instance.make(module, crypto.getRandomValues(new Uint8Array(32)), () => performance.now() - begun, date, models);
};

/** The instance is dead: whoever was connected comes back, and finds what was kept. */
function fail(dead: Home): void {
	letGo(dead);
	for (const conn of conns) tell({ is: "close", conn });
	conns.clear();
	for (const request of requests) refuse(request, "internal", FAILED, 500);
}

/** Lets the tables go when nobody is at one for a while. */
function rest(): void {
	clearTimeout(calm);
	if (conns.size > 0 || requests.size > 0 || writes > 0) return;
	calm = setTimeout(() => {
		home?.then((opened) => opened && conns.size + requests.size + writes === 0 && letGo(opened));
	}, CALM);
}

function letGo(opened: Home): void {
	clearTimeout(timer);
	home = undefined;
	if (thoughts.length > 0) {
		thoughts = [];
		newThinker();
	}
	opened.letGo();
}

function wakeAt(wake: number | null, instance: Instance): void {
	clearTimeout(timer);
	if (wake === null) return;
	timer = setTimeout(() => void withTables((opened) => opened.instance.hear({ do: "time" })), Math.max(0, wake - instance.now()));
}

function carryOut({ effects }: Reply): void {
	for (const effect of effects) {
		switch (effect.do) {
			case "answer":
				requests.delete(effect.request);
				tell({ is: "answer", request: effect.request, status: effect.status, kind: effect.kind, body: effect.body });
				break;
			case "send":
				tell({ is: "send", conn: effect.conn, text: effect.text });
				break;
			case "close":
				conns.delete(effect.conn);
				tell({ is: "close", conn: effect.conn });
				break;
			case "keep":
				void keep(effect);
				break;
			case "read":
				void readAgain(effect.write);
				break;
			case "think":
				thoughts.push(effect);
				if (thoughts.length === 1) ask(effect);
				break;
			case "refused":
				console.error(effect.sentence);
				break;
		}
	}
}

async function keep({ write, puts }: Extract<Effect, { do: "keep" }>): Promise<void> {
	const mine = home;
	writes += 1;
	const ok = await store.keep(puts).then(
		() => true,
		(error) => {
			console.error(error);
			return false;
		},
	);
	writes -= 1;
	// An instance that is dead by now is made again from what is kept.
	if (home === mine) await withTables(({ instance }) => instance.hear({ do: "kept", write, ok }));
}

/** What the device holds after a write has failed; nothing while it cannot keep anything. */
async function readAgain(write: number): Promise<void> {
	const mine = home;
	writes += 1;
	const kept = await store
		.keep([
			{ key: "trial", value: "1" },
			{ key: "trial", value: null },
		])
		.then(
			() => store.all(),
			() => null,
		)
		.catch(() => null);
	writes -= 1;
	if (home === mine) await withTables(({ instance }) => instance.hear({ do: "read", write, kept }));
}

/** The worker of the bots has died, or was ended: the next one thinks about the same. What has ended two of them is not thought about. */
function again(): void {
	const [asked] = thoughts;
	if (!asked) return;
	deaths += 1;
	if (deaths < 2) ask(asked);
	else answered({ pick: 0, judgement: null });
}

function answered(thought: FromThinker["thought"]): void {
	const asked = thoughts.shift();
	deaths = 0;
	if (!asked) return;
	if (thoughts[0]) ask(thoughts[0]);
	const { table, match, place } = asked;
	void withTables(({ instance }) => instance.hear({ do: "thought", table, match, place, ...thought }));
}

/** The way to the bots. Their worker may be a new one. */
function listen(port: MessagePort): void {
	bots = port;
	port.onmessage = ({ data: { thought, lacks } }: MessageEvent<FromThinker>) => {
		if (port !== bots) return;
		const model = thoughts[0]?.model;
		if (model) tell({ is: "lacks", game: lacks ? model : undefined });
		answered(thought);
	};
}

const ask = (think: Thinking): void => bots?.postMessage({ think } satisfies ToThinker);

/** What the bots think about is not wanted any more: their worker is ended, and another one made. */
function newThinker(): void {
	bots = undefined;
	tell({ is: "new-thinker" });
}

function refuse(request: number, code: string, sentence: string, status: number): void {
	requests.delete(request);
	const body = new TextEncoder().encode(JSON.stringify({ code, sentence }));
	tell({ is: "answer", request, status, kind: "application/json", body });
}

const tell = (said: ToPage): void => self.postMessage(said);
