// Who was going to win, turn by turn, by a bot's estimate; the move that turned the match; and a way to watch it from there.
import { useEffect, useState } from "react";
import { art, printed } from "../cards/looks";
import { seatName } from "../lib/words";
import { forecastOf } from "../net/replays";
import { To } from "../pages/Page";
import type { Forecast, Seat } from "../protocol/messages";
import { useAt } from "./context";

/** The forecast of a match that is over, as soon as the server has it; nothing where it is not told. */
export function useForecast(match: string, told: boolean): Forecast | undefined {
	const [forecast, setForecast] = useState<Forecast | undefined>();
	useEffect(() => {
		setForecast(undefined);
		if (!told) return;
		let gone = false;
		forecastOf(match)
			.then((found) => !gone && setForecast(found))
			.catch(() => undefined);
		return () => {
			gone = true;
		};
	}, [match, told]);
	return forecast;
}

/** The size of the drawing; it is stretched to its box. */
const WIDE = 440;
const HIGH = 150;
/** No more turns than this are written below. */
const LABELS = 14;

/** A place in the drawing. */
type Point = { x: number; y: number };

/** Points of a forecast in the drawing: the chance of who sits near, from left to right. */
export function drawn(forecast: Forecast, near: Seat): Point[] {
	const last = forecast.points.length - 1;
	return forecast.points.map(({ percent }, place) => ({
		x: last > 0 ? (place / last) * WIDE : 0,
		y: HIGH - ((near === "p1" ? percent : 100 - percent) / 100) * HIGH,
	}));
}

/** A path through points from left to right that bends, and never rises or falls further than they do. */
export function bent(points: readonly Point[]): string {
	const slope = (from: Point, to: Point) => (to.y - from.y) / (to.x - from.x);
	const slopes = points.map((now, place) => {
		const [before, after] = [points[place - 1], points[place + 1]];
		if (!before || !after) return 0;
		const [left, right] = [slope(before, now), slope(now, after)];
		// Level where it turns, else no steeper than either side allows (the harmonic mean).
		return left * right <= 0 ? 0 : (2 * left * right) / (left + right);
	});
	const at = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
	return points
		.map((now, place) => {
			const before = points[place - 1];
			if (!before) return `M${at(now.x, now.y)}`;
			const third = (now.x - before.x) / 3;
			const out = at(before.x + third, before.y + third * (slopes[place - 1] ?? 0));
			const into = at(now.x - third, now.y - third * (slopes[place] ?? 0));
			return `C${out} ${into} ${at(now.x, now.y)}`;
		})
		.join("");
}

/** The curve and the turning point. */
export function Curve({ forecast }: { forecast: Forecast }) {
	const at = useAt();
	const { turning, points } = forecast;
	if (points.length < 3) return null;
	const line = drawn(forecast, at.near);
	const path = bent(line);
	const place = turning ? points.findLastIndex((one) => one.at <= turning.at) : -1;
	const [from, to] = [line[place], line[place + 1]];
	const mark = from && to ? { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } : undefined;
	const picture = turning?.card ? art(printed(at.info, turning.card, false), at.table.game) : undefined;
	const name = seatName(at.table, at.near);
	const percents = points.map((one) => (at.near === "p1" ? one.percent : 100 - one.percent));
	const every = Math.ceil(points.length / LABELS);
	const across = (x: number) => `${(x / WIDE) * 100}%`;
	return (
		<figure className="curve">
			{turning && (
				<figcaption>
					<b>Turning point in turn {turning.turn}.</b> {seatName(at.table, turning.by)}: {turning.words}
				</figcaption>
			)}
			<div className="curve-box">
				<svg
					viewBox={`0 0 ${WIDE} ${HIGH}`}
					preserveAspectRatio="none"
					role="img"
					aria-label={`${name}'s chance of winning by a bot's estimate, turn by turn: ${percents.join(", ")} percent`}
				>
					<linearGradient id="curve-fill" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2={HIGH}>
						<stop offset="0" className="curve-ahead" />
						<stop offset=".5" className="curve-even" />
						<stop offset="1" className="curve-behind" />
					</linearGradient>
					<path className="curve-area" d={`${path}L${WIDE} ${HIGH / 2}L0 ${HIGH / 2}Z`} />
					<path className="curve-half" d={`M0 ${HIGH / 2}H${WIDE}`} />
					{mark && <path className="curve-when" d={`M${mark.x} ${mark.y}V${HIGH}`} />}
					<path className="curve-line" d={path} />
					<path className="curve-dots" d={line.map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`).join("")} />
				</svg>
				<span className="curve-side curve-top" aria-hidden="true">
					100
				</span>
				<span className="curve-side curve-half-way" aria-hidden="true">
					50
				</span>
				<span className="curve-side curve-foot" aria-hidden="true">
					0
				</span>
				{points.slice(0, -1).map((point, place) =>
					place % every === 0 ? (
						<span key={point.at} className="curve-turn" aria-hidden="true" style={{ left: across(line[place]?.x ?? 0) }}>
							{point.turn}
						</span>
					) : null,
				)}
				{mark && (
					<span className="curve-mark" aria-hidden="true" style={{ left: across(mark.x), top: `${(mark.y / HIGH) * 100}%` }}>
						{picture && "href" in picture ? (
							<svg viewBox="0 0 512 512" focusable="false">
								<use href={picture.href} />
							</svg>
						) : (
							"!"
						)}
					</span>
				)}
			</div>
		</figure>
	);
}

/** Leads to the turning point in the replay. */
export function WatchFrom({ forecast, match }: { forecast: Forecast | undefined; match: string }) {
	const { turning } = forecast ?? {};
	if (!turning) return null;
	return (
		<To href={`/replay/${match}?at=${turning.at}`} className="button quiet">
			Watch from turn {turning.turn}
		</To>
	);
}
