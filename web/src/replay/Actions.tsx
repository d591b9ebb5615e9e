// What can be made of a position: a link, files, a scenario, a match that goes on, a bug report.
import { useState } from "react";
import { go } from "../lib/router";
import { playOn, reportAt, save, scenarioAt } from "../net/replays";
import type { Replay, Seat } from "../protocol/messages";
import type { Eyes } from "./reel";

type Props = { replay: Replay; record: Blob; at: number; eyes: Eyes; near: Seat; bots: readonly string[] };

/** The buttons. */
export function Actions({ replay, record, at, eyes, near, bots }: Props) {
	const [said, say] = useState("");
	const [level, setLevel] = useState<string | undefined>();
	const step = replay.steps[at];
	const does = (what: () => Promise<string>) => () => {
		say("");
		what()
			.then(say)
			.catch((error: unknown) => say(error instanceof Error ? error.message : String(error)));
	};
	const copied = async (text: string, done: string) => {
		await navigator.clipboard.writeText(text);
		return done;
	};
	const share = does(() => copied(window.location.href, "The link to this position is copied."));
	const scenario = does(async () => {
		const text = await scenarioAt(record, at, eyes === "both" ? undefined : eyes);
		save(text, `${replay.game}-${at}.scn`);
		return copied(text, "The position is copied as a scenario, and saved.").catch(() => "The position is saved as a scenario.");
	});
	const on = does(async () => {
		const made = await playOn(record, at, near, level ?? bots.at(-1) ?? "greedy");
		go(`/t/${made.code}`);
		return "";
	});
	const report = does(async () => {
		save(await reportAt(record, at), "playmat-report.json");
		return "The bug report is saved. It holds the record, this position, and the version.";
	});
	return (
		<div className="reel-actions">
			{replay.match && (
				<button type="button" className="button quiet" onClick={share}>
					Copy the link
				</button>
			)}
			<button type="button" className="button quiet" onClick={scenario} disabled={!step?.to_move}>
				Copy as scenario
			</button>
			<button type="button" className="button quiet" onClick={report}>
				Report a bug
			</button>
			{replay.match && (
				<>
					<a className="button quiet" href={`/api/matches/${replay.match}/record`} download={`${replay.match}.record`}>
						Record
					</a>
					<a className="button quiet" href={`/api/matches/${replay.match}/record?form=json`} download={`${replay.match}.json`}>
						Record (JSON)
					</a>
				</>
			)}
			<span className="reel-on">
				<button type="button" className="button" onClick={on} disabled={step?.asked === undefined || bots.length === 0}>
					Play on from here
				</button>
				<label>
					<span className="sr">against the bot</span>
					<select value={level ?? bots.at(-1)} onChange={(event) => setLevel(event.target.value)}>
						{bots.map((bot) => (
							<option key={bot} value={bot}>
								{bot} bot
							</option>
						))}
					</select>
				</label>
			</span>
			<p className="hint" role="status">
				{said}
			</p>
		</div>
	);
}
