// The inspection sheet: the last tapped card with its text and what its words mean, or an open pile, and what can be done with it. It stays
// until it is put away, and lies where the card is not.
import { useDeferredValue, useRef } from "react";
import { cardAt, type Option } from "../lib/options";
import { standing } from "../lib/parts";
import { capital, seatName, title } from "../lib/words";
import type { Card, Reason, Seat } from "../protocol/messages";
import { CardButton } from "./CardButton";
import { type Target, useAt } from "./context";
import { Reading } from "./Zoom";

type Props = {
	card: Card | undefined;
	/** On which side of the board it lies, as `sideOf` says. */
	side: string;
	options: Option[];
	why: Reason | undefined;
	answer: (option: Option) => void;
	/** Puts it away. */
	cancel: () => void;
};

/** The sheet, if there is anything to read. */
export function Inspect({ card, side, options, why, answer, cancel }: Props) {
	const at = useAt();
	const pile = at.selected?.is === "pile" ? at.selected : undefined;
	const box = useRef<HTMLElement>(null);
	// The card is selected in one task, and its text is drawn in the next: a slow phone answers a tap at once.
	const read = useDeferredValue(card);
	if (!pile && !card && options.length === 0) return null;
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a sheet that scrolls must be reachable by keyboard.
		<section className={`sheet inspect inspect-${pile ? "pile" : side}`} aria-label="Inspection" tabIndex={0} ref={box}>
			<button type="button" className="sheet-close" onClick={cancel}>
				<span aria-hidden="true">✕</span>
				<span className="sr">{options.length > 0 ? "Cancel" : "Put away"}</span>
			</button>
			{pile && <Pile seat={pile.seat} zone={pile.zone} />}
			{!pile && (why || options.length > 0) && (
				<div className="doing" data-row="">
					{why && (
						<p className="why" role="status">
							<b>Why not?</b> {why.sentence}
						</p>
					)}
					{options.map((option, index) => (
						<button
							key={option.pick}
							type="button"
							className={`button ${index === 0 ? "primary" : ""}`}
							data-nav=""
							disabled={at.busy}
							onClick={() => answer(option)}
						>
							{capital(option.choice.words)}
						</button>
					))}
				</div>
			)}
			{!pile && card && card === read && <Reading card={card} />}
		</section>
	);
}

/** The side of the board where a card is not that is about to be shown. To be asked before anything changes, while the page is laid out. */
export function sideOf(target: Target): string {
	const spot = target.is === "card" ? cardAt(target.part, target.index) : undefined;
	const card = spot && document.querySelector(`.mat [data-spot="${spot}"]`)?.getBoundingClientRect();
	const board = document.querySelector(".board")?.getBoundingClientRect();
	if (!card || !board) return "left";
	const across = card.left + card.width / 2 < board.left + board.width / 2 ? "right" : "left";
	const along = card.top + card.height / 2 < board.top + board.height / 2 ? "low" : "high";
	return `${across} inspect-${along}`;
}

/** An open pile. */
function Pile({ seat, zone }: { seat: Seat | undefined; zone: string }) {
	const at = useAt();
	const cards = standing(at.mine.view, zone, seat);
	const whose = seat ? `${seatName(at.table, seat)}: ` : "";
	return (
		<div className="open-pile">
			<h2>
				{whose}
				{title(zone)} ({cards.length})
			</h2>
			{cards.length === 0 ? (
				<p className="hint">It is empty.</p>
			) : (
				<ul className="tray" aria-label={`${title(zone)}, ${cards.length} cards`} data-row="">
					{[...cards].reverse().map((one) => (
						<li key={one.index}>
							<CardButton standing={one} zone={zone} seat={seat} />
						</li>
					))}
				</ul>
			)}
		</div>
	);
}
