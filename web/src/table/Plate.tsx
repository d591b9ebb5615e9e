// A player at the table: name, score, clock, deck and piles. It can be tapped when the player is an option.
import { useEffect, useState } from "react";
import { left, spoken, written } from "../lib/clock";
import type { Layout } from "../lib/layout";
import { countOf, value } from "../lib/parts";
import { seatedWords, title } from "../lib/words";
import type { Seat } from "../protocol/messages";
import { Icon } from "../ui/Icon";
import { sameTarget, useAt } from "./context";
import { Backs, Deck, PileButton } from "./Zones";

const SCORE_ICONS: Record<string, string> = { hp: "hearts", points: "crystal-shine", wins: "trophy", life: "hearts" };
const SCORE_NAMES: Record<string, string> = { hp: "HP" };

/** The plate of a player. */
export function Plate({ seat, layout, backs }: { seat: Seat; layout: Layout; backs: boolean }) {
	const at = useAt();
	const { view, state } = at.mine;
	const info = at.table.seats.find((one) => one.seat === seat);
	const name = info?.name ?? (seat === "p1" ? "Player 1" : "Player 2");
	const options = at.board.seats.get(seat) ?? [];
	const target = { is: "seat" as const, seat };
	const turn = value(view, "turn") === seat && !state.over;
	const pointed = options.some((option) => option.pick === at.pointed?.pick);
	const shown = sameTarget(at.selected, target);
	const face = (
		<>
			<span className={`dot ${info?.online ? "on" : "off"}`} aria-hidden="true" />
			<span className="plate-name">{name}</span>
			<span className="sr">{info ? seatedWords(info) : ""}</span>
		</>
	);
	return (
		<div className={`plate ${turn ? "has-turn" : ""} ${state.asked === seat ? "is-asked" : ""}`} data-row="">
			{options.length > 0 ? (
				<button
					type="button"
					className={`plate-face can ${pointed ? "pointed" : ""} ${shown ? "shown" : ""}`}
					data-nav=""
					aria-pressed={shown}
					aria-label={`${name}: ${options.map((option) => option.choice.words).join(", ")}`}
					onClick={() => at.tap(target, options)}
				>
					{face}
				</button>
			) : (
				<span className="plate-face">{face}</span>
			)}
			<Clock seat={seat} />
			{layout.scores.map((score) => (
				<span
					key={score}
					className={`score score-${score}`}
					data-zone={`${seat}/${score}`}
					title={SCORE_NAMES[score] ?? title(score)}
				>
					<Icon name={SCORE_ICONS[score] ?? "crown"} />
					<b>{String(value(view, score, seat) ?? "")}</b>
					<span className="score-word">{SCORE_NAMES[score] ?? score}</span>
				</span>
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
			<span className="plate-piles">
				{backs && <Backs seat={seat} />}
				<Deck seat={seat} />
				{layout.piles
					.filter((zone) => zone !== "set" || (countOf(view, zone, seat) ?? 0) > 0)
					.map((zone) => (
						<PileButton key={zone} seat={seat} zone={zone} />
					))}
			</span>
		</div>
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
	return (
		<>
			{shown !== undefined && (
				<span
					className={`clock ${running ? "runs" : ""} ${shown < 20_000 ? "low" : ""}`}
					role="timer"
					aria-label={`${spoken(shown)} left`}
				>
					{written(shown)}
				</span>
			)}
			{away !== undefined && (
				<span className="clock away" role="timer">
					away, {written(away)}
				</span>
			)}
		</>
	);
}
