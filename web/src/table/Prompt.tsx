// What to do: one big button for what most often comes next, and the list of all options, folded away but complete.
import { useEffect, useRef } from "react";
import { contextual, type Option, takesSeveral } from "../lib/options";
import { lookedAt, looker } from "../lib/reveals";
import { capital, listed, looksWords, seatName } from "../lib/words";
import { afterFrame } from "../motion/frames";
import type { ConcessionWord, UndoWord } from "../protocol/messages";
import { useAt } from "./context";
import { Offers } from "./Offers";
import { Options } from "./Options";
import { TakeBack } from "./Undo";

type Props = {
	answer: (option: Option) => void;
	point: (option: Option | undefined) => void;
	confirm: () => void;
	clear: () => void;
	takeBack: () => void;
	undo: (say: UndoWord) => void;
	rematch: (want: boolean) => void;
	draw: (say: "accept" | "decline") => void;
	concession: (say: ConcessionWord) => void;
	/** A lesson has its own way on. */
	lesson: boolean;
	/** Nothing can be sent. */
	offline: boolean;
};

/** The question, what waits, or what comes after the end. */
export function Prompt(props: Props) {
	const at = useAt();
	const { question, state } = at.mine;
	const heading = useRef<HTMLHeadingElement>(null);
	const decision = question?.decision;
	// The button that was pressed is gone with its question: go on from the next one, not from the top of the page.
	// To give the focus lays the page out: after the next frame, when it is laid out already.
	useEffect(() => {
		if (decision === undefined) return;
		return afterFrame(() => {
			if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
		});
	}, [decision]);
	return (
		<section className={`prompt ${question ? "asks" : ""}`} aria-label="What to do">
			{!state.over && <Offers draw={props.draw} concession={props.concession} undo={props.undo} />}
			{state.over ? (
				!props.lesson && <Again rematch={props.rematch} />
			) : question ? (
				<Asked {...props} heading={heading} />
			) : (
				<Waiting offline={props.offline} />
			)}
			{!state.over && !question?.take_back && <TakeBack undo={props.undo} />}
		</section>
	);
}

/** Nothing is asked: who is waited for, and why. */
function Waiting({ offline }: { offline: boolean }) {
	const at = useAt();
	const { asked } = at.mine.state;
	const looks = looker(at.mine);
	const words = offline
		? "Connecting again…"
		: lookedAt(at.mine)
			? "The match waits until you close the revealed cards, a few seconds at most."
			: looks
				? looksWords(at.table, looks)
				: asked && !at.seats.includes(asked)
					? `Waiting for ${seatName(at.table, asked)}`
					: "One moment";
	return (
		<p className="waiting" role={looks ? "status" : undefined}>
			{words}
		</p>
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
	const { plain } = at.board;
	const marked = at.marked;
	const toggles = several && marked.length > 0;
	const [go, second, ...rest] = contextual(plain);
	const many = rest.length > 0;
	const button = (option: Option, look: string) => (
		<button
			key={option.pick}
			type="button"
			className={look}
			data-nav=""
			data-verb={option.choice.verb}
			disabled={at.busy}
			onClick={() => answer(option)}
		>
			<b>{capital(option.choice.words)}</b>
		</button>
	);
	const hint = question.forced
		? "Nothing can be done here; the game goes on by itself."
		: several
			? question.form === "order"
				? "Tap them in the order you want, then confirm."
				: "Tap as many as you want, then confirm."
			: undefined;
	return (
		<>
			<div className="asked">
				<h2 ref={heading} className="question" tabIndex={-1}>
					{question.words}
				</h2>
				{hint && <p className="hint">{hint}</p>}
			</div>
			<Options answer={answer} point={point} />
			<div key={question.decision} className={`plain ${many ? "plain-many" : ""}`} data-row="">
				{toggles ? (
					<>
						<button type="button" className="mini" data-nav="" onClick={clear}>
							Clear
						</button>
						<button type="button" className="go primary" data-nav="" data-go="" onClick={confirm} disabled={at.busy}>
							<b>Confirm:</b> <span>{listed(marked.map((option) => option.choice.card ?? option.choice.words))}</span>
						</button>
					</>
				) : many ? (
					plain.map((option) => button(option, "mini"))
				) : (
					<>
						{second && button(second, "mini")}
						{go && (
							<button
								type="button"
								className={`go ${["none", "no"].includes(go.choice.verb) ? "go-quiet" : ""}`}
								data-nav=""
								data-go=""
								data-verb={go.choice.verb}
								disabled={at.busy}
								onClick={() => answer(go)}
							>
								<b>{capital(go.choice.words)}</b>
							</button>
						)}
					</>
				)}
			</div>
			{!toggles && (!go || many) && (
				<p className="go go-none">{many ? "Choose one" : several ? "Choose cards" : "Choose on the table"}</p>
			)}
			{question.take_back && (
				<button type="button" className="mini take-back" data-nav="" onClick={takeBack} disabled={at.busy} title="Take back">
					<span aria-hidden="true">↶</span>
					<span className="sr">Take back</span>
				</button>
			)}
		</>
	);
}

/** After the end the big button plays again. */
function Again({ rematch }: { rematch: (want: boolean) => void }) {
	const at = useAt();
	if (at.seats.length === 0) return null;
	const wants = at.mine.state.rematch ?? [];
	const mine = at.seats.some((seat) => wants.includes(seat));
	return (
		<button type="button" className="go" data-nav="" data-go="" aria-pressed={mine} onClick={() => rematch(!mine)}>
			<b>{mine ? "Waiting" : "Rematch"}</b>
			<span>{mine ? "for the other player" : ""}</span>
		</button>
	);
}
