// The cards of a file as they will look.
import { CardFace } from "../cards/CardFace";
import { PrintedCard } from "../cards/PrintedCard";
import type { GameInfo, WrittenCard } from "../protocol/messages";

type Props = {
	cards: WrittenCard[];
	/** The card at the cursor. */
	here: string | undefined;
	info: GameInfo;
	/** Goes to the card that begins there. */
	take: (from: number) => void;
};

/** The card at the cursor to read, and all others. */
export function Faces({ cards, here, info, take }: Props) {
	const shown = cards.find(({ card }) => card.name === here)?.card;
	return (
		<section className="workshop-faces" aria-label="Cards">
			{shown && <PrintedCard card={shown} info={info} level={2} />}
			<ul className="workshop-others">
				{cards.map(({ card, from }) => (
					<li key={`${card.name} ${from}`}>
						<button type="button" className="card workshop-card" aria-current={card.name === here} onClick={() => take(from)}>
							<CardFace card={{ card: card.name, owner: "p1" }} printed={card} game={info.name} />
						</button>
					</li>
				))}
			</ul>
		</section>
	);
}
