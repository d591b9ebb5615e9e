// A card large enough to read, with what its words mean. Pointed at, it goes again; tapped, it stays until it is put away.
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { Glyph } from "../art";
import { CardFace } from "../cards/CardFace";
import { type Details, isToken, printed } from "../cards/looks";
import { useTurn } from "../cards/useTurn";
import { lineOf } from "../lib/faces";
import { rulesAt } from "../lib/rules";
import { capital, markWords, title } from "../lib/words";
import type { Card, GameCard, GlossaryEntry } from "../protocol/messages";
import { useAt } from "./context";

/** A card that is pointed at, and where it lies. */
export type Looked = { card: Card; from: DOMRect };

/** What is pointed at: beside it, never over a plate or the big button. Says nothing to a screen reader, which has heard it. */
export function Hovered({ looked }: { looked: Looked }) {
	const at = useAt();
	const box = useRef<HTMLDivElement>(null);
	const [place, setPlace] = useState<{ left: number; top: number } | undefined>();
	useLayoutEffect(() => setPlace(beside(box, looked.from)), [looked]);
	const { card } = looked;
	if (card.card === undefined) return null;
	const about = printed(at.info, card.card, isToken(card));
	return (
		<div
			className="zoom"
			ref={box}
			aria-hidden="true"
			style={place ? { left: place.left, top: place.top } : { visibility: "hidden", left: 0, top: 0 }}
		>
			<span className="card zoom-card">
				<CardFace card={card} printed={about} game={at.table.game} size="large" />
			</span>
			<Meanings card={card} about={about} links={false} />
		</div>
	);
}

/** What a card says beside its picture: state, numbers and their parts, text, marks, and what its words mean. */
export function Reading({ card }: { card: Card }) {
	const at = useAt();
	// What its words mean comes after its face, in a frame of its own.
	const explained = useTurn();
	const about = printed(at.info, card.card, isToken(card));
	if (card.card === undefined) return <p className="inspect-empty">A hidden card: only its owner knows it.</p>;
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
				{about?.text.map((text) => {
					const { when, does } = lineOf(text);
					return (
						<p key={text} className="rule">
							{when && <i>{when} </i>}
							{does}
						</p>
					);
				})}
				{card.under && card.under.length > 0 && (
					<p className="rule">Underneath, from the top: {[...card.under].reverse().join(", ")}</p>
				)}
				{explained && <Meanings card={card} about={about} links />}
			</div>
		</>
	);
}

/** The marks of a card that are not printed on it. */
function marksOf(card: Card, about: GameCard | undefined) {
	const own = new Set((about?.keywords ?? []).map((word) => word.toLowerCase().replaceAll("-", " ")));
	return (card.marks ?? []).filter((mark) => !own.has(markWords(mark).toLowerCase()));
}

/** Each mark and each word of the card, explained. */
function Meanings({ card, about, links }: { card: Card; about: GameCard | undefined; links: boolean }) {
	const at = useAt();
	const marks = marksOf(card, about);
	const words = new Set([...(about?.words ?? []), ...(card.marks ?? []).map((mark) => mark.word)]);
	// One line for each word: what stands first in the glossary says it best.
	const entries = (at.info?.glossary ?? []).filter(
		(entry, index, all) => words.has(entry.word) && all.findIndex((other) => other.word === entry.word) === index,
	);
	const isMark = (entry: GlossaryEntry) => marks.some((mark) => mark.word === entry.word);
	const silent = marks.filter((mark) => !entries.some((entry) => entry.word === mark.word));
	if (entries.length === 0 && marks.length === 0) return null;
	const ordered = [...entries.filter(isMark), ...entries.filter((entry) => !isMark(entry))];
	return (
		<dl className="glossary" aria-label="Glossary">
			{silent.map((mark) => (
				<div key={mark.word}>
					<dt>
						<Glyph name={mark.word} /> {markWords(mark)}
					</dt>
				</div>
			))}
			{ordered.map((entry) => {
				const mark = marks.find((one) => one.word === entry.word);
				const word = mark ? markWords(mark) : capital(entry.heading);
				return (
					<div key={`${entry.class} ${entry.usage}`}>
						<dt>
							{mark && <Glyph name={entry.word} />}{" "}
							{links ? (
								<a href={rulesAt(at.table, entry.word)} target="_blank" rel="noreferrer">
									{word}
								</a>
							) : (
								word
							)}
						</dt>
						<dd>{entry.gloss}</dd>
					</div>
				);
			})}
		</dl>
	);
}

/** `Fire`, `Beast`, where a game has them; a type that only repeats the kind is left out. */
function typeWords(about: GameCard | undefined): string[] {
	const { type, subtypes = [], level } = (about ?? {}) as Details;
	const words = [type, ...subtypes].filter((word) => word && word !== about?.kind).map((word) => title(word as string));
	return level ? [...words, `level ${level}`] : words;
}

/** What a number is the sum of, where the server says so. */
function Terms({ card }: { card: Card }) {
	const { terms } = card;
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

/** A place beside a card, within the board, or within the screen where the board is too small. */
function beside(box: RefObject<HTMLDivElement | null>, from: DOMRect): { left: number; top: number } | undefined {
	const zoom = box.current?.getBoundingClientRect();
	const board = document.querySelector(".board")?.getBoundingClientRect();
	if (!zoom || !board) return undefined;
	const room = board.width >= zoom.width + 12 ? board : new DOMRect(0, board.top, window.innerWidth, board.height);
	const middle = from.left + from.width / 2;
	const inBoard = from.top < board.bottom - 8;
	const left = inBoard
		? middle < room.left + room.width / 2
			? from.right + 14
			: from.left - zoom.width - 14
		: middle - zoom.width / 2;
	const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, Math.max(low, high)));
	return {
		left: clamp(left, room.left + 5, room.right - zoom.width - 5),
		top: clamp(from.top + from.height / 2 - zoom.height / 2, board.top + 4, board.bottom - zoom.height - 4),
	};
}
