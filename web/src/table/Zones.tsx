// Rows of places, hands, and piles that open.
import { memo } from "react";
import { Glyph } from "../art";
import { Back, CardFace } from "../cards/CardFace";
import { isToken, printed } from "../cards/looks";
import { slotNumber } from "../lib/layout";
import { slotAt } from "../lib/options";
import { countOf, places, standing } from "../lib/parts";
import { seatName, title } from "../lib/words";
import type { Seat } from "../protocol/messages";
import { CardButton } from "./CardButton";
import { sameTarget, useAt } from "./context";

/** The places of a side, with their cards. What stands beside the counted places is drawn beside the row. */
export const Row = memo(function Row({ seat, zone, count }: { seat: Seat; zone: string; count: number }) {
	const at = useAt();
	const row = places(at.mine.view, zone, seat, count);
	const whose = at.seats.length === 1 && at.seats[0] === seat ? "Your" : `${seatName(at.table, seat)}'s`;
	return (
		<ul className={`row row-${zone}`} aria-label={`${whose} ${title(zone).toLowerCase()}`} data-row="">
			{row.map(({ place, standing }) => (
				<li
					key={standing ? `card ${standing.card.handle ?? place}` : `place ${place}`}
					className={`place ${count > 0 && place >= count ? "place-beside" : ""}`}
				>
					{standing ? <CardButton standing={standing} zone={zone} seat={seat} /> : <Slot seat={seat} place={place} zone={zone} />}
				</li>
			))}
		</ul>
	);
});

/** An empty place. It can be tapped only if it is an option. */
export function Slot({ seat, place, zone }: { seat: Seat; place: number; zone: string }) {
	const at = useAt();
	const slot = slotNumber(zone, place, at.info?.places ?? 0);
	const drop = slot === undefined ? undefined : slotAt(seat, slot);
	const options = drop === undefined ? [] : (at.board.slots.get(drop) ?? []);
	if (options.length === 0) return <span className="slot" aria-hidden="true" data-drop={drop} />;
	const target = { is: "slot" as const, seat, place };
	const pointed = options.some((option) => option.pick === at.pointed?.pick);
	const marked = at.marked.some((one) => options.some((option) => option.pick === one.pick));
	const chosen = sameTarget(at.selected, target) || marked;
	return (
		<button
			type="button"
			className={`slot can ${pointed ? "pointed" : ""} ${chosen ? "shown" : ""}`}
			data-nav=""
			data-drop={drop}
			aria-pressed={chosen}
			onClick={() => at.tap(target, options)}
		>
			<span className="sr">{options.map((option) => option.choice.words).join(", ")}</span>
			<span aria-hidden="true">{chosen ? "✓" : "+"}</span>
		</button>
	);
}

/** A hand that is seen, as a fan. */
export const Hand = memo(function Hand({ seat }: { seat: Seat }) {
	const at = useAt();
	const cards = standing(at.mine.view, "hand", seat);
	const middle = (cards.length - 1) / 2;
	const keys = nthOfName(cards.map((one) => one.card.card ?? ""));
	const label = at.seats.length === 1 && at.seats[0] === seat ? "Your hand" : `${seatName(at.table, seat)}'s hand`;
	return (
		<div className="hand-area">
			<ul
				className={`hand ${cards.length > 7 ? "hand-long" : ""}`}
				aria-label={`${label}, ${cards.length} cards`}
				data-row=""
				data-zone={`${seat}/hand`}
				style={{ "--cards": cards.length } as React.CSSProperties}
			>
				{cards.map((one) => {
					const off = one.index - middle;
					const lean = middle > 0 ? off / Math.max(middle, 2) : 0;
					return (
						<li
							key={keys[one.index]}
							style={{ "--off": off, "--at": one.index, "--lean": lean.toFixed(3) } as React.CSSProperties}
						>
							<CardButton standing={one} zone="hand" seat={seat} />
						</li>
					);
				})}
				{cards.length === 0 && <li className="hand-empty">No cards in hand</li>}
			</ul>
		</div>
	);
});

/** Names as keys, those that come again numbered: a card stays the same when one before it leaves. */
function nthOfName(names: readonly string[]): string[] {
	const counts = new Map<string, number>();
	return names.map((name) => {
		const nth = (counts.get(name) ?? 0) + 1;
		counts.set(name, nth);
		return `${name}/${nth}`;
	});
}

/** A hand that only its owner sees: how many, and what is known of it. */
export function Held({ seat }: { seat: Seat }) {
	const at = useAt();
	const cards = standing(at.mine.view, "hand", seat);
	const known = cards.filter((one) => one.card.card !== undefined);
	return (
		<>
			<span className="count" data-zone={`${seat}/hand`} title="In hand">
				<Glyph name="hand" />
				<b>{cards.length}</b> <span className="sr">in hand</span>
			</span>
			{known.length > 0 && at.near !== seat && (
				<PileButton seat={seat} zone="hand" icon="magnifying-glass" label={`${known.length} known`} />
			)}
		</>
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
			title={title(zone)}
			onClick={() => at.tap(target, [])}
		>
			<Glyph name={icon ?? PILE_ICONS[zone] ?? "stack"} />
			<span className="sr">{label ?? title(zone)} </span>
			<b>{label ? label.split(" ")[0] : count}</b>
		</button>
	);
}

/** A pile that nobody may open. */
export function Deck({ seat }: { seat: Seat }) {
	const at = useAt();
	const count = countOf(at.mine.view, "deck", seat);
	if (count === undefined) return null;
	return (
		<span className="count" data-zone={`${seat}/deck`} title="In the deck">
			<Glyph name="stack" />
			<b>{count}</b> <span className="sr">in deck</span>
		</span>
	);
}

/** The piles of a side, drawn on the board where its margin has room: a picture of what the plate counts. */
export const Heaps = memo(function Heaps({ seat, piles }: { seat: Seat; piles: readonly string[] }) {
	const at = useAt();
	const { view } = at.mine;
	const deck = countOf(view, "deck", seat) ?? 0;
	const gone = piles.find((zone) => zone !== "set");
	const top = gone === undefined ? undefined : standing(view, gone, seat).at(-1)?.card;
	// A lesson may have neither.
	if (deck === 0 && top === undefined) return null;
	return (
		<div className="heaps" aria-hidden="true">
			<span className="heap">
				<span className="card">{deck > 0 && <Back game={at.table.game} />}</span>
				<small>{deck} in deck</small>
			</span>
			{gone && (
				<button
					type="button"
					className="heap heap-gone"
					tabIndex={-1}
					onClick={() => at.tap({ is: "pile", seat, zone: gone }, [])}
				>
					<span className="card">
						{top && <CardFace card={top} printed={printed(at.info, top.card, isToken(top))} game={at.table.game} />}
					</span>
					<small>
						{title(gone)} {countOf(view, gone, seat) ?? 0}
					</small>
				</button>
			)}
		</div>
	);
});
