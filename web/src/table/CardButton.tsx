// A card on the table: always a button, because every card can be looked at.
import { CardFace } from "../cards/CardFace";
import { isToken, printed } from "../cards/looks";
import { slotNumber } from "../lib/layout";
import { cardAt, type Option, slotAt } from "../lib/options";
import { keyOf, type Standing } from "../lib/parts";
import { listed, markWords, title } from "../lib/words";
import type { Card, GameCard, Seat } from "../protocol/messages";
import { sameTarget, type Target, useAt } from "./context";

type Props = { standing: Standing; zone: string; seat: Seat | undefined; style?: React.CSSProperties };

/** A card in a zone of the view. */
export function CardButton({ standing, zone, seat, style }: Props) {
	const at = useAt();
	const { card, part, index } = standing;
	const slot = card.place === undefined ? undefined : slotNumber(zone, card.place, at.info?.places ?? 0);
	const options = [
		...(at.board.cards.get(cardAt(part, index)) ?? []),
		...(seat && slot !== undefined ? (at.board.slots.get(slotAt(seat, slot)) ?? []) : []),
	];
	const target: Target = { is: "card", part, index, card, zone, seat };
	const about = printed(at.info, card.card, isToken(card));
	const order = at.marked.findIndex((one) => options.some((option) => option.pick === one.pick));
	const pointed = options.some((option) => option.pick === at.pointed?.pick);
	const shown = sameTarget(at.selected, target);
	const view = at.mine.view[part];
	const tapped = (card.marks ?? []).some((mark) => mark.word === "tapped");
	const classes = [
		"card",
		options.length > 0 && "can",
		shown && "shown",
		order >= 0 && "marked",
		pointed && "pointed",
		tapped && "tapped",
	];
	return (
		<span className={`stack ${card.under?.length ? "is-stack" : ""}`} style={style}>
			{(card.under ?? []).map((name, depth) => (
				<span
					key={depth}
					className="under"
					style={{ "--depth": (card.under?.length ?? 0) - depth } as React.CSSProperties}
					aria-hidden="true"
				>
					<CardFace card={{ card: name, owner: card.owner }} printed={printed(at.info, name, false)} game={at.table.game} />
				</span>
			))}
			<button
				type="button"
				className={classes.filter(Boolean).join(" ")}
				data-key={view ? keyOf(view, index) : undefined}
				data-nav=""
				data-card={card.card}
				aria-label={spoken(card, about, options, seat === undefined ? undefined : at.seats.includes(seat))}
				aria-pressed={order >= 0 ? true : shown}
				onClick={() => at.tap(target, options)}
			>
				<CardFace card={card} printed={about} game={at.table.game} />
				{order >= 0 && (
					<span className="order" aria-hidden="true">
						{order + 1}
					</span>
				)}
			</button>
		</span>
	);
}

/** A card in words: what a screen reader says instead of showing it. */
export function spoken(card: Card, about: GameCard | undefined, options: readonly Option[], mine: boolean | undefined): string {
	if (card.card === undefined) return mine === false ? "A hidden card of the rival" : "A hidden card";
	const stats = card.stats?.split("/");
	const numbers = stats && (stats.length === 2 ? `attack ${stats[0]}, health ${stats[1]}` : `power ${stats[0]}`);
	const marks = (card.marks ?? []).map((mark) => markWords(mark).text.toLowerCase());
	const whose = mine === undefined || card.place === undefined ? undefined : mine ? "yours" : "the rival's";
	const where = card.place === undefined ? undefined : `place ${card.place + 1}`;
	const under = card.under?.length ? `on top of ${listed([...card.under].reverse())}` : undefined;
	const can = options.length > 0 ? `you can: ${listed(options.map((option) => option.choice.words))}` : undefined;
	return [card.card, about && title(about.kind).toLowerCase(), numbers, ...marks, under, whose, where, can]
		.filter(Boolean)
		.join(", ");
}
