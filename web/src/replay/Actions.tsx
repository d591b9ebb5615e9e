// What can be made of a position: a link, files, a scenario, a match that goes on, a bug report.
import { useEffect, useState } from "react";
import { go, linkTo } from "../lib/router";
import { title } from "../lib/words";
import * as people from "../net/people";
import { matchAddress, playOn, reportAt, save, saveForm, scenarioAt } from "../net/replays";
import type { MatchShare, Replay, Seat } from "../protocol/messages";
import type { Eyes } from "./reel";

type Props = {
	replay: Replay;
	record: Blob;
	at: number;
	eyes: Eyes;
	near: Seat;
	bots: readonly string[];
	/** The key of the link that led here. */
	shareKey: string | undefined;
};

/** The buttons. */
export function Actions({ replay, record, at, eyes, near, bots, shareKey }: Props) {
	const [said, say] = useState("");
	// Only who has played it is told, and may share it.
	const [mine, setMine] = useState<MatchShare | undefined>();
	const match = replay.match;
	useEffect(() => {
		if (!match) return;
		people
			.shareOf(match)
			.then(setMine)
			.catch(() => setMine(undefined));
	}, [match]);
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
	const position = `at=${at}${eyes === "both" ? "" : `&as=${eyes}`}`;
	const copy = does(() => {
		const link = mine?.link ? linkTo(`${mine.link}&${position}`) : window.location.href;
		return copied(link, "The link to this position is copied.");
	});
	const share = does(async () => {
		if (!match) return "";
		const shared = await people.share(match);
		setMine(shared);
		const done = "Whoever has the link can watch this match and read its record, until you stop sharing it.";
		return copied(linkTo(`${shared.link}&${position}`), `${done} It is copied.`).catch(() => done);
	});
	const unshare = does(async () => {
		if (match) await people.unshare(match);
		setMine((before) => before && { public: before.public });
		return "The link no longer works.";
	});
	const closed = mine !== undefined && !mine.public && !mine.link;
	/** A link that is also one to save under another name; without a server the page itself hands the file out. */
	const saves = (of: string, form: "record" | "json") => (event: React.MouseEvent) => {
		event.preventDefault();
		does(async () => {
			await saveForm(of, form, shareKey);
			return "The record is saved.";
		})();
	};
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
			{match && closed && (
				<button type="button" className="button quiet" onClick={share}>
					Share with a link
				</button>
			)}
			{match && !closed && (
				<button type="button" className="button quiet" onClick={copy}>
					Copy the link
				</button>
			)}
			{match && mine?.link && !mine.public && (
				<button type="button" className="button quiet" onClick={unshare}>
					Stop sharing
				</button>
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
								{title(bot)} bot
							</option>
						))}
					</select>
				</label>
			</span>
			<details className="reel-more">
				<summary>Save, copy, report</summary>
				<div>
					<button type="button" className="button quiet" onClick={scenario} disabled={!step?.to_move}>
						Copy as a scenario
					</button>
					<button type="button" className="button quiet" onClick={report}>
						Report a bug
					</button>
					{match && (
						<>
							<a className="button quiet" href={matchAddress(match, "record", shareKey)} onClick={saves(match, "record")}>
								Save the record
							</a>
							<a className="button quiet" href={matchAddress(match, "json", shareKey)} onClick={saves(match, "json")}>
								Save the record as JSON
							</a>
						</>
					)}
				</div>
			</details>
			<p className="hint" role="status">
				{said}
			</p>
		</div>
	);
}
