// What everything on a table needs: the view, the options on it, and what has been tapped.
import { createContext, useContext } from "react";
import type { Mine } from "../lib/merge";
import type { Aim, Board, Option } from "../lib/options";
import type { Card, GameInfo, Seat, Table } from "../protocol/messages";

/** Something on the table that can be tapped. */
export type Target =
	| { is: "card"; part: number; index: number; card: Card; zone: string; seat: Seat | undefined }
	| { is: "slot"; seat: Seat; place: number }
	| { is: "seat"; seat: Seat }
	| { is: "pile"; seat: Seat | undefined; zone: string };

/** Everything the pieces of a table share. */
export type At = {
	table: Table;
	info: GameInfo | undefined;
	mine: Mine;
	/** The seats that this client plays. */
	seats: Seat[];
	/** Who sits at the lower edge. */
	near: Seat;
	board: Board;
	/** What was tapped last. */
	selected: Target | undefined;
	/** Options that are marked before several are sent, in the order of marking. */
	marked: Option[];
	/** An option that is pointed at in the list. */
	pointed: Option | undefined;
	/** The option that was just sent, if the server has not answered yet. */
	busy: boolean;
	/** Whether this is a match that is over, seen again. */
	past?: true;
	tap: (target: Target, options: Option[]) => void;
	/** Shows a card without choosing it. */
	inspect: (card: Card) => void;
	/** Shows a card large beside where it lies, for as long as it is pointed at; nothing if it no longer is. */
	look?: ((card: Card | undefined, at?: HTMLElement) => void) | undefined;
	/** What is dropped on something: plays it there. */
	drop?: ((target: Target, options: Option[], on: Aim) => void) | undefined;
};

export const TableContext = createContext<At | undefined>(undefined);

/** The table that this piece lies on. */
export function useAt(): At {
	const at = useContext(TableContext);
	if (!at) throw new Error("this belongs on a table");
	return at;
}

/** Whether two targets are the same. */
export function sameTarget(one: Target | undefined, other: Target): boolean {
	if (!one || one.is !== other.is) return false;
	if (one.is === "card" && other.is === "card") return one.part === other.part && one.index === other.index;
	if (one.is === "slot" && other.is === "slot") return one.seat === other.seat && one.place === other.place;
	if (one.is === "seat" && other.is === "seat") return one.seat === other.seat;
	if (one.is === "pile" && other.is === "pile") return one.seat === other.seat && one.zone === other.zone;
	return false;
}
