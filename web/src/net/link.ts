// The socket of one table: says hello, comes back when it drops, and hands on every message.

import { socketTo } from "../pocket/route";
import type { Socket } from "../pocket/socket";
import type { ClientMessage, Resume, ServerMessage } from "../protocol/messages";
import { PROTOCOL_VERSION } from "../protocol/messages";

/** How a connection is doing. */
export type Connection =
	| { is: "connecting" }
	| { is: "open" }
	| { is: "waiting"; until: number }
	| { is: "closed"; sentence: string };

/** What a link tells its owner. */
export type Heard = {
	message: (message: ServerMessage) => void;
	connection: (connection: Connection) => void;
	/** Where to go on after a drop. */
	resume: () => Resume | undefined;
};

/** How long to wait before the nth attempt, in milliseconds: 0.5 s, 1 s, 2 s, up to 10 s. */
export const patience = (attempt: number): number => Math.min(10_000, 500 * 2 ** attempt);

/** A connection that looks after itself. */
export class Link {
	private socket: Socket | undefined;
	private timer: ReturnType<typeof setTimeout> | undefined;
	private attempt = 0;
	private ended = false;

	constructor(
		private readonly address: string,
		private readonly heard: Heard,
	) {
		this.connect();
	}

	/** Sends, and says whether there was a connection to send over. */
	send(message: ClientMessage): boolean {
		if (this.socket?.readyState !== WebSocket.OPEN) return false;
		this.socket.send(JSON.stringify(message));
		return true;
	}

	/** Does not wait any longer. */
	hurry(): void {
		if (this.ended || !this.timer) return;
		clearTimeout(this.timer);
		this.connect();
	}

	/** Ends it for good. */
	close(): void {
		this.ended = true;
		clearTimeout(this.timer);
		this.socket?.close();
	}

	private connect(): void {
		this.timer = undefined;
		this.heard.connection({ is: "connecting" });
		const socket = socketTo(this.address);
		this.socket = socket;
		socket.onopen = () => {
			const resume = this.heard.resume();
			const hello: ClientMessage = { type: "hello", version: PROTOCOL_VERSION, aims: true };
			this.send(resume ? { ...hello, resume } : hello);
		};
		socket.onmessage = (event) => {
			const message = read(event.data);
			if (!message || this.ended || socket !== this.socket) return;
			if (message.type === "welcome") {
				this.attempt = 0;
				this.heard.connection({ is: "open" });
			}
			if (message.type === "bye" && !message.again) {
				this.ended = true;
				this.heard.connection({ is: "closed", sentence: message.sentence });
			}
			this.heard.message(message);
		};
		socket.onclose = () => {
			if (this.ended || socket !== this.socket) return;
			const wait = patience(this.attempt++);
			this.heard.connection({ is: "waiting", until: Date.now() + wait });
			this.timer = setTimeout(() => this.connect(), wait);
		};
	}
}

/** The address of a table's socket. */
export const socketAddress = (code: string, at: Location = window.location): string =>
	`${host(at)}/api/tables/${encodeURIComponent(code)}/socket`;

/** The address of a lesson's socket. */
export const lessonAddress = (game: string, lesson: string, at: Location = window.location): string =>
	`${host(at)}/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(lesson)}/socket`;

const host = (at: Location): string => `${at.protocol === "https:" ? "wss" : "ws"}://${at.host}`;

function read(data: unknown): ServerMessage | undefined {
	try {
		return JSON.parse(String(data)) as ServerMessage;
	} catch {
		return undefined;
	}
}
