// A match that is played: the mat, what to do, and what lies over them. What is drawn follows what is, as fast as it can be seen.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { lineWords } from "../lib/chat";
import type { Mine } from "../lib/merge";
import type { Option } from "../lib/options";
import { near } from "../lib/parts";
import { lookedAt, looker } from "../lib/reveals";
import { fileOf } from "../lib/router";
import { useSettings } from "../lib/settings";
import { useStable } from "../lib/stable";
import { mayRead, overWords } from "../lib/words";
import { play, useBed } from "../motion/sound";
import { useStage } from "../motion/useStage";
import type { Saying } from "../net/room";
import type { Doing } from "../net/useRoom";
import type { Card, ChatLine, GameEvent, GameInfo, LessonStands, Seat, SeatDeck, Table } from "../protocol/messages";
import { Bar } from "./Bar";
import { Carry } from "./Carry";
import { Chat } from "./Chat";
import { type At, TableContext } from "./context";
import { Inspect, sideOf } from "./Inspect";
import { Log, said } from "./Log";
import { Mat } from "./Mat";
import { Over } from "./Over";
import { Prompt } from "./Prompt";
import { Revealed } from "./Revealed";
import { Ribbon } from "./Ribbon";
import { Sayings } from "./Sayings";
import { Tray } from "./Tray";
import { useArrows } from "./useArrows";
import { useChoosing } from "./useChoosing";
import { useKeys } from "./useKeys";
import { useTalk } from "./useTalk";
import { Versus } from "./Versus";
import { Hovered, type Looked } from "./Zoom";

/** So long a card is pointed at before it is shown large, in milliseconds. */
const REST = 250;

type Props = {
	table: Table;
	decks: SeatDeck[];
	info: GameInfo | undefined;
	mine: Mine;
	seats: Seat[];
	busy: boolean;
	/** Nothing can be sent: nothing looks as if it could be chosen. */
	offline: boolean;
	doing: Doing;
	banner: React.ReactNode;
	sayings: Saying[];
	chat: ChatLine[];
	me: string | undefined;
	/** The lesson, if this is one, and how far it is. */
	stands: LessonStands | undefined;
	lesson: React.ReactNode;
};

/** The table while it is played. */
export function Playing(props: Props) {
	const { table, info, seats, offline, doing, banner, sayings, chat, me, stands, lesson } = props;
	const { drawn, scene, skip } = useStage(props.mine);
	const mine = useMemo(() => (offline ? { ...drawn, question: undefined, takeBack: undefined } : drawn), [drawn, offline]);
	// What is drawn may be older than what is: then nothing can be answered yet.
	const busy = props.busy || drawn.question?.decision !== props.mine.question?.decision;
	const choosing = useChoosing(mine, busy, doing.answer);
	const [pointed, point] = useState<Option | undefined>();
	const [open, setOpen] = useState<"log" | "chat" | undefined>();
	const talk = useTalk(chat, me);
	// One screen for two needs no chat, and nobody talks to a bot.
	const others = table.seats.some((seat) => seat.player !== undefined && seat.player !== me);
	const talks = !lesson && (seats.length === 0 || (seats.length === 1 && others));
	const [again, showAgain] = useState<GameEvent | undefined>();
	const looked = lookedAt(mine);
	const looks = looker(mine);
	const decision = mine.question?.decision;
	const over = mine.state.over;
	const { passing } = useSettings();
	const quietly = mine.question?.forced === true && passing === "quiet";
	useBed(table.game);
	const [zoomed, look] = useLooking(decision);
	useAttention(quietly ? undefined : decision);

	// biome-ignore lint/correctness/useExhaustiveDependencies: nothing of another question is pointed at.
	useEffect(() => point(undefined), [decision, over]);
	const lookedNumber = looked?.n;
	useEffect(() => {
		if (lookedNumber !== undefined) showAgain(undefined);
	}, [lookedNumber]);
	useEffect(() => {
		if (over && seats.length === 1 && !lesson) play(over.winner === seats[0] ? "win" : "lose");
	}, [over, seats, lesson]);

	const choose = useCallback(
		(option: Option) => {
			choosing.choose(option);
			point(undefined);
		},
		[choosing.choose],
	);
	const [side, setSide] = useState("left");
	const tap: At["tap"] = useStable((target, options) => {
		setSide(sideOf(target));
		look(undefined);
		choosing.tap(target, options);
	});
	const drop: NonNullable<At["drop"]> = useStable((target, options, on) => {
		setSide(sideOf(target));
		choosing.drop(target, options, on);
	});
	const hide = useCallback(() => showAgain(undefined), []);
	const away = useCallback(() => {
		choosing.cancel();
		look(undefined);
		setOpen(undefined);
	}, [choosing.cancel, look]);
	const arrows = useArrows(away);
	useKeys(mine.question, choose);

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
			inspect: choosing.inspect,
			look,
			drop,
		}),
		[
			table,
			info,
			mine,
			seats,
			lower,
			choosing.board,
			choosing.selected,
			choosing.marked,
			choosing.inspect,
			pointed,
			busy,
			tap,
			look,
			drop,
		],
	);
	// A hot-seat says who speaks.
	const speaker: { seat?: Seat } = seats.length === 2 && mine.viewer !== "public" ? { seat: mine.viewer } : {};
	// A lesson says by itself how it went.
	const ended = over && !lesson && overWords(over, table, seats);
	const covered = looked !== undefined || again !== undefined;
	const reading = covered || choosing.shown !== undefined || choosing.selected?.is === "pile" || open !== undefined;
	const rematch = (want: boolean) => doing.send({ type: "rematch", want });
	return (
		<TableContext value={at}>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys work on the whole table, and a click shows what is to come. */}
			<div
				className={`table table-${table.game} ${lesson ? "has-lesson" : ""}`}
				data-lesson={stands}
				onKeyDown={arrows}
				onPointerDown={skip}
				data-match={mine.match}
				data-number={mine.number}
				data-decision={busy ? undefined : decision}
				data-over={over ? "" : undefined}
				data-looks={looked ? mine.viewer : looks}
			>
				<Bar
					table={table}
					info={info}
					state={mine.state}
					playing={seats.length > 0}
					lesson={Boolean(lesson)}
					concede={() => doing.send({ type: "concede", ...speaker })}
					offerDraw={() => doing.send({ type: "draw", say: "offer", ...speaker })}
					open={open}
					setOpen={setOpen}
					unread={talks ? talk.unread : undefined}
					more={
						lesson ? undefined : (
							<Carry code={table.code} over={over !== undefined} match={mayRead(table, seats) ? mine.match : undefined} />
						)
					}
				/>
				{banner}
				<Mat covered={covered}>
					<Ribbon scene={scene} reading={reading} />
				</Mat>
				{lesson}
				<Tray answer={choose} />
				<Inspect card={choosing.shown} side={side} options={choosing.options} why={choosing.why} answer={choose} cancel={away} />
				<Revealed
					looked={looked}
					close={() => looked && doing.send({ type: "close-reveal", event: looked.n })}
					again={again}
					hide={hide}
				/>
				<Log show={showAgain} visible={open === "log"} />
				<Prompt
					lesson={Boolean(lesson)}
					offline={offline}
					answer={choose}
					point={point}
					confirm={choosing.confirm}
					clear={choosing.clear}
					takeBack={doing.takeBack}
					undo={(say) => doing.undo(say, speaker.seat)}
					rematch={rematch}
					draw={(say) => doing.send({ type: "draw", say, ...speaker })}
					concession={(say) => doing.send({ type: "concession", say, ...speaker })}
				/>
				{over && !lesson && <Over rematch={rematch} kept={!lesson} />}
				{!lesson && <Versus decks={props.decks} />}
				{talks && open === "chat" && (
					<Chat
						talk={talk}
						me={me}
						watching={seats.length === 0}
						say={(words) => doing.send({ type: "say", ...words })}
						visible
					/>
				)}
				{zoomed && <Hovered looked={zoomed} />}
				<Sayings sayings={sayings} heard={doing.heard} />
				<p className="sr" aria-live="polite" data-testid="heard">
					{talk.newest ? `${talk.newest.name} says: ${lineWords(talk.newest)}` : ""}
				</p>
				<Told mine={mine} then={ended ? `${ended.head}. ${ended.line}.` : mine.question && !quietly ? mine.question.words : ""} />
			</div>
		</TableContext>
	);
}

/** The tab's title, its icon and a bell say when one is asked. */
function useAttention(decision: number | undefined): void {
	const asked = decision !== undefined;
	useEffect(() => {
		if (decision !== undefined) play("turn");
	}, [decision]);
	useEffect(() => {
		const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
		document.title = asked ? "Your move · Playmat" : "Playmat";
		icon?.setAttribute("href", fileOf(asked ? "mark-turn.svg" : "mark.svg"));
		return () => {
			document.title = "Playmat";
			icon?.setAttribute("href", fileOf("mark.svg"));
		};
	}, [asked]);
}

/** The card that is pointed at, after a moment's rest; none for another question. */
function useLooking(decision: number | undefined): [Looked | undefined, (card: Card | undefined, at?: HTMLElement) => void] {
	const [looked, setLooked] = useState<Looked | undefined>();
	const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
	const look = useCallback((card: Card | undefined, at?: HTMLElement) => {
		clearTimeout(timer.current);
		if (!card || !at) return setLooked(undefined);
		timer.current = setTimeout(() => at.isConnected && setLooked({ card, from: at.getBoundingClientRect() }), REST);
	}, []);
	// biome-ignore lint/correctness/useExhaustiveDependencies: what was pointed at may be gone with the question.
	useEffect(() => () => look(undefined), [decision]);
	return [looked, look];
}

/** What happened and what is asked, for those who listen. */
function Told({ mine, then }: { mine: Mine; then: string }) {
	const heard = useNewEvents(mine);
	return (
		<p className="sr" aria-live="polite" data-testid="live">
			{heard.map(said).join(" ")} {then}
		</p>
	);
}

/** What was heard since the last time; nothing of what happened before one came. */
function useNewEvents(mine: Mine): GameEvent[] {
	const [heard, hear] = useState<GameEvent[]>([]);
	const last = useRef({ match: mine.match, viewer: mine.viewer, number: mine.number });
	useEffect(() => {
		const { match, viewer, number } = last.current;
		last.current = { match: mine.match, viewer: mine.viewer, number: mine.number };
		if (match !== mine.match || viewer !== mine.viewer) hear([]);
		else if (mine.number > number) hear(mine.events.filter((event) => event.n > number));
	}, [mine]);
	return heard;
}
