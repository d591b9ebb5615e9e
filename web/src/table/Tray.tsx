// Cards to choose from that do not lie on the table, as in a deck that is searched. They lie over the board and can be put aside.
import { useEffect, useRef, useState } from "react";
import { CardFace } from "../cards/CardFace";
import { printed } from "../cards/looks";
import type { Option } from "../lib/options";
import { capital } from "../lib/words";
import { useAt } from "./context";
import { useCardFit } from "./useCardFit";

/** The cards, if the question is about any. */
export function Tray({ answer }: { answer: (option: Option) => void }) {
	const at = useAt();
	const [aside, putAside] = useState(false);
	const question = at.mine.question;
	const decision = question?.decision;
	// biome-ignore lint/correctness/useExhaustiveDependencies: another question is looked at first.
	useEffect(() => putAside(false), [decision]);
	const { tray } = at.board;
	const list = useRef<HTMLUListElement>(null);
	useCardFit(list, aside ? 0 : tray.length);
	if (!question || tray.length === 0) return null;
	const card = (option: Option) => ({ card: option.choice.card, owner: option.choice.spot?.side ?? at.near });
	return (
		<section className={`sheet tray-sheet ${aside ? "aside" : ""}`} aria-label="Cards to choose from">
			<header>
				<p className="tray-words" aria-hidden="true">
					{question.words}
				</p>
				<button type="button" className="mini" aria-expanded={!aside} onClick={() => putAside(!aside)}>
					{aside ? "Show the cards" : "Show the board"}
				</button>
			</header>
			{!aside && (
				// While an answer is on its way nothing in it can be focused, and it may still have to be scrolled.
				<ul className="tray" ref={list} aria-label="The cards" data-row="" tabIndex={at.busy ? 0 : undefined}>
					{tray.map((option) => (
						<li key={option.pick}>
							<button
								type="button"
								className={`card can ${at.marked.some((one) => one.pick === option.pick) ? "marked" : ""}`}
								data-nav=""
								disabled={at.busy}
								onPointerEnter={(event) => event.pointerType === "mouse" && at.look?.(card(option), event.currentTarget)}
								onPointerLeave={() => at.look?.(undefined)}
								onFocus={(event) => event.currentTarget.matches(":focus-visible") && at.look?.(card(option), event.currentTarget)}
								onBlur={() => at.look?.(undefined)}
								onClick={() => answer(option)}
							>
								<span className="sr">{capital(option.choice.words)}</span>
								<span className="card-face" aria-hidden="true">
									<CardFace card={card(option)} printed={printed(at.info, option.choice.card, false)} game={at.table.game} />
								</span>
							</button>
						</li>
					))}
				</ul>
			)}
		</section>
	);
}
