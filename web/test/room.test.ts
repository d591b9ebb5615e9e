import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Connection, Link, patience, socketAddress } from "../src/net/link";
import { EMPTY, next, type Room } from "../src/net/room";
import type { ClientMessage, ServerMessage } from "../src/protocol/messages";
import { full, table } from "./fixtures";

const me = { id: "g1", name: "Ada", program: false };
const hear = (room: Room, ...messages: ServerMessage[]): Room =>
	messages.reduce((now, message) => next(now, { type: "message", message, at: 1 }), room);
const welcome: ServerMessage = { type: "welcome", version: 1, me, seats: ["p1"], table };

describe("a room", () => {
	it("knows the table and then the match", () => {
		const room = hear(EMPTY, welcome, { type: "full", ...full });
		expect([room.me?.name, room.seats, room.mine?.number, room.lost]).toEqual(["Ada", ["p1"], 5, false]);
	});
	it("asks for everything after a gap, and is content after a full view", () => {
		const gap = hear(
			EMPTY,
			welcome,
			{ type: "full", ...full },
			{ type: "update", match: "m1", from: 7, to: 8, events: [], changes: [], state: {} },
		);
		expect(gap.lost).toBe(true);
		expect(hear(gap, { type: "full", ...full }).lost).toBe(false);
	});
	it("forgets what one player of a hot-seat saw before the other looks", () => {
		const covered = hear(EMPTY, welcome, { type: "full", ...full }, { type: "handover", to: "p2" });
		expect([covered.mine, covered.handover]).toEqual([undefined, "p2"]);
		expect(JSON.stringify(covered)).not.toContain("Orca");
		const stray = hear(covered, { type: "update", match: "m1", from: 5, to: 6, events: [], changes: [], state: {} });
		expect([stray.mine, stray.lost]).toEqual([undefined, false]);
		expect(hear(covered, { type: "full", ...full, viewer: "p2" }).handover).toBeUndefined();
	});
	it("says refusals, frees the question, and drops what was heard", () => {
		const asked = next(hear(EMPTY, welcome, { type: "full", ...full }), { type: "sent", decision: 77 });
		const refused = hear(asked, {
			type: "refused",
			to: "answer",
			code: "old-decision",
			sentence: "This question has been answered.",
			decision: 77,
		});
		expect([asked.sent, refused.sent, refused.sayings.map((one) => one.sentence)]).toEqual([
			77,
			undefined,
			["This question has been answered."],
		]);
		const id = refused.sayings[0]?.id ?? 0;
		expect(next(refused, { type: "heard", id }).sayings).toEqual([]);
		const twice = hear(refused, { type: "notice", code: "old-decision", sentence: "Once more." });
		expect(twice.sayings.map((one) => one.sentence)).toEqual(["Once more."]);
	});
	it("waits for the next question after an answer", () => {
		const asked = next(hear(EMPTY, welcome, { type: "full", ...full }), { type: "sent", decision: 77 });
		expect(hear(asked, { type: "update", match: "m1", from: 5, to: 6, events: [], changes: [], state: {} }).sent).toBeUndefined();
		expect(
			hear(asked, { type: "update", match: "m1", from: 5, to: 5, events: [], changes: [], state: {}, question: full.question })
				.sent,
		).toBe(77);
	});
	it("ignores what it does not know", () => {
		expect(hear(EMPTY, { type: "say", text: "hi" } as unknown as ServerMessage)).toEqual(EMPTY);
	});
});

describe("a link", () => {
	class Socket {
		static OPEN = 1;
		static made: Socket[] = [];
		readyState = 1;
		sent: ClientMessage[] = [];
		onopen = () => {};
		onclose = () => {};
		onmessage = (_: { data: string }) => {};
		constructor() {
			Socket.made.push(this);
		}
		send(text: string) {
			this.sent.push(JSON.parse(text));
		}
		close() {
			this.readyState = 3;
			this.onclose();
		}
	}
	beforeEach(() => {
		Socket.made = [];
		vi.useFakeTimers();
		vi.stubGlobal("WebSocket", Socket);
	});
	afterEach(() => {
		vi.useRealTimers();
		vi.unstubAllGlobals();
	});
	const open = (resume?: { match: string; viewer: "p1"; number: number }) => {
		const seen: Connection["is"][] = [];
		const link = new Link("ws://x", { message: () => {}, connection: ({ is }) => seen.push(is), resume: () => resume });
		Socket.made[0]?.onopen();
		return { link, seen };
	};

	it("says hello, and where it was", () => {
		open();
		expect(Socket.made[0]?.sent).toEqual([{ type: "hello", version: 1, aims: true }]);
		open({ match: "m1", viewer: "p1", number: 6 });
		Socket.made[1]?.onopen();
		expect(Socket.made[1]?.sent.at(-1)).toEqual({
			type: "hello",
			version: 1,
			aims: true,
			resume: { match: "m1", viewer: "p1", number: 6 },
		});
	});
	it("comes back, more patiently each time, and starts over after a welcome", () => {
		const { seen } = open();
		for (const wait of [500, 1000, 2000]) {
			Socket.made.at(-1)?.close();
			const before = Socket.made.length;
			vi.advanceTimersByTime(wait - 1);
			expect(Socket.made).toHaveLength(before);
			vi.advanceTimersByTime(1);
			expect(Socket.made).toHaveLength(before + 1);
		}
		Socket.made.at(-1)?.onmessage({ data: JSON.stringify(welcome) });
		Socket.made.at(-1)?.close();
		vi.advanceTimersByTime(500);
		expect(Socket.made).toHaveLength(5);
		expect(seen.at(-1)).toBe("connecting");
		expect([0, 1, 4, 5, 9].map(patience)).toEqual([500, 1000, 8000, 10_000, 10_000]);
	});
	it("stays away when it makes no sense, or when it was closed", () => {
		const { seen, link } = open();
		Socket.made[0]?.onmessage({
			data: JSON.stringify({ type: "bye", code: "no-spectators", sentence: "Nobody may watch.", again: false }),
		});
		Socket.made[0]?.close();
		vi.advanceTimersByTime(60_000);
		expect([Socket.made.length, seen.at(-1)]).toEqual([1, "closed"]);
		link.hurry();
		expect(Socket.made).toHaveLength(1);
		expect(link.send({ type: "resync" })).toBe(false);
	});
	it("survives nonsense", () => {
		open();
		Socket.made[0]?.onmessage({ data: "no json" });
	});
	it("finds its address", () => {
		expect(socketAddress("AB", { protocol: "https:", host: "h:1" } as Location)).toBe("wss://h:1/api/tables/AB/socket");
	});
});
