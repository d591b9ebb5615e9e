// One card: its face, its text, what its words mean, which decks have it, and the scenarios in which it occurs.
import { useEffect, useMemo, useState } from "react";
import { PrintedCard } from "../cards/PrintedCard";
import { anchor } from "../lib/rules";
import { type Story, storiesOf } from "../lib/stories";
import type { GameCard, GameInfo } from "../protocol/messages";
import { useGameInfo } from "./choices";
import { Page, To } from "./Page";
import "./cards.css";

const STORIES = import.meta.glob<string>("../stories/*.txt", { query: "?url", import: "default", eager: true });
/** So many stories are told at first. */
const FEW = 6;

/** The address of a card. */
export const cardAt = (game: string, name: string): string => `/card/${game}/${anchor(name)}`;

/** The page. */
export function CardPage({ game, card }: { game: string; card: string }) {
	const info = useGameInfo(game);
	const found = info?.cards.filter((one) => anchor(one.name) === card.toLowerCase()) ?? [];
	const first = found[0];
	useEffect(() => {
		if (!first || !info) return;
		const before = document.title;
		document.title = `${first.name} · ${info.title}`;
		return () => {
			document.title = before;
		};
	}, [first, info]);
	if (!info) return <Page title="One moment">{null}</Page>;
	if (!first) {
		return (
			<Page title="No such card">
				<p className="lead">{info.title} has no card at this address.</p>
				<To href={`/cards/${game}`} className="button primary">
					All cards of {info.title}
				</To>
			</Page>
		);
	}
	return (
		<Page title={first.name}>
			{found.map((one) => (
				<section key={`${one.kind} ${one.name}`} className="box card-page" aria-label={one.kind}>
					<PrintedCard card={one} info={info} level={2} />
				</section>
			))}
			<Rulings info={info} cards={found} />
			<Decks info={info} name={first.name} />
			<Stories info={info} name={first.name} />
			<p className="buttons">
				<To href={`/cards/${game}?q=${encodeURIComponent(`t:${first.kind}`)}`} className="button quiet">
					More like it
				</To>
				<To href={`/cards/${game}`} className="button quiet">
					All cards of {info.title}
				</To>
			</p>
		</Page>
	);
}

/** The points of the rules whose sentences use words of the card. */
function Rulings({ info, cards }: { info: GameInfo; cards: GameCard[] }) {
	const words = new Set(cards.flatMap((card) => card.words).filter((word) => word.length > 3));
	const about = info.rulings.filter((ruling) => {
		const said = [ruling.name.replaceAll("_", " "), ...ruling.values.map((value) => value.meaning)].join(" ").toLowerCase();
		return [...words].some((word) =>
			new RegExp(`(^|[^a-z-])${word.toLowerCase().replace(/[^a-z -]/g, ".")}s?($|[^a-z-])`).test(said),
		);
	});
	if (about.length === 0) return null;
	return (
		<section className="box" aria-labelledby="rulings">
			<h2 id="rulings">Rulings on its words</h2>
			<ul className="card-rulings">
				{about.map((ruling) => (
					<li key={ruling.name}>
						<To href={`/rules/${info.name}#${anchor(ruling.name)}`}>{ruling.name.replaceAll("_", " ")}</To>:{" "}
						{ruling.values.find((value) => value.value === ruling.value)?.meaning}
					</li>
				))}
			</ul>
		</section>
	);
}

function Decks({ info, name }: { info: GameInfo; name: string }) {
	const decks = info.decks
		.map((deck) => ({ deck, times: deck.cards.filter((card) => card === name).length }))
		.filter(({ times }) => times > 0);
	if (decks.length === 0) return null;
	return (
		<section className="box" aria-labelledby="decks">
			<h2 id="decks">Ready decks with it</h2>
			<ul className="card-decks">
				{decks.map(({ deck, times }) => (
					<li key={deck.id}>
						<To href={`/decks?game=${info.name}&deck=${deck.id}`}>{deck.name}</To> <small>× {times}</small>
					</li>
				))}
			</ul>
		</section>
	);
}

function Stories({ info, name }: { info: GameInfo; name: string }) {
	const [text, setText] = useState<string | undefined>();
	const [all, setAll] = useState(false);
	const file = STORIES[`../stories/${info.name}.txt`];
	useEffect(() => {
		if (!file) return;
		let gone = false;
		fetch(file)
			.then((answer) => answer.text())
			.then((found) => !gone && setText(found))
			.catch(() => undefined);
		return () => {
			gone = true;
		};
	}, [file]);
	const names = useMemo(() => info.cards.map((card) => card.name), [info]);
	const stories = useMemo(() => (text === undefined ? [] : storiesOf(text, name, names)), [text, name, names]);
	if (stories.length === 0) return null;
	return (
		<section className="box" aria-labelledby="stories">
			<h2 id="stories">In the rules' own tests: {stories.length}</h2>
			<p className="hint">Each is a situation and what happens then; every version of the game has to pass them.</p>
			{stories.slice(0, all ? undefined : FEW).map((story) => (
				<Told key={`${story.title} ${story.setup.join()}`} story={story} />
			))}
			{stories.length > FEW && !all && (
				<button type="button" className="button quiet" onClick={() => setAll(true)}>
					All {stories.length}
				</button>
			)}
		</section>
	);
}

function Told({ story }: { story: Story }) {
	return (
		<details className="card-story">
			<summary>{story.title}</summary>
			<h3>The table</h3>
			<ul>
				{story.setup.map((line) => (
					<li key={line}>{inWords(line)}</li>
				))}
			</ul>
			<h3>What happens</h3>
			<ol>
				{story.moves.map((line, at) => (
					<li key={`${at} ${line}`} className={line.startsWith("expect") ? "card-expected" : undefined}>
						{inWords(line)}
					</li>
				))}
			</ol>
		</details>
	);
}

/** A line of a scenario with its short words written out. */
const inWords = (line: string): string =>
	line
		.replace(/^expect /, "Then ")
		.replace(/\bp1\b/g, "player 1")
		.replace(/\bp2\b/g, "player 2")
		.replace(/ -> /g, " against ")
		.replace(/ -$/, ": nothing")
		.replace(/^./, (first) => first.toUpperCase());
