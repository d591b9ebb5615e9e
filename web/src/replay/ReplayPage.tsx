// A match that is over: every position, by hand or by itself, through either player's eyes or with both hands open.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { CardFace } from "../cards/CardFace";
import { isToken, printed } from "../cards/looks";
import type { Mine } from "../lib/merge";
import type { Board } from "../lib/options";
import { rival, standing } from "../lib/parts";
import { capital, overWords, seatName } from "../lib/words";
import { animate } from "../motion/flip";
import * as api from "../net/api";
import { recordOf, replayFrom, replayOf } from "../net/replays";
import { Page, To } from "../pages/Page";
import type { Card, GameInfo, Replay, Seat, Table } from "../protocol/messages";
import { type At, TableContext, type Target, useAt } from "../table/context";
import { Inspect } from "../table/Inspect";
import { Log } from "../table/Log";
import { Mat } from "../table/Mat";
import { useArrows } from "../table/useArrows";
import { Actions } from "./Actions";
import { type Eyes, eventsUpTo, frames, positionOf } from "./reel";
import { Verified } from "./Verified";

const SPEEDS = [0.5, 1, 2, 4];
const NO_BOARD: Board = { cards: new Map(), slots: new Map(), seats: new Map(), tray: [], plain: [] };

/** The page of a match, or one where a record can be opened. */
export function ReplayPage({ match }: { match: string | undefined }) {
	const [replay, setReplay] = useState<Replay | undefined>();
	const [record, setRecord] = useState<Blob | undefined>();
	const [trouble, setTrouble] = useState<string | undefined>();
	useEffect(() => {
		if (!match) return;
		let gone = false;
		Promise.all([replayOf(match), recordOf(match)])
			.then(([told, kept]) => {
				if (gone) return;
				setReplay(told);
				setRecord(kept);
			})
			.catch((error: unknown) => !gone && setTrouble(error instanceof Error ? error.message : String(error)));
		return () => {
			gone = true;
		};
	}, [match]);
	const open = useCallback((file: Blob) => {
		setTrouble(undefined);
		replayFrom(file)
			.then((told) => {
				setReplay(told);
				setRecord(file);
			})
			.catch((error: unknown) => setTrouble(error instanceof Error ? error.message : String(error)));
	}, []);
	const drop = useDrop(open);
	if (replay && record && replay.steps.length > 0) {
		return (
			<div className="drop" {...drop}>
				<Reel key={replay.match ?? replay.verification.seed?.seed} replay={replay} record={record} />
			</div>
		);
	}
	if (match && !trouble) return <Page title="One moment">{null}</Page>;
	return (
		<Page title={trouble && match ? "No such replay" : "Open a replay"}>
			<div className="drop drop-zone" {...drop}>
				{trouble && (
					<p className="trouble" role="alert">
						{trouble}
					</p>
				)}
				{replay && <Verified replay={replay} />}
				<p className="lead">Drop a record of a match here, or choose the file. It is played again and checked.</p>
				<label className="button primary">
					Choose a record
					<input
						type="file"
						className="sr"
						accept=".record,.json,application/octet-stream,application/json"
						onChange={(event) => event.target.files?.[0] && open(event.target.files[0])}
					/>
				</label>
				<To href="/" className="button quiet">
					Home
				</To>
			</div>
		</Page>
	);
}

function useDrop(open: (file: Blob) => void) {
	return {
		onDragOver: (event: React.DragEvent) => event.preventDefault(),
		onDrop: (event: React.DragEvent) => {
			event.preventDefault();
			const file = event.dataTransfer.files[0];
			if (file) open(file);
		},
	};
}

function Reel({ replay, record }: { replay: Replay; record: Blob }) {
	const all = useMemo(() => frames(replay), [replay]);
	const query = new URLSearchParams(window.location.search);
	const [at, setAt] = useState(() => positionOf(query.get("at"), all.length));
	const [eyes, setEyes] = useState<Eyes>(() => eyesOf(query.get("as")));
	const [plays, setPlays] = useState(false);
	const [speed, setSpeed] = useState(1);
	const [info, setInfo] = useState<GameInfo | undefined>();
	const [selected, select] = useState<Target | undefined>();
	const [card, show] = useState<Card | undefined>();
	const [tab, setTab] = useState<"choose" | "card" | "log">("choose");
	const arrows = useArrows(() => select(undefined));
	const last = all.length - 1;
	const { game, edition, rulings } = replay;

	useEffect(() => {
		api
			.gameInfo(game, edition, rulings)
			.then(setInfo)
			.catch(() => undefined);
	}, [game, edition, rulings]);

	// The address always leads back to what is seen.
	useEffect(() => {
		if (!replay.match) return;
		const address = `/replay/${replay.match}?at=${at}${eyes === "both" ? "" : `&as=${eyes}`}`;
		window.history.replaceState(null, "", address);
	}, [replay.match, at, eyes]);

	const to = useCallback((place: number) => setAt(Math.max(0, Math.min(last, place))), [last]);
	useEffect(() => {
		if (!plays) return;
		const timer = setInterval(() => setAt((now) => Math.min(last, now + 1)), 1000 / speed);
		return () => clearInterval(timer);
	}, [plays, speed, last]);
	useEffect(() => {
		if (at === last) setPlays(false);
	}, [at, last]);

	// Keys work everywhere but where they mean something else already.
	useEffect(() => {
		const pressed = (event: KeyboardEvent) => {
			const on = event.target as HTMLElement;
			if (event.ctrlKey || event.metaKey || event.altKey || on.closest("input, select, textarea, dialog, [data-nav]")) return;
			const key = event.key === " " && on.closest("button, a") ? "" : event.key;
			if (key === "ArrowRight") setAt((now) => Math.min(last, now + 1));
			else if (key === "ArrowLeft") setAt((now) => Math.max(0, now - 1));
			else if (key === "Home") setAt(0);
			else if (key === "End") setAt(last);
			else if (key === " ") setPlays((on) => !on);
			else return;
			event.preventDefault();
		};
		document.addEventListener("keydown", pressed);
		return () => document.removeEventListener("keydown", pressed);
	}, [last]);

	const near: Seat = eyes === "p2" ? "p2" : "p1";
	const step = replay.steps[at];
	const frame = all[at];
	const over = at === last ? replay.over : undefined;
	const table: Table = useMemo(() => seated(replay), [replay]);
	const view = frame?.[eyes] ?? [];
	const seen = useRef(view);
	useEffect(() => {
		if (seen.current !== view) animate(seen.current, view);
		seen.current = view;
	}, [view]);
	const mine: Mine = useMemo(
		() => ({
			match: replay.match ?? "",
			viewer: near,
			number: at,
			view,
			events: eventsUpTo(replay, at),
			state: { ...(step?.asked ? { asked: step.asked } : {}), ...(over ? { over } : {}) },
			question: undefined,
			takeBack: undefined,
			at: 0,
		}),
		[replay, near, at, view, step, over],
	);
	const tap: At["tap"] = useCallback((target) => {
		select(target);
		if (target.is === "card") show(target.card);
		setTab("card");
	}, []);
	const shared: At = useMemo(
		() => ({
			table,
			info,
			mine,
			seats: [near],
			near,
			board: NO_BOARD,
			selected,
			marked: [],
			pointed: undefined,
			busy: false,
			tap,
			inspect: show,
		}),
		[table, info, mine, near, selected, tap],
	);
	const names = { p1: replay.players[0], p2: replay.players[1] };
	const ended = replay.over && overWords(replay.over, table, []);
	return (
		<TableContext value={shared}>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between cards, and step everywhere else. */}
			<div
				className={`table table-${game} replay`}
				onKeyDown={(event) => (event.target as HTMLElement).closest("[data-nav]") && arrows(event)}
				data-at={at}
				data-last={last}
			>
				<header className="bar">
					<To href="/" className="brand">
						<img src="/mark.svg" alt="" width="28" height="28" />
						<span>Playmat</span>
					</To>
					<h1>
						{names.p1} – {names.p2} <small>{info?.title ?? game}</small>
					</h1>
					{ended && <span className="bar-code">{ended.head}</span>}
				</header>
				<main className="mat-area" aria-label="The table">
					{eyes === "both" && <OpenHand seat={rival(near)} />}
					<Mat />
				</main>
				<div className="panels" data-tab={tab}>
					<div className="tabs">
						<p className="tabs-question" aria-hidden="true">
							{at} / {last}: {capital(step?.words ?? "")}
						</p>
						{(["choose", "card", "log"] as const).map((name) => (
							<button key={name} type="button" aria-pressed={tab === name} onClick={() => setTab(name)}>
								{name === "choose" ? "Replay" : name === "card" ? "Card" : "Log"}
							</button>
						))}
					</div>
					<section className="panel prompt reel" aria-label="The replay">
						<p className="reel-step" aria-live="polite" data-testid="step">
							<b>
								{at} / {last}
							</b>{" "}
							{step?.by ? `${names[step.by]}: ` : ""}
							{capital(step?.words ?? "")}
							{step?.undone && <small> (taken back later)</small>}
						</p>
						<input
							type="range"
							min={0}
							max={last}
							value={at}
							aria-label="Position"
							aria-valuetext={`${at} of ${last}: ${step?.words ?? ""}`}
							onChange={(event) => to(Number(event.target.value))}
						/>
						<div className="reel-keys">
							<button type="button" className="button quiet" onClick={() => to(0)} aria-label="To the beginning">
								⏮
							</button>
							<button type="button" className="button quiet" onClick={() => to(at - 1)} aria-label="One back">
								◀
							</button>
							<button
								type="button"
								className="button primary"
								onClick={() => setPlays(!plays)}
								aria-label={plays ? "Pause" : "Play"}
								disabled={at === last}
							>
								{plays ? "⏸" : "▶"}
							</button>
							<button type="button" className="button quiet" onClick={() => to(at + 1)} aria-label="One forward">
								▶︎
							</button>
							<button type="button" className="button quiet" onClick={() => to(last)} aria-label="To the end">
								⏭
							</button>
							<label>
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
							<legend>Seen by</legend>
							{(["both", "p1", "p2"] as const).map((one) => (
								<label key={one}>
									<input type="radio" name="eyes" checked={eyes === one} onChange={() => setEyes(one)} />
									{one === "both" ? "Both hands open" : names[one]}
								</label>
							))}
						</fieldset>
						<Actions replay={replay} record={record} at={at} eyes={eyes} near={near} bots={info?.bots ?? []} />
						<Verified replay={replay} />
					</section>
					<Inspect card={card} options={[]} why={undefined} answer={() => undefined} cancel={() => select(undefined)} watching />
					<Log show={() => undefined} visible={tab === "log"} />
				</div>
			</div>
		</TableContext>
	);
}

/** The far player's hand, face up. */
function OpenHand({ seat }: { seat: Seat }) {
	const at = useAt();
	const cards = standing(at.mine.view, "hand", seat);
	return (
		<ul className="open-hand" aria-label={`${seatName(at.table, seat)}'s hand, ${cards.length} cards`}>
			{cards.map(({ card, index }) => (
				<li key={index}>
					<button
						type="button"
						className="card"
						data-nav=""
						aria-label={card.card ?? "A hidden card"}
						onClick={() => at.tap({ is: "card", part: -1, index, card, zone: "hand", seat }, [])}
					>
						<CardFace card={card} printed={printed(at.info, card.card, isToken(card))} game={at.table.game} />
					</button>
				</li>
			))}
		</ul>
	);
}

/** The two players as a table shows them. */
function seated(replay: Replay): Table {
	const seat = (seat: Seat, name: string) => ({ seat, name, who: "person" as const, online: true });
	return {
		code: "",
		game: replay.game,
		edition: replay.edition ?? "",
		rulings: replay.rulings,
		stage: "over",
		seats: [seat("p1", replay.players[0]), seat("p2", replay.players[1])],
		away: 0,
		on_timeout: "lose",
		public: false,
		watching: 0,
		pace: "people",
	};
}

const eyesOf = (text: string | null): Eyes => (text === "p1" || text === "p2" ? text : "both");
