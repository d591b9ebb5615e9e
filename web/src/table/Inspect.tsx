// The inspection panel: the last tapped card with its text and what its words mean, or an open pile, and what can be done with it.
import { CardFace } from "../cards/CardFace";
import { type Details, isToken, printed } from "../cards/looks";
import type { Option } from "../lib/options";
import { standing } from "../lib/parts";
import { rulesAt } from "../lib/rules";
import { capital, markWords, seatName, title } from "../lib/words";
import type { Card, GameCard, Reason } from "../protocol/messages";
import { CardButton } from "./CardButton";
import { useAt } from "./context";

type Props = {
	card: Card | undefined;
	options: Option[];
	why: Reason | undefined;
	answer: (option: Option) => void;
	cancel: () => void;
	/** Nobody is asked anything here. */
	watching?: boolean;
};

/** The panel. */
export function Inspect({ card, options, why, answer, cancel, watching }: Props) {
	const at = useAt();
	const pile = at.selected?.is === "pile" ? at.selected : undefined;
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls must be reachable by keyboard.
		<section className="panel inspect" aria-label="Inspection" tabIndex={0}>
			{pile && <Pile seat={pile.seat} zone={pile.zone} close={cancel} />}
			{!pile && !card && options.length === 0 && <Hints watching={watching || at.seats.length === 0} />}
			{!pile && card && <Shown card={card} />}
			{!pile && (why || options.length > 0) && (
				<div className="doing" data-row="">
					{why && (
						<p className="why" role="status">
							<b>Why not?</b> {why.sentence}
						</p>
					)}
					{options.map((option, index) => (
						<button
							key={option.pick}
							type="button"
							className={`button ${index === 0 ? "primary" : ""}`}
							data-nav=""
							disabled={at.busy}
							onClick={() => answer(option)}
						>
							{capital(option.choice.words)}
						</button>
					))}
					{options.length > 0 && (
						<button type="button" className="button quiet" data-nav="" onClick={cancel}>
							Cancel
						</button>
					)}
				</div>
			)}
		</section>
	);
}

/** Before anything was tapped: how this table is used. */
function Hints({ watching }: { watching: boolean }) {
	if (watching) return <p className="inspect-empty">Tap a card to read it here, with what its words mean.</p>;
	return (
		<ul className="hints" aria-label="How to play here">
			<li>
				<b>Golden edges</b> show what you can choose now. The same choices stand in the list.
			</li>
			<li>
				<b>Tap a card</b> to read it here, with what its words mean, and to play it. If it cannot be played, it says why.
			</li>
			<li>
				<b>By keyboard</b>: arrow keys move between cards, Enter chooses, Escape goes back.
			</li>
		</ul>
	);
}

function Shown({ card }: { card: Card }) {
	const at = useAt();
	const about = printed(at.info, card.card, isToken(card));
	if (card.card === undefined) return <p className="inspect-empty">A hidden card: only its owner knows it.</p>;
	const words = new Set([...(about?.words ?? []), ...(card.marks ?? []).map((mark) => mark.word)]);
	// One line for each word: what stands first in the glossary says it best.
	const entries = (at.info?.glossary ?? []).filter(
		(entry, index, all) => words.has(entry.word) && all.findIndex((other) => other.word === entry.word) === index,
	);
	const own = new Set((about?.keywords ?? []).map((word) => word.toLowerCase().replaceAll("-", " ")));
	const marks = (card.marks ?? []).filter((mark) => !own.has(markWords(mark).text.toLowerCase()));
	const changed = card.stats !== undefined && about?.stats && !about.stats.startsWith(card.stats);
	return (
		<>
			<span className="card inspect-card" aria-hidden="true">
				<CardFace card={card} printed={about} game={at.table.game} size="large" />
			</span>
			<div className="inspect-text">
				<h2>{card.card}</h2>
				<p className="inspect-kind">
					{[about && title(about.kind), about?.category, ...typeWords(about), card.stats ?? about?.stats]
						.filter(Boolean)
						.join(" · ")}
					{changed && <span className="printed"> (printed {about?.stats})</span>}
				</p>
				<Terms card={card} />
				{about && about.keywords.length > 0 && <p className="keywords">{about.keywords.map(capital).join(", ")}</p>}
				{about?.text.map((line) => (
					<p key={line} className="rule">
						{capital(line)}
					</p>
				))}
				{marks.length > 0 && (
					<ul className="mark-list" aria-label="Marks">
						{marks.map((mark) => {
							const { sign, text } = markWords(mark);
							return (
								<li key={text}>
									{sign && <span aria-hidden="true">{sign} </span>}
									{text}
								</li>
							);
						})}
					</ul>
				)}
				{card.under && card.under.length > 0 && (
					<p className="rule">Underneath, from the top: {[...card.under].reverse().join(", ")}</p>
				)}
			</div>
			{entries.length > 0 && (
				<dl className="glossary" aria-label="Glossary">
					{entries.map((entry) => (
						<div key={`${entry.class} ${entry.usage}`}>
							<dt>
								<a href={rulesAt(at.table, entry.word)} target="_blank" rel="noreferrer">
									{capital(entry.word.replace(/\s*\( *\)/, ""))}
								</a>
							</dt>
							<dd>{entry.gloss}</dd>
						</div>
					))}
				</dl>
			)}
		</>
	);
}

/** `Fire`, `Beast`, where a game has them; a type that only repeats the kind is left out. */
function typeWords(about: GameCard | undefined): string[] {
	const { type, subtypes = [] } = (about ?? {}) as Details;
	return [type, ...subtypes].filter((word) => word && word !== about?.kind).map((word) => title(word as string));
}

/** What a number is the sum of, where the server says so. */
function Terms({ card }: { card: Card }) {
	const { terms } = card as Card & { terms?: { word: string; number: number }[] };
	if (!terms || terms.length === 0) return null;
	return (
		<p className="terms">
			{card.stats} ={" "}
			{terms.map(({ word, number }, index) => (
				<span key={word}>
					{number < 0 ? " − " : index > 0 ? " + " : ""}
					{Math.abs(number)} <small>{word}</small>
				</span>
			))}
		</p>
	);
}

/** An open pile. */
function Pile({ seat, zone, close }: { seat: "p1" | "p2" | undefined; zone: string; close: () => void }) {
	const at = useAt();
	const cards = standing(at.mine.view, zone, seat);
	const whose = seat ? `${seatName(at.table, seat)}: ` : "";
	return (
		<div className="open-pile">
			<h2>
				{whose}
				{title(zone)} ({cards.length})
			</h2>
			<button type="button" className="button quiet" onClick={close}>
				Close
			</button>
			{cards.length === 0 ? (
				<p className="hint">It is empty.</p>
			) : (
				<ul className="tray" aria-label={`${title(zone)}, ${cards.length} cards`} data-row="">
					{[...cards].reverse().map((one) => (
						<li key={one.index}>
							<CardButton standing={one} zone={zone} seat={seat} />
						</li>
					))}
				</ul>
			)}
		</div>
	);
}
