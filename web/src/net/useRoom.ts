// The room of a table as a hook.
import { useCallback, useEffect, useReducer, useRef } from "react";
import { snapshot } from "../motion/flip";
import type { ClientMessage, Seat, UndoWord } from "../protocol/messages";
import { begun, late, shareFor } from "../replay/fair";
import { Link } from "./link";
import { EMPTY, next, type Room } from "./room";

/** What can be done at a table. */
export type Doing = {
	send: (message: ClientMessage) => void;
	answer: (pick: number) => void;
	takeBack: () => void;
	undo: (say: UndoWord, seat?: Seat) => void;
	hurry: () => void;
	heard: (id: number) => void;
};

/** Connects to the socket of a table or a lesson and keeps what it says. */
export function useRoom(address: string): { room: Room; doing: Doing } {
	const [room, tell] = useReducer(next, EMPTY);
	const link = useRef<Link | undefined>(undefined);
	const promised = useRef<string | undefined>(undefined);
	const answered = useRef<string | undefined>(undefined);
	const latest = useRef(room);
	latest.current = room;

	useEffect(() => {
		const made = new Link(address, {
			message: (message) => {
				// Where everything is on the screen, before it changes: motion starts from there.
				if (message.type === "update" || message.type === "full") snapshot();
				if (message.type === "commitment") {
					promised.current = message.commitment;
					answered.current = message.commitment;
					link.current?.send({ type: "share", commitment: message.commitment, share: shareFor(message.commitment) });
				} else if (message.type === "full" && promised.current) {
					// The first view after a promise is of the match that it was about.
					if (message.match !== latest.current.mine?.match) begun(promised.current, message.match);
					promised.current = undefined;
				} else if (message.type === "refused" && message.code === "late-share") {
					// Nothing that a player could mend: the replay tells of it.
					if (answered.current) late(answered.current);
					return;
				}
				tell({ type: "message", message, at: performance.now() });
			},
			connection: (connection) => tell({ type: "connection", connection }),
			resume: () => {
				const mine = latest.current.mine;
				return mine && { match: mine.match, viewer: mine.viewer, number: mine.number };
			},
		});
		link.current = made;
		const hurry = () => made.hurry();
		window.addEventListener("online", hurry);
		return () => {
			window.removeEventListener("online", hurry);
			made.close();
		};
	}, [address]);

	useEffect(() => {
		if (!room.lost) return;
		link.current?.send({ type: "resync" });
		tell({ type: "asked-again" });
	}, [room.lost]);

	const send = useCallback((message: ClientMessage) => void link.current?.send(message), []);
	const answer = useCallback((pick: number) => {
		const { mine, sent } = latest.current;
		const question = mine?.question;
		// A question is answered once; the server would refuse the second time.
		if (!question || sent === question.decision) return;
		if (link.current?.send({ type: "answer", decision: question.decision, pick }))
			tell({ type: "sent", decision: question.decision });
	}, []);
	const takeBack = useCallback(() => {
		const question = latest.current.mine?.question;
		if (question?.take_back) link.current?.send({ type: "take-back", decision: question.decision });
	}, []);
	const undo = useCallback(
		(say: UndoWord, seat?: Seat) => void link.current?.send({ type: "undo", say, ...(seat ? { seat } : {}) }),
		[],
	);
	const hurry = useCallback(() => link.current?.hurry(), []);
	const heard = useCallback((id: number) => tell({ type: "heard", id }), []);
	return { room, doing: { send, answer, takeBack, undo, hurry, heard } };
}
