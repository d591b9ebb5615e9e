// A search over all cards, of one game or of all. The address is the search, so that a link leads to the same cards.
import { useEffect, useState } from "react";
import { CardFace } from "../cards/CardFace";
import { go } from "../lib/router";
import { gameLabel } from "../lib/words";
import * as api from "../net/api";
import type { FoundCards, GameCard, GameInfo, GameSummary } from "../protocol/messages";
import { cardAt } from "./CardPage";
import { Page, To } from "./Page";
import "./cards.css";

/** So many faces are drawn at first. */
const MANY = 60;
/** After so many milliseconds without a key it is looked for. */
const CALM = 250;

type Found = { info: GameInfo; cards: GameCard[] };

/** Searches to try, made of what this game's cards have: those that find something and leave something out. */
function examples(cards: readonly GameCard[]): string[] {
	const quoted = (word: string) => (/^[\w-]+$/.test(word) ? word.toLowerCase() : `"${word.toLowerCase()}"`);
	const kind = most(cards.map((card) => card.kind.replace(/^(token|generated) /, "")));
	const keyword = most(cards.flatMap((card) => card.keywords).filter((word) => !/\d/.test(word)));
	const category = most(cards.map((card) => card.category ?? undefined));
	const type = most(cards.map((card) => card.type ?? undefined).filter((type) => type !== kind));
	const level = cards.some((card) => card.level);
	const numbers = cards.find((card) => card.stats)?.stats?.match(/\d+/g)?.length ?? 0;
	return [
		kind && `t:${quoted(kind)}${level ? " level>=3" : numbers > 1 ? " atk>=3" : ""}`,
		keyword && `keyword:${quoted(keyword)}`,
		cards.some((card) => card.text.some((line) => /\bdraw 2\b/.test(line))) ? 'text:"draw 2"' : 'text:"draw"',
		cards.some((card) => card.token) && "is:token",
		category ? `c:${quoted(category)} -t:${quoted(kind ?? "")}` : type && `t:${quoted(type)}`,
	].filter((one) => typeof one === "string");
}

/** The word that is there most often. */
function most(words: readonly (string | undefined)[]): string | undefined {
	const counts = new Map<string, number>();
	for (const word of words) if (word) counts.set(word, (counts.get(word) ?? 0) + 1);
	return [...counts].sort((one, two) => two[1] - one[1])[0]?.[0];
}

/** The page. */
export function CardSearch({ game, search }: { game: string | undefined; search: string }) {
	const [games, setGames] = useState<GameSummary[]>([]);
	const [typed, type] = useState(search);
	const [found, setFound] = useState<Found[] | undefined>();
	const [trouble, setTrouble] = useState<string | undefined>();
	const [most, setMost] = useState(MANY);
	useEffect(() => {
		api
			.games()
			.then(setGames)
			.catch((error) => setTrouble(error instanceof Error ? error.message : String(error)));
	}, []);
	useEffect(() => type(search), [search]);
	// What is typed becomes the address; what was looked for before is not gone back to letter by letter.
	useEffect(() => {
		if (typed === search) return;
		const timer = setTimeout(() => {
			window.history.replaceState(null, "", addressOf(game, typed));
			window.dispatchEvent(new PopStateEvent("popstate"));
		}, CALM);
		return () => clearTimeout(timer);
	}, [typed, search, game]);
	const wanted = games
		.filter((one) => (game ? one.name === game : !one.example))
		.map((one) => one.name)
		.join(" ");
	useEffect(() => {
		if (!wanted) return;
		let gone = false;
		setMost(MANY);
		Promise.all(wanted.split(" ").map((one) => look(one, search)))
			.then((all) => {
				if (gone) return;
				setFound(all);
				setTrouble(undefined);
			})
			.catch((error) => !gone && setTrouble(error instanceof Error ? error.message : String(error)));
		return () => {
			gone = true;
		};
	}, [wanted, search]);
	const about = found?.filter(({ info }) => !game || info.name === game) ?? [];
	const tries = examples(about.flatMap(({ info }) => info.cards));
	const count = found?.reduce((sum, one) => sum + one.cards.length, 0);
	return (
		<Page title="Cards" wide>
			<fieldset className="segments builder-games" aria-label="Game">
				{[undefined, ...games].map((one) => (
					<label key={one?.name ?? ""} className="segment">
						<input type="radio" name="game" checked={one?.name === game} onChange={() => go(addressOf(one?.name, typed))} />
						<span>{one ? gameLabel(one) : "All games"}</span>
					</label>
				))}
			</fieldset>
			<label className="field card-search">
				<span>Search</span>
				<input
					type="search"
					value={typed}
					maxLength={300}
					placeholder={tries.slice(0, 2).join(" ")}
					onChange={(event) => type(event.target.value)}
				/>
			</label>
			<p className="hint card-examples">
				Words are looked for in names and texts. Or try{" "}
				{tries.map((one) => (
					<button key={one} type="button" className="chip" onClick={() => type(one)}>
						{one}
					</button>
				))}
			</p>
			{trouble && (
				<p className="trouble" role="alert">
					{trouble}
				</p>
			)}
			<p role="status" className="card-count">
				{count !== undefined && (count === 1 ? "1 card" : `${count} cards`)}
			</p>
			<ul className="card-results">
				{found
					?.flatMap(({ info, cards }) => cards.map((card) => ({ info, card })))
					.slice(0, most)
					.map(({ info, card }) => (
						<li key={`${info.name} ${card.kind} ${card.name}`}>
							<To href={cardAt(info.name, card.name)}>
								<span className="card" aria-hidden="true">
									<CardFace card={{ card: card.name, owner: "p1" }} printed={card} game={info.name} />
								</span>
								<span className="sr">{card.name}</span>
							</To>
						</li>
					))}
			</ul>
			{count !== undefined && count > most && (
				<p className="buttons">
					<button type="button" className="button" onClick={() => setMost(most + 2 * MANY)}>
						Show more
					</button>
				</p>
			)}
		</Page>
	);
}

const addressOf = (game: string | undefined, search: string): string =>
	`/cards${game ? `/${game}` : ""}${search.trim() ? `?q=${encodeURIComponent(search)}` : ""}`;

async function look(game: string, search: string): Promise<Found> {
	const address = `/api/games/${encodeURIComponent(game)}/find?q=${encodeURIComponent(search)}`;
	const [info, { cards }] = await Promise.all([api.gameInfo(game), api.ask<FoundCards>("GET", address)]);
	const names = new Set(cards);
	return { info, cards: info.cards.filter((card) => names.has(card.name)) };
}
