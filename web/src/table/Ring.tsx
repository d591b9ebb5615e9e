// The ring at the end of a match: what it did to the rating, or how the series at this table stands.
import { useMemo } from "react";
import { changeWords } from "../lib/people";
import { counted, type Result } from "../lib/series";
import type { RatingChange, Seat } from "../protocol/messages";
import { useAt } from "./context";

/** A change of the rating that fills the ring. */
const FULL = 40;
/** The way around, in units of the drawing. */
const AROUND = 2 * Math.PI * 44;

/** For a player; who only watches has neither. The rating comes a moment later. */
export function Ring({ rated, rating, winner }: { rated: boolean; rating: RatingChange | undefined; winner: Seat | undefined }) {
	const at = useAt();
	const result: Result = winner === undefined ? "drawn" : winner === at.near ? "won" : "lost";
	const { match } = at.mine;
	const { code } = at.table;
	const series = useMemo(() => counted(code, match, result), [code, match, result]);
	if (rated) {
		const { before, after } = rating ?? { before: 0, after: 0 };
		return (
			<div className={`over-ring ${after < before ? "down" : "up"}`}>
				<Circle part={Math.abs(after - before) / FULL} word={rating ? changeWords(before, after) : "…"} />
				<p>
					Rating <b>{rating ? Math.round(after) : "…"}</b> {rating && <span>was {Math.round(before)}</span>}
				</p>
			</div>
		);
	}
	const all = series.won + series.lost + series.drawn;
	return (
		<div className={`over-ring ${result === "lost" ? "down" : "up"}`}>
			<Circle part={(series.won + series.drawn / 2) / all} word={`${series.won} : ${series.lost}`} />
			<p>
				At this table{" "}
				<span>
					{[all === 1 ? "1 match" : `${all} matches`, series.drawn > 0 && `${series.drawn} drawn`].filter(Boolean).join(", ")}
				</span>
			</p>
		</div>
	);
}

function Circle({ part, word }: { part: number; word: string }) {
	return (
		<span className="ring">
			<svg viewBox="0 0 100 100" aria-hidden="true">
				<circle className="ring-track" cx="50" cy="50" r="44" />
				{/* Nothing is no dot. */}
				{part > 0 && (
					<circle className="ring-part" cx="50" cy="50" r="44" strokeDasharray={`${Math.min(1, part) * AROUND} ${AROUND}`} />
				)}
			</svg>
			<b>{word}</b>
		</span>
	);
}
