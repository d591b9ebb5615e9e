// A small chart of counts: bars to look at, and the same as a table for those who listen.
import type { Bar } from "../lib/decklist";

const HEIGHT = 64;
const STEP = 30;

/** The chart. */
export function Chart({ caption, head, bars }: { caption: string; head: string; bars: Bar[] }) {
	const most = Math.max(1, ...bars.map((bar) => bar.count));
	const width = Math.max(bars.length * STEP, STEP);
	return (
		<figure className="chart">
			<figcaption aria-hidden="true">{caption}</figcaption>
			<svg viewBox={`0 0 ${width} ${HEIGHT + 34}`} style={{ maxWidth: `${width * 1.6}px` }} aria-hidden="true" focusable="false">
				{bars.map((bar, at) => {
					const height = (bar.count / most) * HEIGHT;
					const middle = at * STEP + STEP / 2;
					return (
						<g key={bar.label}>
							<rect
								className="chart-bar"
								x={middle - 10}
								y={HEIGHT + 14 - Math.max(height, 1.5)}
								width={20}
								height={Math.max(height, 1.5)}
								rx={3}
							/>
							<text x={middle} y={HEIGHT + 10 - height} textAnchor="middle">
								{bar.count > 0 ? bar.count : ""}
							</text>
							<text className="chart-label" x={middle} y={HEIGHT + 29} textAnchor="middle">
								{bar.label}
							</text>
						</g>
					);
				})}
			</svg>
			<div className="sr">
				<table>
					<caption>{caption}</caption>
					<thead>
						<tr>
							<th scope="col">{head}</th>
							<th scope="col">Cards</th>
						</tr>
					</thead>
					<tbody>
						{bars.map((bar) => (
							<tr key={bar.label}>
								<th scope="row">{bar.label}</th>
								<td>{bar.count}</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</figure>
	);
}

/** Counts side by side with long names: a row for each. */
export function Rows({ caption, head, bars }: { caption: string; head: string; bars: Bar[] }) {
	const most = Math.max(1, ...bars.map((bar) => bar.count));
	return (
		<table className="rows">
			<caption>{caption}</caption>
			<thead className="sr">
				<tr>
					<th scope="col">{head}</th>
					<th scope="col">Cards</th>
				</tr>
			</thead>
			<tbody>
				{bars.map((bar) => (
					<tr key={bar.label}>
						<th scope="row">{bar.label}</th>
						<td>
							<svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true" focusable="false">
								<rect className="chart-bar" x="0" y="1" width={(bar.count / most) * 100} height="10" rx="2" />
							</svg>
							<b>{bar.count}</b>
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
