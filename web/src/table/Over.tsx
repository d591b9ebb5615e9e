// The end of a match: the result and why, what it did to the rating, and what to do next. Both plates stay in sight.
import { useEffect, useState } from "react";
import { CardFace } from "../cards/CardFace";
import { printed } from "../cards/looks";
import { recap } from "../lib/recap";
import { go } from "../lib/router";
import { mayRead, overWords, seatName } from "../lib/words";
import { matches } from "../net/people";
import { To } from "../pages/Page";
import type { RatingChange, Seat } from "../protocol/messages";
import { Curve, useForecast, WatchFrom } from "./Curve";
import { useAt } from "./context";
import { Ring } from "./Ring";

/** The screen between the rails. A lesson is no match: nothing of it is kept. */
export function Over({ rematch, kept }: { rematch: (want: boolean) => void; kept: boolean }) {
	const at = useAt();
	const { state, match, events } = at.mine;
	const [away, putAway] = useState(false);
	const rated = kept && Boolean(at.table.rated) && at.seats.length === 1;
	const rating = useRating(match, rated);
	const readable = kept && mayRead(at.table, at.seats);
	const forecast = useForecast(match, readable);
	if (!state.over) return null;
	const { head, line } = overWords(state.over, at.table, at.seats);
	const { why, card, facts } = recap(events, state.over, at.info?.cards);
	// Where no card did most, the one that turned the match.
	const best = card ?? forecast?.turning?.card;
	const wants = state.rematch ?? [];
	const mine = at.seats.some((seat) => wants.includes(seat));
	const other = wants.filter(
		(seat) => !at.seats.includes(seat) && at.table.seats.find((one) => one.seat === seat)?.who !== "bot",
	);
	const lost = at.seats.length === 1 && state.over.winner !== undefined && state.over.winner !== at.seats[0];
	if (away) {
		return (
			<button type="button" className="mini over-back" onClick={() => putAway(false)}>
				Back to the result
			</button>
		);
	}
	return (
		<section className={`over ${lost ? "over-lost" : ""}`} aria-label="The end of the match">
			<div className="over-head">
				<h2>{head}</h2>
				<p>
					{/* The title names who won, where that is clear without a name. */}
					{why && at.seats.length === 1 ? why : `${line}. ${why ?? ""}`}
				</p>
				{other.map((seat: Seat) => (
					<p key={seat} className="over-wants" role="status">
						{seatName(at.table, seat)} wants to play again.
					</p>
				))}
			</div>
			{best && (
				<span className="card over-card" aria-hidden="true">
					<CardFace card={{ card: best, owner: at.near }} printed={printed(at.info, best, false)} game={at.table.game} />
				</span>
			)}
			{kept && at.seats.length === 1 && <Ring rated={rated} rating={rating} winner={state.over.winner} />}
			{forecast && <Curve forecast={forecast} />}
			<ul className="over-facts">
				{facts.map((fact) => (
					<li key={fact.line}>
						<b>{fact.head}</b> {fact.line}
					</li>
				))}
			</ul>
			<div className="plain over-next" data-row="">
				{at.seats.length > 0 && (
					<button type="button" className="button primary" data-nav="" onClick={() => rematch(!mine)} aria-pressed={mine}>
						{mine ? "Waiting for the other player" : "Play again"}
					</button>
				)}
				{readable && (
					<>
						<WatchFrom forecast={forecast} match={match} />
						<To href={`/replay/${match}`} className="button quiet">
							Replay
						</To>
					</>
				)}
				<button type="button" className="button quiet" data-nav="" onClick={() => putAway(true)}>
					See the table
				</button>
				<button type="button" className="button quiet" data-nav="" onClick={() => go("/")}>
					Home
				</button>
			</div>
		</section>
	);
}

/** What the match did to one's rating, as soon as the server has it. */
function useRating(match: string, rated: boolean): RatingChange | undefined {
	const [rating, setRating] = useState<RatingChange | undefined>();
	useEffect(() => {
		setRating(undefined);
		if (!rated) return;
		let gone = false;
		matches()
			.then((page) => !gone && setRating(page.matches.find((one) => one.match === match)?.rating))
			.catch(() => undefined);
		return () => {
			gone = true;
		};
	}, [match, rated]);
	return rating;
}
