// What happened, with its causes, as a slim line in time. The newest stands below; a line that is pointed at lights its cards.

import { memo, useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Glyph } from "../art";
import { beatOf } from "../lib/beats";
import { isOf } from "../lib/kinds";
import type { Mine } from "../lib/merge";
import { showsCards } from "../lib/reveals";
import { capital, seatName, signed } from "../lib/words";
import { afterFrame } from "../motion/frames";
import { light } from "../motion/light";
import type { EventKind } from "../protocol/events";
import type { GameEvent, Seat, Table } from "../protocol/messages";
import { useAt } from "./context";

/** How a cause is tied to a sentence; any other is why it happened. */
const TIES: Partial<Record<EventKind, string>> = {
	eaten: "by",
	damaged: "from",
	hurt: "to",
	"lost-points": "to",
	killed: "by",
	destroyed: "by",
	negated: "by",
	modified: "from",
	gained: "from",
	brought: "by",
};

/** The words that tie a cause to what it caused. */
const tie = (event: GameEvent): string => TIES[event.what as EventKind] ?? "because of";

/** An event as it is said: its sentence, with its cause. */
export function said(event: GameEvent): string {
	const { text, cause } = told(event);
	return cause ? `${text.replace(/\.$/, "")} ${tie(event)} ${cause}.` : text;
}

/** The sentence of an event, and the card that caused it, each once. */
export function told(event: GameEvent): { text: string; cause: string | undefined } {
	const prefix = `${event.cause}: `;
	if (event.cause && event.text.startsWith(prefix)) return { text: event.text.slice(prefix.length), cause: event.cause };
	const isOwn = event.cards?.[0]?.card === event.cause;
	return { text: event.text, cause: event.cause && !isOwn && !event.text.includes(event.cause) ? event.cause : undefined };
}

/** Kinds of events of which somebody and a number say everything. */
const COUNTED = ["damaged", "hurt", "healed", "lost-points", "gained-points", "regenerated", "gained"] as const;

/** Who lost or gained how much, if that is all that an event tells. */
export function tally(event: GameEvent, table: Table): { who: string; by: number } | undefined {
	const beat = isOf(event, ...COUNTED) ? beatOf(event) : undefined;
	if (beat?.is !== "number") return undefined;
	const who = "seat" in beat.on ? seatName(table, beat.on.seat) : beat.on.name;
	return who === undefined ? undefined : { who, by: beat.by };
}

/** A line of the log: an event, and how often it happened one after the other. */
type Told = { event: GameEvent; times: number };

/**
 * Events as lines. The same sentence again and again is one line that says how often; a phase in which nothing happened has none; that a
 * card which was just played has entered is no news, but where it lies is kept, so that the line lights it; nor is that it hits whoever
 * loses points by it.
 */
export function gathered(events: readonly GameEvent[]): Told[] {
	const lines: Told[] = [];
	for (const event of events) {
		if (isOf(event, "phase", "turn", "ended") && lines.at(-1) && isOf((lines.at(-1) as Told).event, "phase")) lines.pop();
		// That it hits is said by what is lost.
		const { event: hit, times: hits } = lines.at(-1) ?? {};
		if (hit && hits === 1 && isOf(hit, "hit") && isOf(event, "lost-points") && hit.cards?.[0]?.card === event.cause) lines.pop();
		const last = lines.at(-1);
		if (last && last.event.text === event.text && last.event.cause === event.cause && !event.shown_to) last.times += 1;
		else if (last && isArrival(event, last))
			lines[lines.length - 1] = { ...last, event: { ...last.event, cards: event.cards ?? [] } };
		else lines.push({ event, times: 1 });
	}
	return lines;
}

/** Whether an event says of the card of the line before no more than that it is there now. */
const isArrival = (event: GameEvent, { event: before, times }: Told): boolean =>
	isOf(event, "entered") &&
	isOf(before, "played") &&
	times === 1 &&
	event.seat === before.seat &&
	before.cards?.length === 1 &&
	event.cards?.[0]?.card === before.cards[0]?.card &&
	!event.text.includes(", ");

/** So many lines are drawn until somebody reads further up: what is not there costs nothing. */
const RECENT = 60;
/** So near to the oldest line somebody wants to read further, in pixels. */
const NEAR = 60;

/** The log. */
export function Log({ show, visible }: { show?: (event: GameEvent) => void; visible: boolean }) {
	const at = useAt();
	// The log follows what is drawn in a task of its own.
	const mine = useDeferredValue(at.mine);
	const list = useRef<HTMLOListElement>(null);
	const follows = useRef(true);
	const last = useRef({ top: 0, height: 0 });
	const { events } = mine;
	const [whole, setWhole] = useState(false);
	const [reads, setReads] = useState(false);
	const lines = useMemo(() => gathered(events), [events]);
	const toEnd = useCallback(() => {
		const box = list.current;
		if (!box || !follows.current) return;
		box.scrollTop = box.scrollHeight;
	}, []);
	// Measured after the next frame, when the page is laid out.
	// biome-ignore lint/correctness/useExhaustiveDependencies: it follows the newest event, unless somebody reads further up.
	useLayoutEffect(() => afterFrame(toEnd), [events.length, visible]);
	// A screen that is turned has another log, or shows one that it did not show.
	useEffect(() => {
		if (!list.current || typeof ResizeObserver === "undefined") return;
		const watch = new ResizeObserver(toEnd);
		watch.observe(list.current);
		return () => watch.disconnect();
	}, [toEnd]);
	const scrolled = () => {
		const box = list.current;
		if (!box || box.clientHeight === 0) return;
		// Whoever reads scrolls up in the same lines; new lines alone move the end away from where the log is.
		if (box.scrollHeight - box.scrollTop - box.clientHeight < 40) follows.current = true;
		else if (box.scrollTop < last.current.top && box.scrollHeight === last.current.height) follows.current = false;
		last.current = { top: box.scrollTop, height: box.scrollHeight };
		setReads(!follows.current);
		// Who reads up to the oldest line gets all others.
		if (!follows.current && box.scrollTop < NEAR) setWhole(true);
		else if (follows.current) setWhole(false);
	};
	return (
		<section className={`log ${visible ? "open" : ""}`} aria-label="What happened">
			<h2 className="sr">What happened</h2>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard. */}
			<ol ref={list} tabIndex={0} aria-label="Events" className={reads ? "reads" : ""} onScroll={scrolled}>
				<Lines lines={whole ? lines : lines.slice(-RECENT)} mine={mine} table={at.table} near={at.near} show={show} />
			</ol>
		</section>
	);
}

type LinesProps = { lines: Told[]; mine: Mine; table: Table; near: Seat; show: ((event: GameEvent) => void) | undefined };

/** Lines, one below the other. */
const Lines = memo(function Lines({ lines, mine, table, near, show }: LinesProps) {
	return lines.map(({ event, times }) => (
		<Line
			key={event.n}
			event={event}
			times={times}
			table={table}
			side={event.seat === undefined ? "" : event.seat === near ? "near" : "far"}
			show={showsCards(event, mine) ? show : undefined}
		/>
	));
});

type LineProps = {
	event: GameEvent;
	times: number;
	table: Table;
	side: string;
	show: ((event: GameEvent) => void) | undefined;
};

/** A phase without whose it is, which the turn above says. */
const phaseWords = (text: string): string => capital((text.split(": ").at(-1) ?? text).replace(/\.$/, ""));

/** One line. What has been told does not change. */
const Line = memo(function Line({ event, times, table, side, show }: LineProps) {
	const turn = isOf(event, "turn", "skirmish");
	const phase = isOf(event, "phase");
	return (
		<li
			className={`event ${side} ${turn ? "event-turn" : phase ? "event-phase" : ""}`}
			onPointerEnter={() => light(event)}
			onPointerLeave={() => light(undefined)}
		>
			{!turn && !phase && (
				<span className="event-dot" aria-hidden="true">
					<Glyph name={event.what} />
				</span>
			)}
			<span className="event-text">
				{phase ? phaseWords(event.text) : <Sentence event={event} table={table} />}
				{times > 1 && <b> ×{times}</b>}
				{show && (
					<button type="button" className="link" onClick={() => show(event)}>
						show again
					</button>
				)}
			</span>
		</li>
	);
});

type SentenceProps = { event: GameEvent; table: Table };

/** What an event tells, with its cause. What is seen as a name and a number is heard as a sentence. */
function Sentence({ event, table }: SentenceProps) {
	const { text, cause } = told(event);
	const counted = tally(event, table);
	// Seen in short, heard in full.
	const because = cause && (
		<small>
			<span className="sr"> {tie(event)} </span>
			<span aria-hidden="true"> · </span>
			{cause}
		</small>
	);
	if (!counted) {
		return (
			<>
				{text.replace(/\.$/, "")}
				{because}
			</>
		);
	}
	const { who, by } = counted;
	return (
		<>
			<span className="sr">{said(event)}</span>
			<span aria-hidden="true">
				{who} <b className={by < 0 ? "event-loss" : "event-gain"}>{signed(by)}</b>
				{because}
			</span>
		</>
	);
}
