// A card as it is printed, with what is on it now. It fills its box, and leaves out what would be too small to read.
import { memo } from "react";
import { CardBack, Glyph, Scene } from "../art";
import { type Figure, figures, lineOf } from "../lib/faces";
import { hyphenated } from "../lib/hyphens";
import { capital, markWords, title } from "../lib/words";
import type { Card, GameCard, Mark } from "../protocol/messages";
import { frame, ground } from "./looks";
import { useFold } from "./useFold";
import { useTurn } from "./useTurn";

type Props = { card: Card; printed: GameCard | undefined; game: string; size?: "small" | "large" };

/** The front, or the back if the name is not known. Drawn anew only if what is on it has changed. */
export const CardFace = memo(function CardFace({ card, printed, game, size = "small" }: Props) {
	const marks = card.marks ?? [];
	if (card.card === undefined) return <Back game={game} />;
	const token = marks.some((mark) => mark.word === "token") || printed?.token;
	const states = marks.map((mark) => `has-${mark.word.replace(/\W+/g, "-")}`).join(" ");
	const about = printed ?? unknown(card.card);
	return (
		<span
			className={`face frame-${frame(about.kind)} ground-${ground(about)} face-${size} ${token ? "is-token" : ""} ${states}`}
			lang="en"
		>
			<Front card={card} name={card.card} about={about} printed={printed} game={game} marks={marks} />
		</span>
	);
});

type FrontProps = { card: Card; name: string; about: GameCard; printed: GameCard | undefined; game: string; marks: Mark[] };

/** What is on a front, once it is its turn to be drawn. */
function Front({ card, name, about, printed, game, marks }: FrontProps) {
	if (!useTurn()) return null;
	return (
		<>
			<span className="face-art">
				<Scene game={game} card={about} />
			</span>
			<span className="face-name">
				<Gem card={about} level={marks.find((mark) => mark.word === "level")?.number} />
				<b>{hyphenated(name)}</b>
			</span>
			<Marks marks={marks} printed={printed} />
			<FaceText printed={printed} />
			<span className="face-foot">
				<Numbers all={figures(card.stats, printed)} />
				<span className="face-kind">{title(about.kind === "creature" ? (about.type ?? about.kind) : frame(about.kind))}</span>
			</span>
		</>
	);
}

/** The back of a card. */
export function Back({ game }: { game: string }) {
	return (
		<span className={`face face-back back-of-${game}`}>
			<CardBack game={game} />
		</span>
	);
}

/** The level of a card that has one, as it is now, else the sign of its category or kind. */
function Gem({ card, level = card.level }: { card: GameCard; level: number | null | undefined }) {
	if (level) {
		return (
			<span className={`gem gem-level ${level === card.level ? "" : "gem-changed"}`} aria-hidden="true">
				<u>{level}</u>
			</span>
		);
	}
	return (
		<span className="gem" aria-hidden="true">
			<Glyph name={card.category?.toLowerCase() ?? card.type ?? frame(card.kind)} />
		</span>
	);
}

/** What holds for a card now, as signs; each says what it is where it stands. Printed keywords stand in the text. */
function Marks({ marks, printed }: { marks: Mark[]; printed: GameCard | undefined }) {
	const own = new Set((printed?.keywords ?? []).map((word) => word.toLowerCase().replace(/\W+/g, " ").replace(/ \d+$/, "")));
	const shown = marks.filter((mark) => mark.word !== "facedown" && !own.has(mark.word.toLowerCase().replace(/\W+/g, " ")));
	if (shown.length === 0) return null;
	return (
		<span className="face-marks" aria-hidden="true">
			{shown.slice(0, 4).map((mark) => {
				const text = markWords(mark);
				return (
					<span key={text} className={`mark mark-${mark.word}`} title={text}>
						<Glyph name={mark.word} />
						{mark.number !== undefined && <b>{mark.number}</b>}
					</span>
				);
			})}
			{shown.length > 4 && <span className="mark mark-more">+{shown.length - 4}</span>}
		</span>
	);
}

function Numbers({ all }: { all: Figure[] }) {
	return all.map(({ is, number, change }) => (
		<span key={is} className={`stat stat-${is} ${number.length > 2 ? "stat-wide" : ""} ${change}`}>
			{number}
		</span>
	));
}

/** Keywords as chips, then whole lines, as many as fit; a folded corner says how many more there are. */
function FaceText({ printed }: { printed: GameCard | undefined }) {
	const [box, more] = useFold(printed ? `${printed.name} ${printed.text.join(" ")}` : "");
	if (!printed || (printed.keywords.length === 0 && printed.text.length === 0)) return null;
	return (
		<span className="face-text" ref={box}>
			{printed.keywords.length > 0 && (
				<span className="line chips">
					{printed.keywords.map((word) => (
						<span key={word} className="chip-word">
							{hyphenated(capital(word))}
						</span>
					))}
				</span>
			)}
			{printed.text.map((text) => {
				const { when, does } = lineOf(text);
				return (
					<span key={text} className="line">
						{when && <i>{hyphenated(when)} </i>}
						{hyphenated(does)}
					</span>
				);
			})}
			<span className="fold" ref={more} aria-hidden="true" />
		</span>
	);
}

/** A card that the game does not tell of. */
const unknown = (name: string): GameCard => ({
	pool: false,
	words: [],
	name,
	kind: "card",
	category: null,
	stats: null,
	keywords: [],
	text: [],
	token: false,
	generated: false,
});
