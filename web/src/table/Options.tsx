// Every option in a list: for keys 1 to 9, for Tab, and for screen readers. Folded away, it opens when somebody goes into it.
import { useEffect, useId, useRef, useState } from "react";
import { type Option, takesSeveral } from "../lib/options";
import { capital } from "../lib/words";
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
	if (!question) return null;
	const several = takesSeveral(question);
	const all = question.options.map((choice, pick): Option => ({ pick, choice }));
	const place = (option: Option) => at.marked.findIndex((one) => one.pick === option.pick);
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
				{all.length === 1 ? "1 option" : `${all.length} options`}
			</button>
			{/* Another question has other buttons: a key that is pressed for one is never taken for the next. */}
			<ul key={question.decision} id={id} className={`options ${open ? "open" : ""}`} aria-label="Options">
				{all.map((option) => (
					<li key={option.pick} data-row="">
						<button
							type="button"
							className={`option ${place(option) >= 0 ? "marked" : ""}`}
							data-nav=""
							data-verb={option.choice.verb}
							data-digit={option.pick < 9 ? option.pick + 1 : ""}
							disabled={at.busy}
							aria-pressed={several ? place(option) >= 0 : undefined}
							onFocus={() => point(option)}
							onBlur={() => point(undefined)}
							onMouseEnter={() => point(option)}
							onMouseLeave={() => point(undefined)}
							onClick={() => answer(option)}
						>
							{capital(option.choice.words)}
							{place(option) >= 0 && <b> {place(option) + 1}</b>}
						</button>
					</li>
				))}
			</ul>
		</div>
	);
}
