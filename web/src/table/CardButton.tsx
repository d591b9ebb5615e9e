// A card on the table: always a button, because every card can be looked at. It can be dragged where dragging does something.
import { memo } from "react";
import { CardFace } from "../cards/CardFace";
import { isToken, printed } from "../cards/looks";
import { figures, figureWords } from "../lib/faces";
import { slotNumber } from "../lib/layout";
import { cardAt, type Option, slotAt } from "../lib/options";
import { keyOf, type Standing } from "../lib/parts";
import { listed, markWords, title } from "../lib/words";
import type { Card, GameCard, GameInfo, Seat } from "../protocol/messages";
import { type At, type Target, useAt } from "./context";
import { useDrag } from "./useDrag";

type Props = { standing: Standing; zone: string; seat: Seat | undefined };

/** What a card without options has: always the same, so that it is not drawn anew. */
const NONE: Option[] = [];

/** A card in a zone of the view. */
export function CardButton({ standing, zone, seat }: Props) {
	const at = useAt();
	const { card, part, index } = standing;
	const slot = card.place === undefined ? undefined : slotNumber(zone, card.place, at.info?.places ?? 0);
	const drop = seat && slot !== undefined ? slotAt(seat, slot) : undefined;
	const onCard = at.board.cards.get(cardAt(part, index)) ?? NONE;
	const onPlace = (drop === undefined ? undefined : at.board.slots.get(drop)) ?? NONE;
	const options = onPlace.length === 0 ? onCard : onCard.length === 0 ? onPlace : [...onCard, ...onPlace];
	const view = at.mine.view[part];
	return (
		<Lying
			card={card}
			part={part}
			index={index}
			zone={zone}
			seat={seat}
			drop={drop}
			options={options}
			name={view ? keyOf(view, index) : undefined}
			printed={printed(at.info, card.card, isToken(card))}
			info={at.info}
			game={at.table.game}
			mine={seat === undefined ? undefined : at.seats.includes(seat)}
			order={at.marked.findIndex((one) => options.some((option) => option.pick === one.pick))}
			pointed={at.pointed !== undefined && options.some((option) => option.pick === at.pointed?.pick)}
			shown={at.selected?.is === "card" && at.selected.part === part && at.selected.index === index}
			tap={at.tap}
			look={at.look}
			dropped={at.drop}
		/>
	);
}

type LyingProps = {
	card: Card;
	part: number;
	index: number;
	zone: string;
	seat: Seat | undefined;
	/** The place it lies on, as options name it. */
	drop: string | undefined;
	options: Option[];
	/** What it is followed by from view to view. */
	name: string | undefined;
	printed: GameCard | undefined;
	info: GameInfo | undefined;
	game: string;
	/** Whether it lies on the side of who looks; nothing if it is on no side. */
	mine: boolean | undefined;
	/** Its place among those that are marked, or -1. */
	order: number;
	pointed: boolean;
	shown: boolean;
	tap: At["tap"];
	look: At["look"];
	dropped: At["drop"];
};

/** A card that lies somewhere. Drawn anew only if something about it has changed. */
const Lying = memo(function Lying(props: LyingProps) {
	const { card, part, index, zone, seat, options, printed: about, order, shown, tap, look } = props;
	const target: Target = { is: "card", part, index, card, zone, seat };
	const drag = useDrag({ target, options, look, drop: props.dropped });
	const classes = [
		"card",
		options.length > 0 && (options[0]?.choice.verb === "choose" ? "can target" : "can"),
		shown && "shown",
		order >= 0 && "marked",
		props.pointed && "pointed",
		(card.marks ?? []).some((mark) => mark.word === "tapped") && "tapped",
		card.card === undefined && "is-back",
	];
	return (
		<span className={`stack ${card.under?.length ? "is-stack" : ""}`}>
			<button
				type="button"
				className={classes.filter(Boolean).join(" ")}
				data-key={props.name}
				data-nav=""
				data-card={card.card}
				data-spot={cardAt(part, index)}
				data-drop={props.drop}
				aria-pressed={order >= 0 ? true : shown}
				onClick={() => tap(target, options)}
				onPointerEnter={(event) => event.pointerType === "mouse" && look?.(card, event.currentTarget)}
				onPointerLeave={() => look?.(undefined)}
				onFocus={(event) => event.currentTarget.matches(":focus-visible") && look?.(card, event.currentTarget)}
				onBlur={() => look?.(undefined)}
				{...drag}
			>
				<span className="sr">{spoken(card, about, options, props.mine)}</span>
				<span className="card-face" aria-hidden="true">
					<CardFace card={card} printed={about} game={props.game} />
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
						<span key={depth} className={`under ground-${printed(props.info, name, false)?.type ?? "none"}`} title={name} />
					))}
				</span>
			)}
		</span>
	);
});

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
