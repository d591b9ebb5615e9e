// A table: connects, shows the lobby while it waits, the pass screen of a hot-seat, and the mat while it is played.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { lineWords } from "../lib/chat";
import type { Mine } from "../lib/merge";
import { type Option, takesSeveral } from "../lib/options";
import { near } from "../lib/parts";
import { overWords, seatName } from "../lib/words";
import { animate } from "../motion/flip";
import { play } from "../motion/sound";
import * as api from "../net/api";
import { type Connection, socketAddress } from "../net/link";
import type { Saying } from "../net/room";
import { useRoom } from "../net/useRoom";
import { Lobby } from "../pages/Lobby";
import { Page } from "../pages/Page";
import type { ChatLine, GameEvent, GameInfo, LessonStands, Seat, Table } from "../protocol/messages";
import { Bar } from "./Bar";
import { Carry } from "./Carry";
import { Chat } from "./Chat";
import { type At, TableContext } from "./context";
import { Inspect } from "./Inspect";
import { Log, told } from "./Log";
import { Mat } from "./Mat";
import { PassScreen } from "./PassScreen";
import { Prompt } from "./Prompt";
import { useArrows } from "./useArrows";
import { useChoosing } from "./useChoosing";
import { useTalk } from "./useTalk";

const TABS = ["lesson", "choose", "card", "log", "chat"] as const;
type Tab = (typeof TABS)[number];
const TAB_WORDS: Record<Tab, string> = { lesson: "Lesson", choose: "Options", card: "Card", log: "Log", chat: "Chat" };

/** The page of a code: first asks what it is, so that nobody connects to a table that is not there. */
export function TablePage({ code }: { code: string }) {
	const [table, setTable] = useState<Table | undefined>();
	const [trouble, setTrouble] = useState<string | undefined>();
	const [seated, setSeated] = useState(false);
	useEffect(() => {
		let gone = false;
		const ask = async () => {
			try {
				const me = await api.me();
				const found = await api.table(code);
				if (gone) return;
				setTable(found);
				setSeated(found.stage !== "waiting" || found.seats.some((seat) => seat.player === me.id));
			} catch (error) {
				if (!gone) setTrouble(error instanceof Error ? error.message : String(error));
			}
		};
		void ask();
		return () => {
			gone = true;
		};
	}, [code]);
	if (trouble) {
		return (
			<Page title="No such table">
				<p className="lead">{trouble}</p>
				<a className="button primary" href="/">
					Home
				</a>
			</Page>
		);
	}
	if (!table) return <Page title="One moment">{null}</Page>;
	if (!seated) return <Lobby table={table} changed={setTable} joined={() => setSeated(true)} />;
	return <Room address={socketAddress(code)} />;
}

/** What stands beside a table of a lesson: how far one is, and how to begin anew. */
export type Beside = (stands: LessonStands | undefined, again: () => void) => React.ReactNode;

/** Whatever is at the other end of a socket. */
export function Room({ address, beside }: { address: string; beside?: Beside }) {
	const { room, doing } = useRoom(address);
	const [info, setInfo] = useState<GameInfo | undefined>();
	const { table, mine, handover, seats } = room;
	const game = table?.game;
	const edition = table?.edition;
	const rulings = JSON.stringify(table?.rulings ?? {});
	useEffect(() => {
		if (!game) return;
		let gone = false;
		api
			.gameInfo(game, edition, JSON.parse(rulings))
			.then((found) => !gone && setInfo(found))
			.catch(() => undefined);
		return () => {
			gone = true;
		};
	}, [game, edition, rulings]);

	if (room.connection.is === "closed") {
		return (
			<Page title="This table is closed">
				<p className="lead">{room.connection.sentence}</p>
				<a className="button primary" href="/">
					Home
				</a>
			</Page>
		);
	}
	const banner = <Banner connection={room.connection} hurry={doing.hurry} />;
	if (!table) return <Page title="Sitting down">{banner}</Page>;
	if (handover) {
		return (
			<>
				{banner}
				<PassScreen key={handover} table={table} to={handover} ready={() => doing.send({ type: "ready", seat: handover })} />
			</>
		);
	}
	if (!mine) return table.stage === "waiting" ? <Lobby table={table} seats={seats} /> : <Page title="Dealing">{banner}</Page>;
	return (
		<Playing
			table={table}
			info={info}
			mine={mine}
			seats={seats}
			busy={room.sent !== undefined}
			doing={doing}
			banner={banner}
			sayings={room.sayings}
			chat={room.chat}
			me={room.me?.id}
			stands={room.lesson}
			lesson={beside?.(room.lesson, () => doing.send({ type: "rematch", want: true }))}
		/>
	);
}

type PlayingProps = {
	table: Table;
	info: GameInfo | undefined;
	mine: Mine;
	seats: Seat[];
	busy: boolean;
	doing: ReturnType<typeof useRoom>["doing"];
	banner: React.ReactNode;
	sayings: Saying[];
	chat: ChatLine[];
	me: string | undefined;
	/** The lesson, if this is one, and how far it is. */
	stands: LessonStands | undefined;
	lesson: React.ReactNode;
};

function Playing(props: PlayingProps) {
	const { table, info, mine, seats, busy, doing, banner, sayings, chat, me, stands, lesson } = props;
	const choosing = useChoosing(mine, busy, doing.answer);
	const [pointed, point] = useState<Option | undefined>();
	const [tab, setTab] = useState<Tab>(lesson ? "lesson" : "choose");
	const talk = useTalk(chat, me);
	// One screen for two needs no chat, and nobody talks to a bot.
	const others = table.seats.some((seat) => seat.player !== undefined && seat.player !== me);
	const talks = !lesson && (seats.length === 0 || (seats.length === 1 && others));
	const [revealed, reveal] = useState<GameEvent | undefined>();
	const first = useRef(true);
	const arrows = useArrows(choosing.cancel);
	const decision = mine.question?.decision;
	const over = mine.state.over;

	useMotion(mine);
	const said = useNewEvents(mine);

	// biome-ignore lint/correctness/useExhaustiveDependencies: another question leads back to its options.
	useEffect(() => {
		// A lesson begins with what is to be done, and comes back to it with a hint or its end.
		setTab(lesson && (first.current || stands === "wrong" || stands === "done") ? "lesson" : "choose");
		first.current = decision === undefined && first.current;
		point(undefined);
	}, [decision, over, stands]);
	useEffect(() => {
		const shown = said.findLast((event) => event.what === "revealed" && (event.cards ?? []).some((seen) => seen.card));
		if (shown) reveal(shown);
	}, [said]);
	useEffect(() => {
		if (decision !== undefined) play("turn");
		document.title = decision !== undefined ? "Your move · Playmat" : "Playmat";
		return () => {
			document.title = "Playmat";
		};
	}, [decision]);
	useEffect(() => {
		if (over && seats.length === 1) play(over.winner === seats[0] ? "win" : "lose");
	}, [over, seats]);

	const several = takesSeveral(mine.question);
	const tap: At["tap"] = useCallback(
		(target, options) => {
			choosing.tap(target, options);
			// Several are confirmed beside the question; anything else in the inspection panel.
			setTab(several && options.length > 0 ? "choose" : "card");
		},
		[choosing.tap, several],
	);
	const choose = useCallback(
		(option: Option) => {
			choosing.choose(option);
			point(undefined);
		},
		[choosing.choose],
	);
	const inspect: At["inspect"] = choosing.inspect;
	const hide = useCallback(() => reveal(undefined), []);
	const cancel = useCallback(() => {
		choosing.cancel();
		setTab("choose");
	}, [choosing.cancel]);

	const lower = seats.length === 1 && seats[0] ? seats[0] : near(mine.viewer);
	const at: At = useMemo(
		() => ({
			table,
			info,
			mine,
			seats,
			near: lower,
			board: choosing.board,
			selected: choosing.selected,
			marked: choosing.marked,
			pointed,
			busy,
			tap,
			inspect,
		}),
		[table, info, mine, seats, lower, choosing.board, choosing.selected, choosing.marked, pointed, busy, tap, inspect],
	);
	// A hot-seat says who speaks.
	const speaker: { seat?: Seat } = seats.length === 2 && mine.viewer !== "public" ? { seat: mine.viewer } : {};
	const ended = over && overWords(over, table, seats);
	return (
		<TableContext value={at}>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys work on the whole table. */}
			<div
				className={`table table-${table.game} ${lesson ? "has-lesson" : ""} ${talks ? "has-chat" : ""}`}
				data-lesson={stands}
				onKeyDown={arrows}
				data-match={mine.match}
				data-number={mine.number}
				data-decision={busy ? undefined : decision}
				data-over={over ? "" : undefined}
			>
				<Bar
					table={table}
					info={info}
					state={mine.state}
					playing={seats.length > 0}
					lesson={Boolean(lesson)}
					concede={() => doing.send({ type: "concede", ...speaker })}
					offerDraw={() => doing.send({ type: "draw", say: "offer", ...speaker })}
					more={lesson ? undefined : <Carry code={table.code} over={over !== undefined} match={mine.match} />}
				/>
				{banner}
				<main className="mat-area" aria-label="The table">
					<Mat />
				</main>
				<div className="panels" data-tab={tab}>
					<div className="tabs">
						<p className="tabs-question" aria-hidden="true">
							{(stands === "done" ? "Well done!" : undefined) ??
								ended?.head ??
								mine.question?.words ??
								(mine.state.asked ? `Waiting for ${seatName(table, mine.state.asked)}` : "")}
						</p>
						{TABS.filter((name) => (name !== "chat" || talks) && (name !== "lesson" || lesson)).map((name) => (
							<button key={name} type="button" aria-pressed={tab === name} onClick={() => setTab(name)}>
								{TAB_WORDS[name]}
								{name === "chat" && talk.unread > 0 && tab !== "chat" && (
									<span className="unread">
										{talk.unread}
										<span className="sr"> new</span>
									</span>
								)}
							</button>
						))}
					</div>
					{lesson}
					<Prompt
						lesson={lesson !== undefined}
						answer={choose}
						point={point}
						confirm={choosing.confirm}
						clear={choosing.clear}
						takeBack={doing.takeBack}
						undo={(say) => doing.undo(say, speaker.seat)}
						rematch={(want) => doing.send({ type: "rematch", want })}
						draw={(say) => doing.send({ type: "draw", say, ...speaker })}
						revealed={revealed}
						hide={hide}
					/>
					<Inspect card={choosing.shown} options={choosing.options} why={choosing.why} answer={choose} cancel={cancel} />
					<Log show={reveal} visible={tab === "log"} />
					{talks && (
						<Chat
							talk={talk}
							me={me}
							watching={seats.length === 0}
							say={(words) => doing.send({ type: "say", ...words })}
							visible={tab === "chat"}
						/>
					)}
				</div>
				<Sayings sayings={sayings} heard={doing.heard} />
				<p className="sr" aria-live="polite" data-testid="heard">
					{talk.newest ? `${talk.newest.name} says: ${lineWords(talk.newest)}` : ""}
				</p>
				<p className="sr" aria-live="polite" data-testid="live">
					{said.map((event) => told(event).text).join(" ")}{" "}
					{ended ? `${ended.head}. ${ended.line}.` : mine.question ? mine.question.words : ""}
				</p>
			</div>
		</TableContext>
	);
}

/** Moves what moved since the last view of this match. */
function useMotion(mine: Mine): void {
	const last = useRef(mine);
	useLayoutEffect(() => {
		const old = last.current;
		last.current = mine;
		if (old.match === mine.match && old.viewer === mine.viewer && old.view !== mine.view) animate(old.view, mine.view);
	}, [mine]);
}

/** What was heard since the last time; nothing of what happened before one came. */
function useNewEvents(mine: Mine): GameEvent[] {
	const [said, say] = useState<GameEvent[]>([]);
	const last = useRef({ match: mine.match, viewer: mine.viewer, number: mine.number });
	useEffect(() => {
		const { match, viewer, number } = last.current;
		last.current = { match: mine.match, viewer: mine.viewer, number: mine.number };
		if (match !== mine.match || viewer !== mine.viewer) say([]);
		else if (mine.number > number) say(mine.events.filter((event) => event.n > number));
	}, [mine]);
	return said;
}

/** Says how the connection is doing, as long as it is not well. */
function Banner({ connection, hurry }: { connection: Connection; hurry: () => void }) {
	const [slow, setSlow] = useState(false);
	const is = connection.is;
	useEffect(() => {
		setSlow(false);
		if (is !== "connecting") return;
		const timer = setTimeout(() => setSlow(true), 700);
		return () => clearTimeout(timer);
	}, [is]);
	if (is === "open" || is === "closed" || (is === "connecting" && !slow)) return null;
	return (
		<div className="banner" role="status">
			{is === "waiting" ? "The connection dropped. Connecting again…" : "Connecting…"}
			{is === "waiting" && (
				<button type="button" className="button quiet" onClick={hurry}>
					Now
				</button>
			)}
		</div>
	);
}

/** Refusals and notices, for a while. */
function Sayings({ sayings, heard }: { sayings: Saying[]; heard: (id: number) => void }) {
	return (
		<div className="sayings" role="status">
			{sayings.map((saying) => (
				<OneSaying key={saying.id} saying={saying} heard={heard} />
			))}
		</div>
	);
}

function OneSaying({ saying, heard }: { saying: Saying; heard: (id: number) => void }) {
	useEffect(() => {
		const timer = setTimeout(() => heard(saying.id), 6000);
		return () => clearTimeout(timer);
	}, [saying.id, heard]);
	return (
		<p className={`saying saying-${saying.tone}`}>
			{saying.sentence}
			<button type="button" className="link" onClick={() => heard(saying.id)} aria-label="Close">
				✕
			</button>
		</p>
	);
}
