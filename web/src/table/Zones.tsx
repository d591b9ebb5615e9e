// Rows of places, hands, and piles that open.
import { Back, CardFace } from "../cards/CardFace";
import { isToken, printed } from "../cards/looks";
import { slotNumber } from "../lib/layout";
import { slotAt } from "../lib/options";
import { countOf, places, standing } from "../lib/parts";
import { title } from "../lib/words";
import type { Seat } from "../protocol/messages";
import { Icon } from "../ui/Icon";
import { CardButton } from "./CardButton";
import { sameTarget, useAt } from "./context";

/** The places of a side, with their cards. */
export function Row({ seat, zone, count }: { seat: Seat; zone: string; count: number }) {
	const at = useAt();
	const row = places(at.mine.view, zone, seat, count);
	const whose = at.seats.length === 1 && at.seats[0] === seat ? "Your" : `${nameOf(at, seat)}'s`;
	return (
		<ul
			className={`row row-${zone}`}
			aria-label={`${whose} ${title(zone).toLowerCase()}`}
			data-row=""
			style={{ "--places": row.length } as React.CSSProperties}
		>
			{row.map(({ place, standing }) => (
				<li key={standing ? `card ${standing.card.handle ?? place}` : `place ${place}`} className="place">
					{standing ? <CardButton standing={standing} zone={zone} seat={seat} /> : <Slot seat={seat} place={place} zone={zone} />}
				</li>
			))}
		</ul>
	);
}

/** An empty place. It can be tapped only if it is an option. */
export function Slot({ seat, place, zone }: { seat: Seat; place: number; zone: string }) {
	const at = useAt();
	const slot = slotNumber(zone, place, at.info?.places ?? 0);
	const options = slot === undefined ? [] : (at.board.slots.get(slotAt(seat, slot)) ?? []);
	if (options.length === 0) return <span className="slot" aria-hidden="true" />;
	const target = { is: "slot" as const, seat, place };
	const pointed = options.some((option) => option.pick === at.pointed?.pick);
	const marked = at.marked.some((one) => options.some((option) => option.pick === one.pick));
	const chosen = sameTarget(at.selected, target) || marked;
	return (
		<button
			type="button"
			className={`slot can ${pointed ? "pointed" : ""} ${chosen ? "shown" : ""}`}
			data-nav=""
			aria-pressed={chosen}
			aria-label={options.map((option) => option.choice.words).join(", ")}
			onClick={() => at.tap(target, options)}
		>
			<span aria-hidden="true">{chosen ? "✓" : "+"}</span>
		</button>
	);
}

/** A hand that is seen, as a fan. */
export function Hand({ seat }: { seat: Seat }) {
	const at = useAt();
	const cards = standing(at.mine.view, "hand", seat);
	const middle = (cards.length - 1) / 2;
	const label = at.seats.length === 1 && at.seats[0] === seat ? "Your hand" : `${nameOf(at, seat)}'s hand`;
	return (
		<ul
			className="hand"
			aria-label={`${label}, ${cards.length} cards`}
			data-row=""
			data-zone={`${seat}/hand`}
			style={{ "--cards": cards.length } as React.CSSProperties}
		>
			{cards.map((one) => (
				<li key={`${one.card.card}/${one.index}`} style={{ "--off": one.index - middle } as React.CSSProperties}>
					<CardButton standing={one} zone="hand" seat={seat} />
				</li>
			))}
			{cards.length === 0 && <li className="hand-empty">No cards in hand</li>}
		</ul>
	);
}

/** The rival's hand: backs, with what is known of it. */
export function Backs({ seat }: { seat: Seat }) {
	const at = useAt();
	const cards = standing(at.mine.view, "hand", seat);
	const known = cards.filter((one) => one.card.card !== undefined);
	return (
		<span className="backs" data-zone={`${seat}/hand`}>
			<span className="backs-fan" aria-hidden="true">
				{cards.slice(0, 12).map((one) => (
					<span key={one.index} className="mini">
						<CardFace card={one.card} printed={printed(at.info, one.card.card, isToken(one.card))} game={at.table.game} />
					</span>
				))}
			</span>
			<span className="count">
				<Icon name="card-pick" className="only-phone" />
				<b>{cards.length}</b> <span>in hand</span>
			</span>
			{known.length > 0 && <PileButton seat={seat} zone="hand" icon="magnifying-glass" label={`${known.length} known`} />}
		</span>
	);
}

const PILE_ICONS: Record<string, string> = {
	carrion: "animal-skull",
	graveyard: "tombstone",
	discard: "card-discard",
	exile: "portal",
	set: "trap-mask",
	hand: "magnifying-glass",
};

/** A pile that opens. */
export function PileButton({ seat, zone, icon, label }: { seat: Seat | undefined; zone: string; icon?: string; label?: string }) {
	const at = useAt();
	const count = countOf(at.mine.view, zone, seat) ?? 0;
	const target = { is: "pile" as const, seat, zone };
	const cards = standing(at.mine.view, zone, seat);
	const can = cards.some((one) => at.board.cards.has(`${one.part}:${one.index}`));
	return (
		<button
			type="button"
			className={`pile ${can ? "can" : ""} ${sameTarget(at.selected, target) ? "shown" : ""}`}
			data-zone={label ? undefined : `${seat ?? "table"}/${zone}`}
			aria-expanded={sameTarget(at.selected, target)}
			aria-label={label ?? `${title(zone)} ${count}`}
			onClick={() => at.tap(target, [])}
		>
			<Icon name={icon ?? PILE_ICONS[zone] ?? "stack"} />
			<span>{label ?? title(zone)}</span>
			{!label && <b>{count}</b>}
		</button>
	);
}

/** A pile that nobody may open. */
export function Deck({ seat }: { seat: Seat }) {
	const at = useAt();
	const count = countOf(at.mine.view, "deck", seat);
	if (count === undefined) return null;
	return (
		<span className="deck" data-zone={`${seat}/deck`}>
			<span className="mini" aria-hidden="true">
				<Back game={at.table.game} />
			</span>
			<span className="count">
				<b>{count}</b> <span>in deck</span>
			</span>
		</span>
	);
}

function nameOf(at: ReturnType<typeof useAt>, seat: Seat): string {
	return at.table.seats.find((one) => one.seat === seat)?.name ?? (seat === "p1" ? "Player 1" : "Player 2");
}
