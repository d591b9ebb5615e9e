// Who was going to win, turn by turn, by a bot's estimate; the move that turned the match; and a way to watch it from there.
import { useEffect, useState } from "react";
import { art, printed } from "../cards/looks";
import { capital, seatName } from "../lib/words";
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

/** Points of a forecast in the drawing: the chance of who sits near, from left to right. */
export function drawn(forecast: Forecast, near: Seat): { x: number; y: number }[] {
	const last = forecast.points.length - 1;
	return forecast.points.map(({ percent }, place) => ({
		x: last > 0 ? (place / last) * WIDE : 0,
		y: HIGH - ((near === "p1" ? percent : 100 - percent) / 100) * HIGH,
	}));
}

/** The curve and the turning point. */
export function Curve({ forecast }: { forecast: Forecast }) {
	const at = useAt();
	const { turning, points } = forecast;
	if (points.length < 3) return null;
	const line = drawn(forecast, at.near);
	const path = line.map(({ x, y }, place) => `${place === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
	const place = turning ? points.findLastIndex((one) => one.at <= turning.at) : -1;
	const [from, to] = [line[place], line[place + 1]];
	const mark = from && to ? { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } : undefined;
	const picture = turning?.card ? art(printed(at.info, turning.card, false), at.table.game) : undefined;
	const name = seatName(at.table, at.near);
	const percents = points.map((one) => (at.near === "p1" ? one.percent : 100 - one.percent));
	return (
		<figure className="curve">
			{turning && (
				<figcaption>
					<b>Turning point, turn {turning.turn}:</b> {seatName(at.table, turning.by)}: {capital(turning.words)}
				</figcaption>
			)}
			<div className="curve-box">
				<svg
					viewBox={`0 0 ${WIDE} ${HIGH}`}
					preserveAspectRatio="none"
					role="img"
					aria-label={`${name}'s chance of winning by a bot's estimate, turn by turn: ${percents.join(", ")} percent`}
				>
					<path className="curve-area" d={`${path}L${WIDE} ${HIGH / 2}L0 ${HIGH / 2}Z`} />
					<path className="curve-half" d={`M0 ${HIGH / 2}H${WIDE}`} />
					{mark && <path className="curve-when" d={`M${mark.x} 0V${HIGH}`} />}
					<path className="curve-line" d={path} />
				</svg>
				<span className="curve-top" aria-hidden="true">
					100 %
				</span>
				<span className="curve-foot" aria-hidden="true">
					0
				</span>
				{mark && (
					<span
						className="curve-mark"
						aria-hidden="true"
						style={{ left: `${(mark.x / WIDE) * 100}%`, top: `${(mark.y / HIGH) * 100}%` }}
					>
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
