// A player at the table: name, score, clock, and what the hand, the deck and the piles count. It can be tapped when the player is an option.
import { memo, useEffect, useState } from "react";
import { Glyph } from "../art";
import { left, spoken, written } from "../lib/clock";
import type { Layout } from "../lib/layout";
import { countOf, numberOf, value } from "../lib/parts";
import { seatedWords, seatName, signed, title } from "../lib/words";
import type { Seat } from "../protocol/messages";
import { sameTarget, useAt } from "./context";
import { Deck, Held, PileButton } from "./Zones";

const SCORE_WORDS: Record<string, string> = { hp: "life" };
/** How full an orb is drawn: what a score begins with, or what wins. */
const FULL: Record<string, number> = { hp: 10, life: 20, points: 20, wins: 2 };

/** The plate of a player. */
export const Plate = memo(function Plate({ seat, layout }: { seat: Seat; layout: Layout }) {
	const at = useAt();
	const { view, state } = at.mine;
	const info = at.table.seats.find((one) => one.seat === seat);
	const name = seatName(at.table, seat);
	const options = at.board.seats.get(seat) ?? [];
	const target = { is: "seat" as const, seat };
	const turn = value(view, "turn") === seat && !state.over;
	const pointed = options.some((option) => option.pick === at.pointed?.pick);
	const shown = sameTarget(at.selected, target);
	const [score, ...others] = layout.scores;
	// Where time runs for somebody who is away, the clock says so.
	const counted = state.asked === seat && !state.over && state.away !== undefined;
	const away = info?.who === "person" && !info.online;
	const face = (
		<>
			{score && <Orb seat={seat} score={score} />}
			<span className="who">
				<span className="plate-name">{name}</span>
				{info && !(away && counted) && <span className={away ? "plate-away" : "sr"}>{seatedWords(info)}</span>}
			</span>
		</>
	);
	return (
		<div
			className={`plate ${seat === at.near ? "plate-near" : "plate-far"} ${turn ? "has-turn" : ""} ${state.asked === seat ? "is-asked" : ""}`}
			data-row=""
			data-seat={seat}
		>
			{options.length > 0 ? (
				<button
					type="button"
					className={`plate-face can ${pointed ? "pointed" : ""} ${shown ? "shown" : ""}`}
					data-nav=""
					aria-pressed={shown}
					onClick={() => at.tap(target, options)}
				>
					{face}
					<span className="sr">: {options.map((option) => option.choice.words).join(", ")}</span>
				</button>
			) : (
				<span className="plate-face">{face}</span>
			)}
			<Clock seat={seat} />
			<span className="counts">
				{others.map((one) => (
					<span key={one} className="count" data-zone={`${seat}/${one}`} title={title(SCORE_WORDS[one] ?? one)}>
						<Glyph name="trophy" />
						<b>{String(value(view, one, seat) ?? "")}</b> <span className="sr">{SCORE_WORDS[one] ?? one}</span>
					</span>
				))}
				<Held seat={seat} />
				<Deck seat={seat} />
				{layout.piles
					.filter((zone) => zone !== "set" || (countOf(view, zone, seat) ?? 0) > 0)
					.map((zone) => (
						<PileButton key={zone} seat={seat} zone={zone} />
					))}
				{layout.facts.map((fact) => {
					const found = value(view, fact, seat);
					if (found === undefined || found === "no" || found === 0) return null;
					return (
						<span key={fact} className="fact">
							{found === "yes" ? title(fact) : `${title(fact)} ${String(found)}`}
						</span>
					);
				})}
			</span>
		</div>
	);
});

/** What a player wins or loses by, as a bowl that fills and empties. */
function Orb({ seat, score }: { seat: Seat; score: string }) {
	const { mine } = useAt();
	const number = numberOf(mine.view, score, seat) ?? 0;
	const full = Math.max(FULL[score] ?? number, number, 1);
	const word = SCORE_WORDS[score] ?? score;
	return (
		<span
			className={`orb score-${score} ${String(number).length > 2 ? "orb-wide" : ""}`}
			data-zone={`${seat}/${score}`}
			style={{ "--full": Math.max(0, number / full) } as React.CSSProperties}
		>
			<span className="orb-liquid" aria-hidden="true" />
			<b>{number < 0 ? signed(number) : number}</b> <small>{word}</small>
		</span>
	);
}

/** A clock that runs while its player is asked. */
function Clock({ seat }: { seat: Seat }) {
	const { mine } = useAt();
	const running = mine.state.asked === seat && !mine.state.over;
	const [, tick] = useState(0);
	const shown = left(mine.state, seat, performance.now() - mine.at);
	const away =
		running && mine.state.away !== undefined ? Math.max(0, mine.state.away - (performance.now() - mine.at)) : undefined;
	const counts = running && (shown !== undefined || away !== undefined);
	useEffect(() => {
		if (!counts) return;
		const timer = setInterval(() => tick((n) => n + 1), 200);
		return () => clearInterval(timer);
	}, [counts]);
	if (shown === undefined && away === undefined) return null;
	return (
		<span className="clocks">
			{shown !== undefined && (
				<span
					className={`clock ${running ? "runs" : ""} ${shown < 20_000 ? "low" : ""}`}
					role="timer"
					aria-label={`${written(shown)}: ${spoken(shown)} left`}
				>
					{written(shown)}
				</span>
			)}
			{away !== undefined && (
				<span className="clock away" role="timer">
					away, {written(away)}
				</span>
			)}
		</span>
	);
}
