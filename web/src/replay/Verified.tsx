// Whether a record holds: what the server found by playing it again, and what this browser computed itself.
import { useEffect, useState } from "react";
import type { Replay } from "../protocol/messages";
import { check, type Found, promisedFor } from "./fair";

type Line = { what: string; result: "passed" | "failed" | "absent"; sentence: string };

/** The list of checks. */
export function Verified({ replay }: { replay: Replay }) {
	const { verification } = replay;
	const [found, setFound] = useState<Found | "waiting">("waiting");
	const seed = verification.seed;
	useEffect(() => {
		if (!seed) {
			setFound(undefined);
			return;
		}
		check(seed)
			.then(setFound)
			.catch(() => setFound({ promise: false, derived: false }));
	}, [seed]);
	const lines: Line[] = [...verification.checks, ...own(replay, found)];
	const holds = lines.every((line) => line.result !== "failed");
	return (
		<details
			className={`verified ${holds ? "holds" : "fails"}`}
			open={!holds}
			data-holds={found === "waiting" ? undefined : holds}
		>
			<summary>{found === "waiting" ? "Checking…" : holds ? "✔ Verified" : "✘ This record does not hold"}</summary>
			<ul>
				{lines.map((line) => (
					<li key={`${line.what} ${line.sentence}`} className={`check-${line.result}`}>
						<b>{line.result === "passed" ? "✔" : line.result === "failed" ? "✘" : "–"}</b>
						<span className="sr">{line.result}: </span>
						{line.sentence}
					</li>
				))}
			</ul>
			{seed && (
				<dl className="seed">
					<dt>Promised</dt>
					<dd>{seed.commitment}</dd>
					<dt>Secret</dt>
					<dd>{seed.secret}</dd>
					<dt>Shares</dt>
					<dd>{seed.shares.join(" ")}</dd>
					<dt>Seed</dt>
					<dd>{seed.seed}</dd>
				</dl>
			)}
		</details>
	);
}

/** What this browser finds: the hashes, and whether they are those that it was told before the match. */
function own(replay: Replay, found: Found | "waiting"): Line[] {
	const seed = replay.verification.seed;
	if (!seed || found === "waiting") return [];
	const line = (what: string, holds: boolean, yes: string, no: string): Line => ({
		what,
		result: holds ? "passed" : "failed",
		sentence: holds ? yes : no,
	});
	const lines: Line[] = [];
	if (!found) {
		const sentence = "This browser computes hashes on pages over HTTPS only; the server's checks stand alone.";
		lines.push({ what: "browser", result: "absent", sentence });
	} else {
		const [promise, derived] = ["browser-promise", "browser-seed"];
		lines.push(
			line(
				promise,
				found.promise,
				"This browser finds the same: the secret is the promised one.",
				"This browser finds that the secret is not the promised one.",
			),
			line(
				derived,
				found.derived,
				"This browser derives the same seed from the secret and both shares.",
				"This browser derives another seed from the secret and the shares.",
			),
		);
	}
	const told = replay.match ? promisedFor(replay.match) : undefined;
	if (told) {
		lines.push(
			line(
				"own-promise",
				told.commitment === seed.commitment,
				"It is the promise that this browser was given before the match.",
				"Before the match this browser was given another promise.",
			),
			told.late && !seed.shares.includes(told.share)
				? {
						what: "own-share",
						result: "absent",
						sentence: "The share of this browser came too late to be in the seed, as the server said at once.",
					}
				: line(
						"own-share",
						seed.shares.includes(told.share),
						"The share that this browser brought is in the seed.",
						"The share that this browser brought is missing in the seed.",
					),
		);
	}
	return lines;
}
