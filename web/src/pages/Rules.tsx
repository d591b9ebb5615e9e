// The rules of a game, made from what the server knows: in short, the rulings in force, every word with the cards that have it.
import { useEffect, useMemo, useState } from "react";
import { go, hrefOf, hrefOfPlace, placeOf } from "../lib/router";
import { anchor, glossary, mentions } from "../lib/rules";
import { capital, gameLabel, title } from "../lib/words";
import * as api from "../net/api";
import type { GameInfo, GameSummary } from "../protocol/messages";
import { Rich } from "../ui/Rich";
import { useGameInfo } from "./choices";
import { Page, To } from "./Page";

/** The page. */
export function Rules({ game, edition }: { game: string | undefined; edition: string | undefined }) {
	const [games, setGames] = useState<GameSummary[]>([]);
	const [trouble, setTrouble] = useState<string | undefined>();
	useEffect(() => {
		api
			.games()
			.then(setGames)
			.catch((error) => setTrouble(error instanceof Error ? error.message : String(error)));
	}, []);
	const found = games.find((one) => one.name === game) ?? (game ? undefined : games[0]);
	const info = useGameInfo(found?.name, found?.editions.includes(edition ?? "") ? edition : undefined);
	if (games.length > 0 && !found) {
		return (
			<Page title="No such game">
				<p className="lead">There are rules for {games.map((one) => one.title).join(", ")}.</p>
				<To href="/rules" className="button primary">
					Rules
				</To>
			</Page>
		);
	}
	return (
		<Page title={found ? `Rules of ${found.title}` : "Rules"}>
			{trouble && (
				<p className="trouble" role="alert">
					{trouble}
				</p>
			)}
			<nav className="rules-games" aria-label="Games">
				{games.map((one) => (
					<a
						key={one.name}
						href={hrefOf(`/rules/${one.name}`)}
						aria-current={one.name === found?.name ? "page" : undefined}
						onClick={(event) => {
							event.preventDefault();
							go(`/rules/${one.name}`);
						}}
					>
						{gameLabel(one)}
					</a>
				))}
			</nav>
			{info && <Book key={`${info.name} ${info.edition}`} info={info} />}
		</Page>
	);
}

function Book({ info }: { info: GameInfo }) {
	const [typed, setTyped] = useState("");
	const words = useMemo(() => glossary(info), [info]);
	// The page is made after it was loaded, so the browser has not found the anchor yet.
	useEffect(() => {
		const toPlace = () => {
			const at = placeOf();
			const target = at && document.getElementById(at);
			if (!target) return;
			target.scrollIntoView();
			target.focus({ preventScroll: true });
		};
		toPlace();
		window.addEventListener("popstate", toPlace);
		return () => window.removeEventListener("popstate", toPlace);
	}, []);
	const guide = (info.guide ?? []).filter((part) => mentions(typed, part.heading, ...part.lines));
	const rulings = info.rulings.filter((one) =>
		mentions(typed, one.name.replaceAll("_", " "), ...one.values.map((value) => `${value.value} ${value.meaning}`)),
	);
	const classes = words
		.map((one) => ({
			...one,
			words: one.words.filter(({ entry, cards }) => mentions(typed, entry.word, entry.usage, entry.gloss, cards.join(" "))),
		}))
		.filter((one) => one.words.length > 0);
	const count = guide.length + rulings.length + classes.reduce((sum, one) => sum + one.words.length, 0);
	const differs = (ruling: GameInfo["rulings"][number]) => new Set(ruling.editions).size > 1;
	return (
		<>
			<search className="rules-search">
				<label className="field">
					<span>Search the rules</span>
					<input
						type="search"
						value={typed}
						onChange={(event) => setTyped(event.target.value)}
						placeholder="haste, draw, a card's name …"
					/>
				</label>
				{info.editions.length > 1 && (
					<label className="field">
						<span>Edition</span>
						<select value={info.edition} onChange={(event) => go(`/rules/${info.name}?edition=${event.target.value}`)}>
							{info.editions.map((one) => (
								<option key={one} value={one}>
									{title(one)}
								</option>
							))}
						</select>
					</label>
				)}
				<p className="hint" role="status">
					{typed.trim() ? (count === 1 ? "1 passage found" : `${count} passages found`) : ""}
				</p>
			</search>
			{!typed.trim() && (
				<nav className="rules-contents" aria-label="Contents">
					{guide.length > 0 && <a href={hrefOfPlace("in-short")}>In short</a>}
					{rulings.length > 0 && <a href={hrefOfPlace("rulings")}>Rulings</a>}
					{classes.map((one) => (
						<a key={one.name} href={hrefOfPlace(`class-${anchor(one.name)}`)}>
							{CLASSES[one.name] ?? title(one.name)}
						</a>
					))}
				</nav>
			)}
			{guide.length > 0 && (
				<section className="box rules-part" aria-labelledby="in-short">
					<h2 id="in-short">In short</h2>
					{guide.map((part) => (
						<div key={part.heading}>
							<h3>{part.heading}</h3>
							<ul>
								{part.lines.map((line) => (
									<li key={line}>
										<Rich text={line} />
									</li>
								))}
							</ul>
						</div>
					))}
					{!typed.trim() && (
						<p>
							<To href={`/learn/${info.name}`} className="button">
								Learn it by playing
							</To>
						</p>
					)}
				</section>
			)}
			{rulings.length > 0 && (
				<section className="box rules-part" aria-labelledby="rulings">
					<h2 id="rulings">Rulings in force</h2>
					<p className="hint">
						{info.editions.length > 1
							? `Where the editions of the game differ, this is how “${title(info.edition)}” plays. Each can be changed for a table of your own.`
							: "What can be played one way or another. Each can be changed for a table of your own."}
					</p>
					<dl className="rulings-list">
						{rulings.map((ruling) => (
							<div key={ruling.name} id={anchor(ruling.name)} tabIndex={-1}>
								<dt>
									<a href={hrefOfPlace(anchor(ruling.name))}>{title(ruling.name)}</a>
								</dt>
								<dd>
									<p>{ruling.values.find((one) => one.value === ruling.value)?.meaning}</p>
									<ul className="hint">
										{ruling.values
											.filter((one) => one.value !== ruling.value)
											.map((one) => (
												<li key={one.value}>
													{differs(ruling) && info.editions.some((_, at) => ruling.editions[at] === one.value)
														? `In ${info.editions
																.filter((_, at) => ruling.editions[at] === one.value)
																.map(title)
																.join(", ")}: `
														: "Or: "}
													{one.meaning}
												</li>
											))}
									</ul>
								</dd>
							</div>
						))}
					</dl>
				</section>
			)}
			{classes.map((one) => (
				<section key={one.name} className="box rules-part" aria-labelledby={`class-${anchor(one.name)}`}>
					<h2 id={`class-${anchor(one.name)}`}>{CLASSES[one.name] ?? title(one.name)}</h2>
					<dl className="words">
						{one.words.map(({ entry, cards, id }) => (
							<div key={`${entry.word} ${entry.usage}`} {...(id ? { id, tabIndex: -1 } : {})}>
								<dt>
									{id ? <a href={hrefOfPlace(id)}>{capital(entry.heading)}</a> : capital(entry.heading)}
									{entry.usage !== entry.heading && <code>{entry.usage}</code>}
								</dt>
								<dd>
									{entry.gloss}
									{cards.length > 0 && <Users cards={cards} game={info.name} />}
								</dd>
							</div>
						))}
					</dl>
				</section>
			))}
			{count === 0 && <p className="lead">Nothing found. Try fewer words.</p>}
		</>
	);
}

function Users({ cards }: { cards: string[]; game: string }) {
	return (
		<details className="users">
			<summary>{cards.length === 1 ? "1 card" : `${cards.length} cards`}</summary>
			<p>{cards.join(", ")}</p>
		</details>
	);
}

/** What the parts of the glossary are called. */
const CLASSES: Record<string, string> = {
	kind: "Kinds of cards",
	keyword: "Keywords",
	trigger: "When something happens",
	verb: "What cards do",
	noun: "What cards refer to",
	adjective: "How cards are told apart",
	condition: "Conditions",
	amount: "Numbers",
	zone: "Places",
	tail: "How, when and for how long",
	term: "Words of the rules",
};
