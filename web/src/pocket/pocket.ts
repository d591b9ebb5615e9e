// The tables of this device, from the page: requests, and connections that look like sockets. The worker begins when it is wanted.
import { ended, lifeName } from "./alive";
import type { Answer, ToPage, ToWorker } from "./calls";
import { modelAddresses, tablesModule } from "./files";
import type { Socket } from "./socket";

/** Whether this client was built with its offline part, and this browser can run it. */
export const canPlayHere = (): boolean =>
	tablesModule !== undefined && "WebAssembly" in globalThis && "locks" in navigator && "indexedDB" in globalThis;

const listeners = new Set<() => void>();
let lacking: string | undefined;

/** The game whose learned player is replaced by a search, because what it has learned is not here and cannot be loaded. */
export const lacksModel = (): string | undefined => lacking;
export function onLack(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

let running: Pocket | undefined;

/** The tables of this device; their worker is made if there is none. */
export function pocket(): Pocket {
	running ??= new Pocket(() => {
		running = undefined;
	});
	return running;
}

class Pocket {
	private readonly worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "playmat tables" });
	private readonly module = compiled();
	private thinker: Worker | undefined;
	private dead = false;
	private count = 0;
	private readonly answers = new Map<number, (answer: Answer) => void>();
	private readonly sockets = new Map<number, PocketSocket>();

	constructor(private readonly gone: () => void) {
		this.worker.onmessage = ({ data }: MessageEvent<ToPage>) => this.hear(data);
		this.worker.onerror = () => this.end();
		const alive = lifeName();
		this.alive = alive;
		this.begun = this.module.then(
			(module) => this.say({ is: "begin", module, models: Object.keys(modelAddresses), alive, port: this.makeThinker(module) }),
			() => this.end(),
		);
	}

	private readonly alive: string;
	private readonly begun: Promise<void>;

	/** A request as over HTTP. */
	async request(method: string, path: string, body?: Blob | string | null): Promise<Response> {
		const bytes = new Uint8Array(await new Blob(body ? [body] : []).arrayBuffer());
		await this.begun;
		const request = ++this.count;
		const answer = await new Promise<Answer>((answered) => {
			this.answers.set(request, answered);
			if (this.dead) this.fail();
			else this.say({ is: "request", request, method, path, body: bytes });
		});
		return new Response(answer.body, { status: answer.status, headers: { "content-type": answer.kind } });
	}

	/** A connection as over a socket. */
	connect(path: string): Socket {
		const conn = ++this.count;
		const socket = new PocketSocket(
			(text) => this.say({ is: "say", conn, text }),
			() => {
				if (this.sockets.delete(conn) && !this.dead) this.say({ is: "leave", conn });
			},
		);
		this.sockets.set(conn, socket);
		void this.begun.then(() => {
			if (this.dead || !this.sockets.has(conn)) return socket.drop();
			this.say({ is: "connect", conn, path });
			socket.open();
		});
		return socket;
	}

	private hear(told: ToPage): void {
		switch (told.is) {
			case "alive":
				void ended(this.alive).then(() => this.end());
				break;
			case "answer":
				this.answers.get(told.request)?.(told);
				this.answers.delete(told.request);
				break;
			case "send":
				this.sockets.get(told.conn)?.hear(told.text);
				break;
			case "close": {
				const socket = this.sockets.get(told.conn);
				this.sockets.delete(told.conn);
				socket?.drop();
				break;
			}
			case "lacks":
				lacking = told.game;
				for (const listener of listeners) listener();
				break;
			case "new-thinker":
				void this.module.then((module) => this.say({ is: "thinker", port: this.makeThinker(module) }));
				break;
		}
	}

	/** A worker for bots; the one before is ended. If it dies, another one thinks about the same. */
	private makeThinker(module: WebAssembly.Module): MessagePort {
		this.thinker?.terminate();
		const made = new Worker(new URL("./thinker.ts", import.meta.url), { type: "module", name: "playmat bots" });
		this.thinker = made;
		const { port1, port2 } = new MessageChannel();
		const alive = lifeName();
		const again = () => {
			if (this.thinker === made && !this.dead) this.say({ is: "thinker", port: this.makeThinker(module) });
		};
		made.onerror = again;
		made.onmessage = () => void ended(alive).then(again);
		made.postMessage({ module, models: modelAddresses, alive, port: port1 }, [port1]);
		return port2;
	}

	private say(said: ToWorker): void {
		this.worker.postMessage(said, "port" in said ? [said.port] : []);
	}

	/** The worker is dead. What was kept is kept: the next one goes on with it. */
	private end(): void {
		if (this.dead) return;
		this.dead = true;
		this.gone();
		this.worker.terminate();
		this.thinker?.terminate();
		this.fail();
		for (const socket of this.sockets.values()) socket.drop();
		this.sockets.clear();
	}

	private fail(): void {
		const sentence = "Something went wrong on this device. Your match is kept; try again.";
		const body = new TextEncoder().encode(JSON.stringify({ code: "internal", sentence }));
		for (const answered of this.answers.values()) answered({ status: 500, kind: "application/json", body });
		this.answers.clear();
	}
}

/** A connection to a table of this device, with what a link uses of a socket. */
class PocketSocket implements Socket {
	readyState: number = WebSocket.CONNECTING;
	onopen: (() => void) | null = null;
	onmessage: ((event: { data: unknown }) => void) | null = null;
	onclose: (() => void) | null = null;

	constructor(
		private readonly say: (text: string) => void,
		private readonly leave: () => void,
	) {}

	send(text: string): void {
		if (this.readyState === WebSocket.OPEN) this.say(text);
	}

	close(): void {
		this.leave();
		this.drop();
	}

	open(): void {
		this.readyState = WebSocket.OPEN;
		this.onopen?.();
	}

	hear(text: string): void {
		if (this.readyState === WebSocket.OPEN) this.onmessage?.({ data: text });
	}

	drop(): void {
		if (this.readyState === WebSocket.CLOSED) return;
		this.readyState = WebSocket.CLOSED;
		this.onclose?.();
	}
}

async function compiled(): Promise<WebAssembly.Module> {
	if (!tablesModule) throw new Error("this client was built without its offline part");
	return WebAssembly.compileStreaming(fetch(tablesModule));
}
