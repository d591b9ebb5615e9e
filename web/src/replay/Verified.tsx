// Whether a record holds: what the server found by playing it again, and what this browser computed itself.
import { useEffect, useMemo, useState } from "react";
import { ask } from "../net/api";
import { verifyHere } from "../pocket/route";
import type { Check, RecordKeys, Replay, Seat, SeedForm, Verification } from "../protocol/messages";
import { check, placeOf, promisedFor, promiseOf } from "./fair";

type Line = Pick<Check, "what" | "result" | "sentence">;

const MARKS: Record<Line["result"], string> = { passed: "✔", failed: "✘", missing: "✘", unclaimed: "–" };

/** The list of checks. */
export function Verified({ replay, record }: { replay: Replay; record?: Blob }) {
	const { verification } = replay;
	const here = useVerifiedHere(record);
	const seed = verification.seed;
	const found = useMemo(() => own(replay, here), [replay, here]);
	const lines: Line[] = [...verification.checks, ...found];
	const holds = lines.every((line) => line.result === "passed" || line.result === "unclaimed");
	return (
		<details className={`verified ${holds ? "holds" : "fails"}`} open={!holds} data-holds={holds}>
			<summary>{holds ? "✔ Verified" : "✘ This record does not hold"}</summary>
			<ul>
				{lines.map((line) => (
					<li key={`${line.what} ${line.sentence}`} className={`check-${line.result}`}>
						<b>{MARKS[line.result]}</b>
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

/** What this browser finds when it plays the record itself, with the code of `playmat verify`; nothing where it cannot. */
function useVerifiedHere(record: Blob | undefined): Verification | undefined {
	const [found, setFound] = useState<Verification | undefined>();
	useEffect(() => {
		let gone = false;
		const look = async () => {
			if (!record) return;
			// Out of reach of the server a signature is one by somebody unknown.
			const known = await ask<RecordKeys>("GET", "/api/keys").catch(() => ({ keys: [] }));
			const keys = known.keys.map((key) => key.public);
			const told = await verifyHere(record, keys).catch(() => undefined);
			if (!gone) setFound(told);
		};
		void look();
		return () => {
			gone = true;
		};
	}, [record]);
	return found;
}

/** What this browser finds: whether the record holds, and whether its promises are those that it was told before the match. */
function own(replay: Replay, here: Verification | undefined): Line[] {
	const seed = replay.verification.seed;
	if (here) {
		const lines = here.checks
			.filter((one) => one.result === "failed" || one.result === "missing")
			.map((one) => ({ ...one, what: `browser-${one.what}`, sentence: `This browser finds: ${one.sentence}` }));
		const same = line(
			"browser-record",
			here.holds,
			"This browser has played the record again and finds that it holds.",
			"This browser has played the record again and finds that it does not hold.",
		);
		return [...lines, same, ...(replay.match && seed ? remembered(replay.match, seed) : [])];
	}
	if (!seed) return [];
	const found = check(seed);
	const lines = [
		line(
			"browser-promise",
			found.promise,
			"This browser finds the same: the secret is the promised one.",
			"This browser finds that the secret is not the promised one.",
		),
		line(
			"browser-seed",
			found.derived,
			"This browser derives the same seed from the secret and both shares.",
			"This browser derives another seed from the secret and the shares.",
		),
	];
	return [...lines, ...(replay.match ? remembered(replay.match, seed) : [])];
}

/** What this browser was told and brought itself, if it played this match. */
function remembered(match: string, seed: SeedForm): Line[] {
	const told = promisedFor(match);
	if (!told) return [];
	const { bound } = seed;
	const lines = [
		line(
			"own-promise",
			told.commitment === seed.commitment && bound?.match === match && bound.players.join() === told.players.join(),
			"It is the promise that this browser was given before the match.",
			"Before the match this browser was given another promise.",
		),
	];
	const promised = (seat: Seat): string | null =>
		bound?.brought[placeOf(seat)] === "opened"
			? promiseOf(match, told.players, told.commitment, seat, seed.shares[placeOf(seat)])
			: null;
	for (const mine of told.shares) {
		const late = told.sealed && !told.sealed[placeOf(mine.seat)];
		lines.push(
			late
				? {
						what: "own-share",
						result: "unclaimed",
						sentence: "The share of this browser came too late to be in the seed, as was told before any was opened.",
					}
				: line(
						"own-share",
						seed.shares[placeOf(mine.seat)] === mine.share,
						"The share that this browser brought is in the seed.",
						"The share that this browser brought is missing in the seed.",
					),
		);
	}
	const seats: Seat[] = ["p1", "p2"];
	const others = seats.filter((seat) => told.sealed && bound?.brought[placeOf(seat)] !== "unopened");
	if (others.length > 0)
		lines.push(
			line(
				"all-shares",
				others.every((seat) => promised(seat) === (told.sealed?.[placeOf(seat)] ?? null)),
				"Every share is the one that was promised before this browser opened its own.",
				"A share is another one than was promised before this browser opened its own.",
			),
		);
	if (told.wrong) lines.push({ what: "own-warning", result: "failed", sentence: told.wrong });
	return lines;
}

const line = (what: string, holds: boolean, yes: string, no: string): Line => ({
	what,
	result: holds ? "passed" : "failed",
	sentence: holds ? yes : no,
});
