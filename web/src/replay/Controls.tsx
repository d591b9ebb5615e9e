// The controls of a replay. Each says what it does; the keys that do the same are named below them.
import { capital } from "../lib/words";
import type { ReplayStep } from "../protocol/messages";
import { Icon } from "../ui/Icon";
import type { Eyes, Turn } from "./reel";

const SPEEDS = [0.5, 1, 2, 4];

type Props = {
	at: number;
	last: number;
	step: ReplayStep | undefined;
	/** Who plays: player 1, then player 2. */
	names: { p1: string; p2: string };
	turns: Turn[];
	to: (place: number) => void;
	plays: boolean;
	setPlays: (plays: boolean) => void;
	speed: number;
	setSpeed: (speed: number) => void;
	eyes: Eyes;
	setEyes: (eyes: Eyes) => void;
};

/** The controls. */
export function Controls(props: Props) {
	const { at, last, step, names, turns, to, plays, setPlays, speed, setSpeed, eyes, setEyes } = props;
	const turn = turns.findLast((one) => one.at <= at);
	const place = turn ? turns.indexOf(turn) : -1;
	const words = capital(step?.words ?? "");
	return (
		<>
			<p className="reel-step" aria-live="polite" data-testid="step">
				<small>
					Step {at} of {last}
				</small>
				<span>
					{step?.by && <b>{names[step.by]}: </b>}
					{words}
					{step?.undone && <em> (taken back later)</em>}
				</span>
			</p>
			<div className="reel-keys">
				<button type="button" className="button quiet" disabled={at === 0} onClick={() => to(at - 1)}>
					<span aria-hidden="true">‹</span> Back
				</button>
				<button type="button" className="button primary" onClick={() => setPlays(!plays)} disabled={at === last}>
					{plays ? "Pause" : "Play"}
				</button>
				<button type="button" className="button quiet" disabled={at === last} onClick={() => to(at + 1)}>
					Next <span aria-hidden="true">›</span>
				</button>
			</div>
			<div className="reel-way">
				<button type="button" className="button quiet" disabled={at === 0} onClick={() => to(0)}>
					Start
				</button>
				<input
					type="range"
					min={0}
					max={last}
					value={at}
					aria-label="Position"
					aria-valuetext={`Step ${at} of ${last}: ${words}`}
					onChange={(event) => to(Number(event.target.value))}
				/>
				<button type="button" className="button quiet" disabled={at === last} onClick={() => to(last)}>
					End
				</button>
			</div>
			<div className="reel-turns">
				{turns.length > 1 && (
					<>
						<button
							type="button"
							className="button quiet"
							aria-label="Previous turn"
							disabled={place < 1}
							onClick={() => to(turns[place - 1]?.at ?? 0)}
						>
							‹
						</button>
						<label className="field">
							<span className="sr">Turn</span>
							<select value={turn?.at ?? ""} onChange={(event) => to(Number(event.target.value))}>
								{!turn && <option value="">Before the first turn</option>}
								{turns.map((one) => (
									<option key={one.at} value={one.at}>
										{one.words}
									</option>
								))}
							</select>
						</label>
						<button
							type="button"
							className="button quiet"
							aria-label="Next turn"
							disabled={place === turns.length - 1}
							onClick={() => to(turns[place + 1]?.at ?? last)}
						>
							›
						</button>
					</>
				)}
				<label className="field">
					<span className="sr">Speed</span>
					<select value={speed} onChange={(event) => setSpeed(Number(event.target.value))}>
						{SPEEDS.map((one) => (
							<option key={one} value={one}>
								{one}×
							</option>
						))}
					</select>
				</label>
			</div>
			<fieldset className="reel-eyes">
				<legend>
					<Icon name="eye-of-horus" /> Seen by
				</legend>
				{(["both", "p1", "p2"] as const).map((one) => (
					<label key={one} className="segment">
						<input type="radio" name="eyes" checked={eyes === one} onChange={() => setEyes(one)} />
						<span>{one === "both" ? "Both hands open" : names[one]}</span>
					</label>
				))}
			</fieldset>
		</>
	);
}
