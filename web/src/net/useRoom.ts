// The room of a table as a hook.
import { useCallback, useEffect, useReducer, useRef } from "react";
import type { ClientMessage, Seat, UndoWord } from "../protocol/messages";
import { answer as answerPromise, begun } from "../replay/fair";
import { Link } from "./link";
import { EMPTY, next, type Room } from "./room";

/** What can be done at a table. */
export type Doing = {
	send: (message: ClientMessage) => void;
	/** Answers a decision; nothing if something else is asked by now. */
	answer: (pick: number, decision: number) => void;
	takeBack: () => void;
	undo: (say: UndoWord, seat?: Seat) => void;
	hurry: () => void;
	heard: (id: number) => void;
};

/** Connects to the socket of a table or a lesson and keeps what it says. */
export function useRoom(address: string): { room: Room; doing: Doing } {
	const [room, tell] = useReducer(next, EMPTY);
	const link = useRef<Link | undefined>(undefined);
	const me = useRef("");
	const latest = useRef(room);
	latest.current = room;

	useEffect(() => {
		const made = new Link(address, {
			message: (message) => {
				const at = performance.now();
				if (message.type === "welcome") me.current = message.me.id;
				if (message.type === "commitment" || message.type === "sealed") {
					const { messages, wrong } = answerPromise(message, address, me.current);
					for (const one of messages) link.current?.send(one);
					if (wrong) tell({ type: "message", message: { type: "notice", code: "bad-promise", sentence: wrong }, at });
				} else if (message.type === "full") {
					begun(message.match);
				} else if (message.type === "refused" && message.code === "late-share") {
					// Nothing that a player could mend: the replay tells of it.
					return;
				}
				tell({ type: "message", message, at });
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
	const answer = useCallback((pick: number, decision: number) => {
		const { mine, sent } = latest.current;
		const question = mine?.question;
		// A question is answered once; the server would refuse the second time. What is drawn may be older than what is.
		if (!question || sent === question.decision || decision !== question.decision) return;
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
