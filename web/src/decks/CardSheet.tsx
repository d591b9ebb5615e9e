// A card to read, large, above everything else: what it says, what its words mean, and how many of it are in the deck.
import { useEffect, useRef } from "react";
import { PrintedCard } from "../cards/PrintedCard";
import type { GameCard, GameInfo } from "../protocol/messages";

type Props = {
	card: GameCard;
	info: GameInfo;
	count: number;
	change: (name: string, by: number) => void;
	close: () => void;
};

/** The sheet. Escape, a click beside it or its button close it. */
export function CardSheet({ card, info, count, change, close }: Props) {
	const sheet = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		if (!sheet.current?.open) sheet.current?.showModal();
	}, []);
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog already.
		<dialog
			ref={sheet}
			className="builder-card"
			aria-label={card.name}
			onClose={close}
			onClick={(event) => event.target === sheet.current && close()}
		>
			<div className="builder-card-in">
				<PrintedCard card={card} info={info} level={2} />
				<p className="buttons">
					<button type="button" className="button quiet" disabled={count === 0} onClick={() => change(card.name, -1)}>
						Take one out
					</button>
					<button type="button" className="button primary" onClick={() => change(card.name, 1)}>
						Add one
					</button>
					<span role="status">{count === 0 ? "Not in the deck" : `${count} in the deck`}</span>
					<button type="button" className="button quiet" onClick={close}>
						Close
					</button>
				</p>
			</div>
		</dialog>
	);
}
