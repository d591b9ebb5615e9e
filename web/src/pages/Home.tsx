// Home: a game with one click; everything else below.
import { useCallback, useEffect, useState } from "react";
import { CardFace } from "../cards/CardFace";
import { printed } from "../cards/looks";
import { go } from "../lib/router";
import { clockWords, gameTitle, seatedWords, tableCode } from "../lib/words";
import * as api from "../net/api";
import { deckRequest } from "../net/decks";
import { useMe, whoAmI } from "../net/me";
import type { GameCard, GameInfo, GameSummary, Me, Table } from "../protocol/messages";
import { Icon } from "../ui/Icon";
import { BotSelect, DeckSelect, goodBot, useGameInfo } from "./choices";
import { To, Who } from "./Page";
import { QuickMatch } from "./QuickMatch";

/** What a game is about, in a breath. */
const ABOUT: Record<string, { line: string; time: string }> = {
	"food-chain": {
		line: "Raise prey, feed them to predators, and strike. One card a turn, ten lives, no mercy.",
		time: "5 to 10 minutes",
	},
	skirmish: {
		line: "Five terrains, best of three. Your hand is all you have: know when to stop.",
		time: "5 minutes",
	},
	strata: {
		line: "Level creatures up by stacking them, set magic face down, and answer in chains.",
		time: "20 minutes",
	},
};

/** The home page. */
export function Home() {
	const [games, setGames] = useState<GameSummary[] | undefined>();
	const me = useMe();
	const [trouble, setTrouble] = useState<string | undefined>();
	useEffect(() => {
		const fail = (error: unknown) => setTrouble(error instanceof Error ? error.message : String(error));
		api.games().then(setGames).catch(fail);
		whoAmI().catch(fail);
	}, []);
	return (
		<div className="page home">
			<header className="page-bar">
				<To href="/" className="brand">
					<img src="/mark.svg" alt="" width="32" height="32" />
					<span>Playmat</span>
				</To>
				<nav aria-label="Pages">
					<To href="/learn">Learn</To>
					<To href="/decks">Decks</To>
					<Who />
					<To href="/settings">
						<Icon name="settings-knobs" /> <span className="nav-word">Settings</span>
					</To>
				</nav>
			</header>
			<main className="page-main wide">
				<div className="hero">
					<h1>A card game in a minute</h1>
					<p className="lead">Pick a game and press play: a bot is waiting, the rules explain themselves as you go.</p>
				</div>
				{trouble && (
					<p className="trouble" role="alert">
						{trouble}
					</p>
				)}
				<ul className="games" aria-label="Games">
					{(games ?? []).map((game) => (
						<Game key={game.name} game={game} failed={setTrouble} />
					))}
				</ul>
				<div className="ways">
					<JoinByCode />
					<section className="box" aria-labelledby="together">
						<h2 id="together">Play with somebody</h2>
						<p>Open a table and send its code, or share this screen.</p>
						<p className="buttons">
							<To href="/new?kind=open" className="button">
								Open a table
							</To>
							<To href="/new?kind=hot-seat" className="button quiet">
								One screen, two players
							</To>
						</p>
					</section>
				</div>
				<Tables me={me} />
			</main>
			<footer className="page-foot">
				<To href="/credits">Credits and licences</To>
			</footer>
		</div>
	);
}

function Game({ game, failed }: { game: GameSummary; failed: (sentence: string) => void }) {
	const info = useGameInfo(game.name);
	const about = ABOUT[game.name];
	const key = `playmat.quick.${game.name}`;
	const [quick, setQuick] = useState(() => remembered(key, { deck: "random", level: goodBot(game.bots) }));
	const [busy, setBusy] = useState(false);
	const change = (part: Partial<typeof quick>) => {
		const next = { ...quick, ...part };
		setQuick(next);
		remember(key, next);
	};
	const known = /^(random|saved:)/.test(quick.deck) || info?.decks.some((one) => one.id === quick.deck);
	const deck = deckRequest(known ? quick.deck : "random");
	const start = async () => {
		setBusy(true);
		try {
			const level = game.bots.includes(quick.level) ? quick.level : goodBot(game.bots);
			const table = await api.open({
				game: game.name,
				seats: [
					{ who: "me", deck },
					{ who: "bot", level },
				],
			});
			go(`/t/${table.code}`);
		} catch (error) {
			failed(error instanceof Error ? error.message : String(error));
			setBusy(false);
		}
	};
	const cards = info ? samples(info) : [];
	return (
		<li className={`game game-${game.name}`}>
			<div className="game-fan" aria-hidden="true">
				{cards.map((card, index) => (
					<span key={card.name} className="card" style={{ "--off": index - 1 } as React.CSSProperties}>
						<CardFace card={{ card: card.name, owner: "p1" }} printed={card} game={game.name} />
					</span>
				))}
			</div>
			<div className="game-words">
				<h2>{game.title}</h2>
				<p>{about?.line ?? "Another game on the same table."}</p>
				<button type="button" className="button primary big" onClick={start} disabled={busy}>
					{busy ? "Dealing…" : `Play ${game.title}`}
				</button>
				<QuickMatch game={game.name} deck={deck} />
				<p className="game-links">
					<To href={`/learn/${game.name}`}>Tutorial</To>
					<To href={`/rules/${game.name}`}>Rules</To>
				</p>
				<details className="game-more">
					<summary>
						<span>
							{about?.time ?? "Some minutes"} · bot: {quick.level}
						</span>
						<b>Change</b>
					</summary>
					<DeckSelect info={info} value={quick.deck} onChange={(deck) => change({ deck })} label="Your deck" />
					<BotSelect bots={game.bots} value={quick.level} onChange={(level) => change({ level })} />
					<To href={`/new?game=${game.name}`}>All options</To>
				</details>
			</div>
		</li>
	);
}

/** Three cards of ready decks to show what a game looks like: each of another deck, and of another kind as far as there are some. */
function samples(info: GameInfo): GameCard[] {
	const found: GameCard[] = [];
	for (const deck of [...info.decks.filter((_, index) => index % 2 === 1), ...info.decks]) {
		if (found.length === 3) break;
		const cards = deck.cards.map((name) => printed(info, name, false)).filter((card) => card !== undefined);
		const other =
			cards.find((card) => found.every((one) => one.kind !== card.kind)) ?? cards.find((card) => !found.includes(card));
		if (other) found.push(other);
	}
	return found;
}

function JoinByCode() {
	const [typed, setTyped] = useState("");
	const [wrong, setWrong] = useState(false);
	return (
		<section className="box" aria-labelledby="join">
			<h2 id="join">Join by code</h2>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					const code = tableCode(typed);
					setWrong(!code);
					if (code) go(`/t/${code}`);
				}}
			>
				<label className="field">
					<span>Six letters and digits</span>
					<input
						value={typed}
						onChange={(event) => setTyped(event.target.value)}
						placeholder="K7WQ3N"
						autoCapitalize="characters"
						autoComplete="off"
						spellCheck={false}
					/>
				</label>
				<button type="submit" className="button">
					Join
				</button>
			</form>
			{wrong && (
				<p className="trouble" role="alert">
					A code has six letters and digits, like K7WQ3N.
				</p>
			)}
		</section>
	);
}

/** Where I sit, and what can be joined or watched. */
function Tables({ me }: { me: Me | undefined }) {
	const [mine, setMine] = useState<Table[]>([]);
	const [open, setOpen] = useState<Table[]>([]);
	const look = useCallback(() => {
		api
			.publicTables()
			.then(setOpen)
			.catch(() => undefined);
		api
			.myTables()
			.then(setMine)
			.catch(() => undefined);
	}, []);
	useEffect(() => {
		if (!me) return;
		look();
		const timer = setInterval(() => document.visibilityState === "visible" && look(), 5000);
		return () => clearInterval(timer);
	}, [me, look]);
	const going = mine.filter((table) => table.stage !== "over");
	const others = open.filter((table) => !mine.some((one) => one.code === table.code));
	return (
		<>
			{going.length > 0 && (
				<section className="box" aria-labelledby="mine">
					<h2 id="mine">Your tables</h2>
					<TableList tables={going} word={() => "Go on"} />
				</section>
			)}
			<section className="box" aria-labelledby="public">
				<h2 id="public">Public tables</h2>
				{others.length === 0 ? (
					<p className="hint">Nobody waits right now. Open a public table, and it is listed here.</p>
				) : (
					<TableList tables={others} word={(table) => (table.stage === "waiting" ? "Join" : "Watch")} />
				)}
			</section>
		</>
	);
}

function TableList({ tables, word }: { tables: Table[]; word: (table: Table) => string }) {
	return (
		<ul className="tables">
			{tables.map((table) => (
				<li key={table.code}>
					<span className="tables-who">
						{table.seats.map((seat) => seat.name ?? seatedWords(seat)).join(" – ")}
						<small>
							{gameTitle(table.game)} · {table.edition} · {clockWords(table.clock)}
							{table.watching > 0 && ` · ${table.watching} watching`}
						</small>
					</span>
					<To href={`/t/${table.code}`} className="button quiet">
						{word(table)} <span className="sr">table {table.code}</span>
					</To>
				</li>
			))}
		</ul>
	);
}

function remembered<T>(key: string, otherwise: T): T {
	try {
		return { ...otherwise, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<T>) };
	} catch {
		return otherwise;
	}
}

function remember(key: string, value: unknown): void {
	try {
		localStorage.setItem(key, JSON.stringify(value));
	} catch {
		// A browser that keeps nothing asks again.
	}
}
