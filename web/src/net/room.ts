// What a client knows of the table it sits at, as one value that changes with every message. No rule, no drawing.
import { begin, type Mine, merge } from "../lib/merge";
import type { ChatLine, LessonStands, Me, Seat, SeatDeck, ServerMessage, Table } from "../protocol/messages";
import type { Connection } from "./link";

/** Something to say for a while. */
export type Saying = { id: number; tone: "refused" | "notice"; code: string; sentence: string };

/** Everything about the table. */
export type Room = {
	connection: Connection;
	me: Me | undefined;
	seats: Seat[];
	table: Table | undefined;
	/** The decks that one may know of. */
	decks: SeatDeck[];
	mine: Mine | undefined;
	/** A hot-seat is covered until this player says to be there. */
	handover: Seat | undefined;
	/** The decision that was answered and not yet followed by another question. */
	sent: number | undefined;
	sayings: Saying[];
	/** What people say, the oldest first. */
	chat: ChatLine[];
	/** How far one is in a lesson. */
	lesson: LessonStands | undefined;
	/** True if everything has to be sent anew. */
	lost: boolean;
	/** True until the first state after a connection: it tells of a time when one was not here. */
	back: boolean;
};

/** What happens to a room. */
export type Happening =
	| { type: "message"; message: ServerMessage; at: number }
	| { type: "connection"; connection: Connection }
	| { type: "sent"; decision: number }
	| { type: "asked-again" }
	| { type: "heard"; id: number };

/** Before the first message. */
export const EMPTY: Room = {
	connection: { is: "connecting" },
	me: undefined,
	seats: [],
	table: undefined,
	decks: [],
	mine: undefined,
	handover: undefined,
	sent: undefined,
	sayings: [],
	chat: [],
	lesson: undefined,
	lost: false,
	back: true,
};

let sayings = 0;

/** The room after something happened. */
export function next(room: Room, happening: Happening): Room {
	switch (happening.type) {
		case "connection":
			return { ...room, connection: happening.connection, sent: happening.connection.is === "open" ? room.sent : undefined };
		case "sent":
			return { ...room, sent: happening.decision };
		case "asked-again":
			return { ...room, lost: false };
		case "heard":
			return { ...room, sayings: room.sayings.filter((one) => one.id !== happening.id) };
		case "message":
			return told(room, happening.message, happening.at);
	}
}

function told(room: Room, message: ServerMessage, at: number): Room {
	switch (message.type) {
		case "welcome":
			return { ...room, me: message.me, seats: message.seats, table: message.table, decks: message.decks ?? [], back: true };
		case "table":
			return { ...room, table: message.table };
		case "full":
			return {
				...room,
				mine: begin(message, at),
				handover: undefined,
				sent: undefined,
				lost: false,
				lesson: undefined,
				back: false,
			};
		case "update": {
			const mine = merge(room.mine, message, at);
			// A covered hot-seat has nothing to merge into, and wants nothing.
			if (!mine) return room.handover ? room : { ...room, lost: true };
			const answered = mine.question?.decision === room.sent ? room.sent : undefined;
			return { ...room, mine: { ...mine, quiet: room.back }, sent: answered, back: false };
		}
		case "handover":
			// What the other player saw leaves the page at once.
			return { ...room, mine: undefined, handover: message.to, sent: undefined };
		case "refused":
			return {
				...room,
				sent: message.to === "answer" || message.to === "take-back" ? undefined : room.sent,
				sayings: say(room.sayings, "refused", message.code, message.sentence),
			};
		case "notice":
			return { ...room, sayings: say(room.sayings, "notice", message.code, message.sentence) };
		case "said": {
			const known = new Set(room.chat.map((line) => line.n));
			return { ...room, chat: [...room.chat, ...message.lines.filter((line) => !known.has(line.n))].slice(-100) };
		}
		case "lesson":
			return { ...room, lesson: message.stands };
		case "bye":
			return message.again ? { ...room, sayings: say(room.sayings, "notice", message.code, message.sentence) } : room;
		default:
			return room;
	}
}

function say(old: Saying[], tone: Saying["tone"], code: string, sentence: string): Saying[] {
	return [...old.filter((one) => one.code !== code), { id: ++sayings, tone, code, sentence }].slice(-3);
}
