// Revealed cards lie over the mat, large enough to be read: while the match waits for who looks at them, and once more from the log.
import { useEffect, useRef } from "react";
import { CardFace } from "../cards/CardFace";
import { isToken, printed } from "../cards/looks";
import type { GameEvent } from "../protocol/messages";
import { useAt } from "./context";
import { told } from "./Log";
import { useCardFit } from "./useCardFit";

/** So long they are shown once more, in milliseconds. */
const AGAIN = 3000;

type Props = {
	/** Cards that this player looks at; the match waits until they are closed. */
	looked: GameEvent | undefined;
	close: () => void;
	/** Cards of an earlier event. */
	again: GameEvent | undefined;
	hide: () => void;
};

/** What there is to look at, if there is anything. */
export function Revealed({ looked, close, again, hide }: Props) {
	useEffect(() => {
		if (!again) return;
		const timer = setTimeout(hide, AGAIN);
		return () => clearTimeout(timer);
	}, [again, hide]);
	if (looked) return <Cards key={looked.n} event={looked} close={close} />;
	return again ? <Cards key={again.n} event={again} close={hide} /> : null;
}

function Cards({ event, close }: { event: GameEvent; close: () => void }) {
	const at = useAt();
	const button = useRef<HTMLButtonElement>(null);
	const list = useRef<HTMLUListElement>(null);
	useCardFit(list, event.cards?.length ?? 0, 180);
	// Enter closes them.
	useEffect(() => button.current?.focus({ preventScroll: true }), []);
	return (
		<section className="sheet revealed" aria-label="Revealed cards">
			<h2>{told(event).text}</h2>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard. */}
			<ul ref={list} tabIndex={0} aria-label="The cards">
				{(event.cards ?? []).map((seen, index) => {
					const card = { card: seen.card, owner: event.seat ?? at.near };
					return (
						<li key={index}>
							<span className="card">
								<CardFace card={card} printed={printed(at.info, seen.card, isToken(card))} game={at.table.game} />
							</span>
						</li>
					);
				})}
			</ul>
			<button ref={button} type="button" className="button primary" data-nav="" onClick={close}>
				Close
			</button>
		</section>
	);
}
