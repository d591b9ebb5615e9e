// Every option in a list: for keys 1 to 9, for Tab, and for screen readers. Folded away, it opens when somebody goes into it.
import { memo, useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { type Option, takesSeveral } from "../lib/options";
import { capital } from "../lib/words";
import type { Question } from "../protocol/messages";
import { useAt } from "./context";

type Props = { answer: (option: Option) => void; point: (option: Option | undefined) => void };

/** The list and the button that unfolds it. */
export function Options({ answer, point }: Props) {
	const at = useAt();
	const id = useId();
	const [open, setOpen] = useState(false);
	const box = useRef<HTMLDivElement>(null);
	const question = at.mine.question;
	const decision = question?.decision;
	// biome-ignore lint/correctness/useExhaustiveDependencies: another question is another list.
	useEffect(() => setOpen(false), [decision]);
	useEffect(() => {
		if (!open) return;
		const close = (event: PointerEvent) => !box.current?.contains(event.target as Node) && setOpen(false);
		document.addEventListener("pointerdown", close);
		return () => document.removeEventListener("pointerdown", close);
	}, [open]);
	// The list comes in a task after the table: nobody sees it before it is opened.
	const listed = useDeferredValue(question, undefined);
	if (!question) return null;
	const count = question.options.length;
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: Escape folds the list wherever the focus is in it.
		<div className="options-box" ref={box} onKeyDown={(event) => event.key === "Escape" && setOpen(false)}>
			<button
				type="button"
				className="mini options-toggle"
				aria-expanded={open}
				aria-controls={id}
				onClick={() => setOpen(!open)}
			>
				{count === 1 ? "1 option" : `${count} options`}
			</button>
			{/* Another question has other buttons: a key that is pressed for one is never taken for the next. */}
			{listed === question && (
				<List
					key={question.decision}
					id={id}
					open={open}
					question={question}
					marked={at.marked}
					busy={at.busy}
					answer={answer}
					point={point}
				/>
			)}
		</div>
	);
}

type ListProps = Props & { id: string; open: boolean; question: Question; marked: readonly Option[]; busy: boolean };

/** The list itself. */
const List = memo(function List({ id, open, question, marked, busy, answer, point }: ListProps) {
	const several = takesSeveral(question);
	return (
		<ul id={id} className={`options ${open ? "open" : ""}`} aria-label="Options">
			{question.options.map((choice, pick) => {
				const option: Option = { pick, choice };
				const place = marked.findIndex((one) => one.pick === pick);
				return (
					<li key={pick} data-row="">
						<button
							type="button"
							className={`option ${place >= 0 ? "marked" : ""}`}
							data-nav=""
							data-verb={choice.verb}
							data-digit={pick < 9 ? pick + 1 : ""}
							disabled={busy}
							aria-pressed={several ? place >= 0 : undefined}
							onFocus={() => point(option)}
							onBlur={() => point(undefined)}
							onMouseEnter={() => point(option)}
							onMouseLeave={() => point(undefined)}
							onClick={() => answer(option)}
						>
							{capital(choice.words)}
							{place >= 0 && <b> {place + 1}</b>}
						</button>
					</li>
				);
			})}
		</ul>
	);
});
