// A card on the table: always a button, because every card can be looked at. It can be dragged where dragging does something.
import { memo } from "react";
import { CardFace } from "../cards/CardFace";
import { isToken, printed } from "../cards/looks";
import { figures, figureWords } from "../lib/faces";
import { slotNumber } from "../lib/layout";
import { cardAt, type Option, slotAt } from "../lib/options";
import { keyOf, type Standing } from "../lib/parts";
import { listed, markWords, title } from "../lib/words";
import type { Card, GameCard, Seat } from "../protocol/messages";
import { sameTarget, type Target, useAt } from "./context";
import { useDrag } from "./useDrag";

type Props = { standing: Standing; zone: string; seat: Seat | undefined; style?: React.CSSProperties };

/** A face is drawn anew only if what is on it has changed; a part of the view that changed brings new copies of all its cards. */
const Face = memo(
	CardFace,
	(one, two) =>
		one.printed === two.printed &&
		one.game === two.game &&
		(one.card === two.card || JSON.stringify(one.card) === JSON.stringify(two.card)),
);

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
	const drag = useDrag(target, options);
	const classes = [
		"card",
		options.length > 0 && (options[0]?.choice.verb === "choose" ? "can target" : "can"),
		shown && "shown",
		order >= 0 && "marked",
		pointed && "pointed",
		(card.marks ?? []).some((mark) => mark.word === "tapped") && "tapped",
		card.card === undefined && "is-back",
	];
	return (
		<span className={`stack ${card.under?.length ? "is-stack" : ""}`} style={style}>
			<button
				type="button"
				className={classes.filter(Boolean).join(" ")}
				data-key={view ? keyOf(view, index) : undefined}
				data-nav=""
				data-card={card.card}
				data-spot={cardAt(part, index)}
				data-drop={seat && slot !== undefined ? slotAt(seat, slot) : undefined}
				aria-pressed={order >= 0 ? true : shown}
				onClick={() => at.tap(target, options)}
				onPointerEnter={(event) => event.pointerType === "mouse" && at.look?.(card, event.currentTarget)}
				onPointerLeave={() => at.look?.(undefined)}
				onFocus={(event) => event.currentTarget.matches(":focus-visible") && at.look?.(card, event.currentTarget)}
				onBlur={() => at.look?.(undefined)}
				{...drag}
			>
				<span className="sr">{spoken(card, about, options, seat === undefined ? undefined : at.seats.includes(seat))}</span>
				<span className="card-face" aria-hidden="true">
					<Face card={card} printed={about} game={at.table.game} />
				</span>
				{order >= 0 && (
					<span className="order" aria-hidden="true">
						{order + 1}
					</span>
				)}
			</button>
			{card.under && card.under.length > 0 && (
				<span className="layers" aria-hidden="true">
					{[...card.under].reverse().map((name, depth) => (
						<span key={depth} className={`under ground-${printed(at.info, name, false)?.type ?? "none"}`} title={name} />
					))}
				</span>
			)}
		</span>
	);
}

/** A card in words: what a screen reader says instead of showing it. */
export function spoken(card: Card, about: GameCard | undefined, options: readonly Option[], mine: boolean | undefined): string {
	if (card.card === undefined) return mine === false ? "A hidden card of the rival" : "A hidden card";
	const numbers = figureWords(figures(card.stats, about));
	const marks = (card.marks ?? []).map((mark) => markWords(mark).toLowerCase());
	const whose = mine === undefined || card.place === undefined ? undefined : mine ? "yours" : "the rival's";
	const where = card.place === undefined ? undefined : `place ${card.place + 1}`;
	const under = card.under?.length ? `on top of ${listed([...card.under].reverse())}` : undefined;
	const can = options.length > 0 ? `you can: ${listed(options.map((option) => option.choice.words))}` : undefined;
	return [card.card, about && title(about.kind).toLowerCase(), numbers, ...marks, under, whose, where, can]
		.filter(Boolean)
		.join(", ");
}
