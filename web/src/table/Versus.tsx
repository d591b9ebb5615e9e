// The beginning: who plays whom, and the roll. It is only to look at, takes no click, and goes by itself.

import { useEffect, useState } from "react";
import { Glyph } from "../art";
import { habitat } from "../lib/habitat";
import { isOf } from "../lib/kinds";
import { rival } from "../lib/parts";
import { moving } from "../lib/settings";
import { seatedWords, seatName } from "../lib/words";
import { profile } from "../net/people";
import type { GameInfo, Seat, SeatDeck, Table } from "../protocol/messages";
import { useAt } from "./context";

/** So long it is seen, in milliseconds. */
const SEEN = 2600;
const KEY = "playmat.begun";

/** Whether this browser has already seen a match begin. */
function seenBefore(match: string): boolean {
	try {
		if (sessionStorage.getItem(KEY) === match) return true;
		sessionStorage.setItem(KEY, match);
	} catch {
		// A browser that keeps nothing sees it again after a reload.
	}
	return false;
}

/** Shown once for a match that begins now. */
export function Versus({ decks }: { decks: readonly SeatDeck[] }) {
	const at = useAt();
	const { match, events } = at.mine;
	const [shown, show] = useState(false);
	const begins = events.filter((event) => isOf(event, "turn")).length < 2 && events.length < 30;
	// biome-ignore lint/correctness/useExhaustiveDependencies: it is about the match alone.
	useEffect(() => {
		if (!begins || !moving() || seenBefore(match)) return;
		show(true);
		const hide = () => show(false);
		const timer = setTimeout(hide, SEEN);
		document.addEventListener("pointerdown", hide, { once: true });
		document.addEventListener("keydown", hide, { once: true });
		return () => {
			clearTimeout(timer);
			document.removeEventListener("pointerdown", hide);
			document.removeEventListener("keydown", hide);
		};
	}, [match]);
	const ratings = useRatings(at.table, shown);
	if (!shown) return null;
	const rolls = events.filter((event) => isOf(event, "rolled"));
	const first = events.find((event) => isOf(event, "first", "skirmish", "turn"))?.seat;
	const side = (seat: Seat) => {
		const info = at.table.seats.find((one) => one.seat === seat);
		const kind = habitat(at.mine.view, at.info, seat);
		const roll = rolls.findLast((event) => event.seat === seat)?.number;
		return (
			<div className={`versus-side ${seat === at.near ? "near" : "far"}`}>
				<b>{seatName(at.table, seat)}</b>
				<span>
					{[
						ratings[seat] === undefined ? undefined : `rated ${ratings[seat]}`,
						deckWords(
							decks.find((one) => one.seat === seat),
							at.info,
						) ?? kind,
						// A bot is called by its level, unless somebody gave it another name.
						info?.who === "bot" && info.name?.toLowerCase() !== seatedWords(info) ? seatedWords(info) : undefined,
					]
						.filter(Boolean)
						.join(" · ")}
				</span>
				{roll !== undefined && (
					<span className="versus-roll">
						<Glyph name="rolling-dices" /> {roll}
					</span>
				)}
			</div>
		);
	};
	return (
		<div className="versus" aria-hidden="true">
			{side(rival(at.near))}
			<i>against</i>
			{side(at.near)}
			{first && <p>{at.seats.length === 1 && first === at.seats[0] ? "You begin" : `${seatName(at.table, first)} begins`}</p>}
		</div>
	);
}

/** A deck by its name, as people read it. */
export function deckWords(played: SeatDeck | undefined, info: GameInfo | undefined): string | undefined {
	if (!played || played.deck === "own") return undefined;
	const [random, category] = played.deck.split(":");
	if (random === "random") return category ? `random ${category} deck` : "random deck";
	return info?.decks.find((one) => one.id === played.deck)?.name ?? played.deck;
}

/** The ratings of those who have one in this game; asked for once the screen is seen. */
function useRatings(table: Table, shown: boolean): { p1?: number; p2?: number } {
	const [ratings, setRatings] = useState<{ p1?: number; p2?: number }>({});
	const { game, seats } = table;
	const players = seats.map((one) => (one.account ? (one.player ?? "") : "")).join();
	useEffect(() => {
		if (!shown) return;
		let gone = false;
		for (const [place, id] of players.split(",").entries()) {
			const seat: Seat = place === 0 ? "p1" : "p2";
			if (!id) continue;
			profile(id)
				.then(({ games }) => {
					const rating = games.find((one) => one.game === game)?.rating?.rating;
					if (!gone && rating !== undefined) setRatings((old) => ({ ...old, [seat]: Math.round(rating) }));
				})
				.catch(() => undefined);
		}
		return () => {
			gone = true;
		};
	}, [players, game, shown]);
	return ratings;
}
