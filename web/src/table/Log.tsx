// What happened, with its causes, as a slim line in time. The newest stands below; a line that is pointed at lights its cards.
import { memo, useCallback, useDeferredValue, useEffect, useLayoutEffect, useRef } from "react";
import { Glyph } from "../art";
import type { Mine } from "../lib/merge";
import { showsCards } from "../lib/reveals";
import { light } from "../motion/light";
import type { GameEvent, Seat } from "../protocol/messages";
import { useAt } from "./context";

/** The sentence of an event, and the card that caused it, each once. */
export function told(event: GameEvent): { text: string; cause: string | undefined } {
	const prefix = `${event.cause}: `;
	if (event.cause && event.text.startsWith(prefix)) return { text: event.text.slice(prefix.length), cause: event.cause };
	const isOwn = event.cards?.[0]?.card === event.cause;
	return { text: event.text, cause: event.cause && !isOwn && !event.text.includes(event.cause) ? event.cause : undefined };
}

/** The same sentence again and again is one line that says how often. */
export function gathered(events: readonly GameEvent[]): { event: GameEvent; times: number }[] {
	const lines: { event: GameEvent; times: number }[] = [];
	for (const event of events) {
		const last = lines.at(-1);
		if (last && last.event.text === event.text && last.event.cause === event.cause && !event.shown_to) last.times += 1;
		else lines.push({ event, times: 1 });
	}
	return lines;
}

/** The log. */
export function Log({ show, visible }: { show?: (event: GameEvent) => void; visible: boolean }) {
	const at = useAt();
	// The log follows what is drawn in a task of its own.
	const mine = useDeferredValue(at.mine);
	const list = useRef<HTMLOListElement>(null);
	const follows = useRef(true);
	const last = useRef({ top: 0, height: 0 });
	const { events } = mine;
	const toEnd = useCallback(() => {
		const box = list.current;
		if (!box || !follows.current) return;
		box.scrollTop = box.scrollHeight;
	}, []);
	// Measured with the next frame, when the page is laid out anyway.
	// biome-ignore lint/correctness/useExhaustiveDependencies: it follows the newest event, unless somebody reads further up.
	useLayoutEffect(() => {
		const frame = requestAnimationFrame(toEnd);
		return () => cancelAnimationFrame(frame);
	}, [events.length, visible]);
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
	};
	return (
		<section className={`log ${visible ? "open" : ""}`} aria-label="What happened">
			<h2 className="sr">What happened</h2>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard. */}
			<ol ref={list} tabIndex={0} aria-label="Events" onScroll={scrolled}>
				<Lines mine={mine} near={at.near} show={show} />
			</ol>
		</section>
	);
}

type LinesProps = { mine: Mine; near: Seat; show: ((event: GameEvent) => void) | undefined };

/** All lines. */
const Lines = memo(function Lines({ mine, near, show }: LinesProps) {
	return gathered(mine.events).map(({ event, times }) => (
		<Line
			key={event.n}
			event={event}
			times={times}
			side={event.seat === undefined ? "" : event.seat === near ? "near" : "far"}
			show={showsCards(event, mine) ? show : undefined}
		/>
	));
});

type LineProps = { event: GameEvent; times: number; side: string; show: ((event: GameEvent) => void) | undefined };

/** One line. What has been told does not change. */
const Line = memo(function Line({ event, times, side, show }: LineProps) {
	const { text, cause } = told(event);
	const turn = event.what === "turn" || event.what === "skirmish";
	return (
		<li
			className={`event event-${event.what} ${side} ${turn ? "event-turn" : ""}`}
			onPointerEnter={() => light(event)}
			onPointerLeave={() => light(undefined)}
		>
			{!turn && (
				<span className="event-dot" aria-hidden="true">
					<Glyph name={event.what} />
				</span>
			)}
			<span className="event-text">
				{cause ? text.replace(/\.$/, "") : text}
				{cause && <small> because of {cause}.</small>}
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
