// What happened, with its causes. The newest stands below.
import { useLayoutEffect, useRef } from "react";
import type { GameEvent } from "../protocol/messages";
import { useAt } from "./context";

/** The sentence of an event, and the card that caused it, each once. */
export function told(event: GameEvent): { text: string; cause: string | undefined } {
	const prefix = `${event.cause}: `;
	if (event.cause && event.text.startsWith(prefix)) return { text: event.text.slice(prefix.length), cause: event.cause };
	const isOwn = event.cards?.[0]?.card === event.cause;
	return { text: event.text, cause: event.cause && !isOwn && !event.text.includes(event.cause) ? event.cause : undefined };
}

/** The log. */
export function Log({ show, visible }: { show: (event: GameEvent) => void; visible: boolean }) {
	const at = useAt();
	const list = useRef<HTMLOListElement>(null);
	const follows = useRef(true);
	const events = at.mine.events;
	// biome-ignore lint/correctness/useExhaustiveDependencies: it follows the newest event, unless somebody reads further up.
	useLayoutEffect(() => {
		const box = list.current;
		if (box && follows.current) box.scrollTop = box.scrollHeight;
	}, [events.length, visible]);
	const scrolled = () => {
		const box = list.current;
		if (box && box.clientHeight > 0) follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
	};
	return (
		<section className="panel log" aria-label="What happened">
			<h2>What happened</h2>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard. */}
			<ol ref={list} tabIndex={0} aria-label="Events" onScroll={scrolled}>
				{events.map((event) => {
					const { text, cause } = told(event);
					const cards = (event.cards ?? []).filter((seen) => seen.card);
					const near = event.seat === undefined ? "" : event.seat === at.near ? "near" : "far";
					return (
						<li key={event.n} className={`event event-${event.what} ${near}`}>
							<span>{text}</span>
							{cause && <small> because of {cause}</small>}
							{event.what === "revealed" && cards.length > 0 && (
								<button type="button" className="link" onClick={() => show(event)}>
									show again
								</button>
							)}
						</li>
					);
				})}
			</ol>
		</section>
	);
}
