// What is asked, as a list: complete without the board. Pointing at an option shows it there.
import { useEffect, useRef } from "react";
import { CardFace } from "../cards/CardFace";
import { isToken, printed } from "../cards/looks";
import { type Option, takesSeveral } from "../lib/options";
import { go } from "../lib/router";
import { capital, listed, overWords, seatName } from "../lib/words";
import { To } from "../pages/Page";
import type { GameEvent, Seat, UndoWord } from "../protocol/messages";
import { Icon } from "../ui/Icon";
import { useAt } from "./context";
import { Undo } from "./Undo";

type Props = {
	answer: (option: Option) => void;
	point: (option: Option | undefined) => void;
	confirm: () => void;
	clear: () => void;
	takeBack: () => void;
	undo: (say: UndoWord) => void;
	rematch: (want: boolean) => void;
	draw: (say: "accept" | "decline") => void;
	revealed: GameEvent | undefined;
	hide: () => void;
	/** A lesson is no match: nothing of it is kept. */
	lesson: boolean;
};

/** The question, what waits, or how it ended. */
export function Prompt(props: Props) {
	const at = useAt();
	const { question, state } = at.mine;
	const heading = useRef<HTMLHeadingElement>(null);
	const over = state.over;
	const decision = question?.decision;
	// The button that was pressed is gone with its question: go on from the next one, not from the top of the page.
	useEffect(() => {
		if (decision !== undefined && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
	}, [decision]);
	const offer = state.draw && !at.seats.includes(state.draw) && at.seats.length > 0 && !over ? state.draw : undefined;

	return (
		<section className={`panel prompt ${question ? "asks" : ""}`} aria-label="What to do">
			{props.revealed && <Revealed event={props.revealed} hide={props.hide} />}
			{offer && (
				<div className="offer" role="status">
					<p>
						<Icon name="shaking-hands" /> {seatName(at.table, offer)} offers a draw.
					</p>
					<button type="button" className="button" onClick={() => props.draw("accept")}>
						Agree
					</button>
					<button type="button" className="button quiet" onClick={() => props.draw("decline")}>
						Play on
					</button>
				</div>
			)}
			{!over && <Undo undo={props.undo} />}
			{over ? (
				<Over rematch={props.rematch} kept={!props.lesson} />
			) : question ? (
				<Asked {...props} heading={heading} />
			) : (
				<p className="waiting">
					<span className="dots" aria-hidden="true">
						<i />
						<i />
						<i />
					</span>
					{state.asked ? `Waiting for ${seatName(at.table, state.asked)}` : "One moment"}
				</p>
			)}
		</section>
	);
}

function Asked({
	answer,
	point,
	confirm,
	clear,
	takeBack,
	heading,
}: Props & { heading: React.RefObject<HTMLHeadingElement | null> }) {
	const at = useAt();
	const question = at.mine.question;
	if (!question) return null;
	const several = takesSeveral(question);
	const { tray, plain } = at.board;
	const onTable = question.options
		.map((choice, pick) => ({ pick, choice }))
		.filter((one) => !plain.some((other) => other.pick === one.pick) && !tray.some((other) => other.pick === one.pick));
	const marked = at.marked;
	const words = (option: Option) => capital(option.choice.words);
	const toggles = several && marked.length > 0;
	return (
		<>
			<h2 ref={heading} className="question" tabIndex={-1}>
				{question.words}
			</h2>
			{question.forced && <p className="hint">Nothing can be done here; the game goes on by itself.</p>}
			{several && (
				<p className="hint">
					{question.form === "order" ? "Tap them in the order you want, then confirm." : "Tap as many as you want, then confirm."}
				</p>
			)}
			<div className="plain" data-row="">
				{toggles && (
					<>
						<button type="button" className="button primary" data-nav="" onClick={confirm} disabled={at.busy}>
							Confirm: {listed(marked.map((option) => option.choice.card ?? option.choice.words))}
						</button>
						<button type="button" className="button quiet" data-nav="" onClick={clear}>
							Clear
						</button>
					</>
				)}
				{!toggles &&
					plain.map((option) => (
						<button
							key={option.pick}
							type="button"
							className={`button ${option.choice.verb === "done" || option.choice.verb === "no" || option.choice.verb === "none" ? "quiet" : ""}`}
							data-nav=""
							data-verb={option.choice.verb}
							disabled={at.busy}
							onClick={() => answer(option)}
						>
							{words(option)}
						</button>
					))}
				{question.take_back && (
					<button type="button" className="button quiet" data-nav="" onClick={takeBack} disabled={at.busy}>
						<Icon name="return-arrow" /> Take back
					</button>
				)}
			</div>
			{tray.length > 0 && (
				<ul className="tray" aria-label="Cards to choose from" data-row="">
					{tray.map((option) => (
						<li key={option.pick}>
							<button
								type="button"
								className={`card can ${marked.some((one) => one.pick === option.pick) ? "marked" : ""}`}
								data-nav=""
								disabled={at.busy}
								aria-label={words(option)}
								onFocus={() => option.choice.card && at.inspect({ card: option.choice.card, owner: at.near })}
								onMouseEnter={() => option.choice.card && at.inspect({ card: option.choice.card, owner: at.near })}
								onClick={() => answer(option)}
							>
								<CardFace
									card={{ card: option.choice.card, owner: option.choice.spot?.side ?? at.near }}
									printed={printed(at.info, option.choice.card, false)}
									game={at.table.game}
								/>
							</button>
						</li>
					))}
				</ul>
			)}
			{onTable.length > 0 && (
				<ul className="options" aria-label="Options">
					{onTable.map((option) => (
						<li key={option.pick} data-row="">
							<button
								type="button"
								className={`option ${marked.some((one) => one.pick === option.pick) ? "marked" : ""}`}
								data-nav=""
								data-verb={option.choice.verb}
								disabled={at.busy}
								aria-pressed={several ? marked.some((one) => one.pick === option.pick) : undefined}
								onFocus={() => point(option)}
								onBlur={() => point(undefined)}
								onMouseEnter={() => point(option)}
								onMouseLeave={() => point(undefined)}
								onClick={() => answer(option)}
							>
								<span className={`verb verb-${option.choice.verb}`} aria-hidden="true" />
								{words(option)}
								{several && marked.some((one) => one.pick === option.pick) && (
									<b>{marked.findIndex((one) => one.pick === option.pick) + 1}</b>
								)}
							</button>
						</li>
					))}
				</ul>
			)}
		</>
	);
}

/** The end, again, and what is kept of the match. */
function Over({ rematch, kept }: { rematch: (want: boolean) => void; kept: boolean }) {
	const at = useAt();
	const { state, match } = at.mine;
	if (!state.over) return null;
	const { head, line } = overWords(state.over, at.table, at.seats);
	const wants = state.rematch ?? [];
	const mine = at.seats.some((seat) => wants.includes(seat));
	const other = wants.filter(
		(seat) => !at.seats.includes(seat) && at.table.seats.find((one) => one.seat === seat)?.who !== "bot",
	);
	return (
		<div className="over">
			<h2>{head}</h2>
			<p>{line}.</p>
			{other.map((seat: Seat) => (
				<p key={seat} className="hint">
					{seatName(at.table, seat)} wants to play again.
				</p>
			))}
			<div className="plain" data-row="">
				{at.seats.length > 0 && (
					<button type="button" className="button primary" data-nav="" onClick={() => rematch(!mine)} aria-pressed={mine}>
						<Icon name="clockwise-rotation" /> {mine ? "Waiting for the other player" : "Play again"}
					</button>
				)}
				<button type="button" className="button quiet" data-nav="" onClick={() => go("/")}>
					Home
				</button>
				{kept && (
					<>
						<To href={`/replay/${match}`} className="button quiet">
							Replay
						</To>
						<a
							className="button quiet"
							data-nav=""
							href={`/api/matches/${match}/record`}
							download={`${at.table.game}-${match}.record`}
						>
							Save the record
						</a>
					</>
				)}
			</div>
		</div>
	);
}

/** Cards that were shown to this player: for three seconds, and again from the log. */
function Revealed({ event, hide }: { event: GameEvent; hide: () => void }) {
	const at = useAt();
	useEffect(() => {
		const timer = setTimeout(hide, 3000);
		return () => clearTimeout(timer);
	}, [hide]);
	return (
		<div className="revealed" role="status">
			<p>{event.text}</p>
			<ul className="tray">
				{(event.cards ?? []).map((seen, index) => {
					const card = { card: seen.card, owner: at.near };
					return (
						<li key={index}>
							<span className="card">
								<CardFace card={card} printed={printed(at.info, seen.card, isToken(card))} game={at.table.game} />
							</span>
						</li>
					);
				})}
			</ul>
			<button type="button" className="button quiet" onClick={hide}>
				Hide
			</button>
		</div>
	);
}
