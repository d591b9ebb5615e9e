// A match that is over: every position, by hand or by itself, through either player's eyes or with both hands open.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { CardFace } from "../cards/CardFace";
import { isToken, printed } from "../cards/looks";
import type { Mine } from "../lib/merge";
import type { Board } from "../lib/options";
import { rival, standing } from "../lib/parts";
import { fileOf, hrefOf, query } from "../lib/router";
import { capital, overWords, seatName } from "../lib/words";
import { animate } from "../motion/flip";
import { infoOfReplay } from "../net/cards";
import { recordOf, replayFrom, replayOf } from "../net/replays";
import { Page, To } from "../pages/Page";
import type { Card, GameInfo, Replay, Seat, Table } from "../protocol/messages";
import { type At, TableContext, type Target, useAt } from "../table/context";
import { Inspect } from "../table/Inspect";
import { Log } from "../table/Log";
import { Mat } from "../table/Mat";
import { useArrows } from "../table/useArrows";
import { Actions } from "./Actions";
import { Controls } from "./Controls";
import { type Eyes, eventsUpTo, frames, positionOf, turnsOf } from "./reel";
import { Verified } from "./Verified";

const NO_BOARD: Board = { cards: new Map(), slots: new Map(), seats: new Map(), tray: [], plain: [] };

/** The page of a match, or one where a record can be opened. */
export function ReplayPage({ match }: { match: string | undefined }) {
	const [replay, setReplay] = useState<Replay | undefined>();
	const [record, setRecord] = useState<Blob | undefined>();
	const [trouble, setTrouble] = useState<string | undefined>();
	const [key] = useState(() => query().get("key") ?? undefined);
	useEffect(() => {
		if (!match) return;
		let gone = false;
		Promise.all([replayOf(match, key), recordOf(match, key)])
			.then(([told, kept]) => {
				if (gone) return;
				setReplay(told);
				setRecord(kept);
			})
			.catch((error: unknown) => !gone && setTrouble(error instanceof Error ? error.message : String(error)));
		return () => {
			gone = true;
		};
	}, [match, key]);
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
				<Reel key={replay.match ?? replay.verification.seed?.seed} replay={replay} record={record} shareKey={key} />
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
				<p className="lead">
					Drop the record of a match here, or choose its file. Playmat plays it again, move by move, and checks that nothing was
					changed.
				</p>
				<label className="button primary">
					Choose a record
					<input
						type="file"
						className="sr"
						accept=".record,.json,application/octet-stream,application/json"
						onChange={(event) => event.target.files?.[0] && open(event.target.files[0])}
					/>
				</label>
				<p className="hint">
					Matches that you have played are on <To href="/profile">your profile</To>: each can be watched from there.
				</p>
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

function Reel({ replay, record, shareKey }: { replay: Replay; record: Blob; shareKey: string | undefined }) {
	const all = useMemo(() => frames(replay), [replay]);
	const turns = useMemo(() => turnsOf(replay), [replay]);
	const asked = query();
	const [at, setAt] = useState(() => positionOf(asked.get("at"), all.length));
	const [eyes, setEyes] = useState<Eyes>(() => eyesOf(asked.get("as")));
	const [plays, setPlays] = useState(false);
	const [speed, setSpeed] = useState(1);
	const [info, setInfo] = useState<GameInfo | undefined>();
	const [selected, select] = useState<Target | undefined>();
	const [card, show] = useState<Card | undefined>();
	const [tab, setTab] = useState<"choose" | "card" | "log">("choose");
	const arrows = useArrows(() => select(undefined));
	const last = all.length - 1;
	const { game } = replay;

	useEffect(() => {
		infoOfReplay(replay)
			.then(setInfo)
			.catch(() => undefined);
	}, [replay]);

	// The address always leads back to what is seen.
	useEffect(() => {
		if (!replay.match) return;
		const address = `/replay/${replay.match}?at=${at}${eyes === "both" ? "" : `&as=${eyes}`}`;
		window.history.replaceState(null, "", hrefOf(shareKey ? `${address}&key=${encodeURIComponent(shareKey)}` : address));
	}, [replay.match, at, eyes, shareKey]);

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
			past: true,
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
						<img src={fileOf("mark.svg")} alt="" width="28" height="28" />
						<span className="sr">Playmat</span>
					</To>
					<h1>
						{names.p1} – {names.p2} <small>{[info?.title ?? game, ended?.head].filter(Boolean).join(" · ")}</small>
					</h1>
				</header>
				{eyes === "both" && <OpenHand seat={rival(near)} />}
				<Mat />
				<div className="panels" data-tab={tab}>
					<div className="tabs">
						<p className="tabs-question" aria-hidden="true">
							{capital(step?.words ?? "")}
						</p>
						{(["choose", "card", "log"] as const).map((name) => (
							<button key={name} type="button" aria-pressed={tab === name} onClick={() => setTab(name)}>
								{name === "choose" ? "Replay" : name === "card" ? "Card" : "Log"}
							</button>
						))}
					</div>
					<section className="panel prompt reel" aria-label="The replay">
						<Controls
							at={at}
							last={last}
							step={step}
							names={names}
							turns={turns}
							to={to}
							plays={plays}
							setPlays={setPlays}
							speed={speed}
							setSpeed={setSpeed}
							eyes={eyes}
							setEyes={setEyes}
						/>
						<Actions
							replay={replay}
							record={record}
							at={at}
							eyes={eyes}
							near={near}
							bots={info?.bots ?? []}
							shareKey={shareKey}
						/>
						<Verified replay={replay} record={record} />
						<p className="hint reel-help">Arrow keys step, Home and End jump, Space plays and pauses.</p>
					</section>
					<Inspect
						card={card}
						side="left"
						options={[]}
						why={undefined}
						answer={() => undefined}
						cancel={() => {
							select(undefined);
							show(undefined);
						}}
					/>
					<Log visible={tab === "log"} />
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
