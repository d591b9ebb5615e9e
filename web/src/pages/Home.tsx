// Home: a game with one click; everything else below.
import { useCallback, useEffect, useState } from "react";
import { go, ON_SITE } from "../lib/router";
import { clockWords, gameTitle, seatedWords, tableCode, title } from "../lib/words";
import * as api from "../net/api";
import { deckRequest } from "../net/decks";
import { useMe, whoAmI } from "../net/me";
import type { GameSummary, Me, Table } from "../protocol/messages";
import { Icon } from "../ui/Icon";
import { BotSelect, DeckSelect, goodBot, useGameInfo } from "./choices";
import { PageBar, PageFoot, To } from "./Page";
import { QuickMatch } from "./QuickMatch";
import { Scene } from "./Scene";

/** What a game is about, in a breath. */
const ABOUT: Record<string, { line: string; time: string }> = {
	"food-chain": {
		line: "Raise prey, feed it to your predators, and strike. One card a turn.",
		time: "5 to 10 minutes",
	},
	skirmish: {
		line: "Five terrains, best of three. Your hand has to last: know when to stop.",
		time: "5 minutes",
	},
	strata: {
		line: "Stack creatures to level them up, set magic face down, answer in chains.",
		time: "20 minutes",
	},
};

/** The home page. */
export function Home() {
	const [games, setGames] = useState<GameSummary[] | undefined>();
	const me = useMe();
	const tables = useTables(me);
	const [trouble, setTrouble] = useState<string | undefined>();
	useEffect(() => {
		const fail = (error: unknown) => setTrouble(error instanceof Error ? error.message : String(error));
		api.games().then(setGames).catch(fail);
		whoAmI().catch(fail);
	}, []);
	return (
		<div className="page home">
			<PageBar />
			<main className="home-main">
				<div className="hero">
					<h1>A card game in a minute</h1>
					<p className="lead">Pick a game and press Play. A bot is ready, and the rules explain themselves as you go.</p>
				</div>
				{trouble && (
					<p className="trouble" role="alert">
						{trouble}
					</p>
				)}
				<ul className="games" aria-label="Games">
					{(games ?? [])
						.filter((game) => !game.example)
						.map((game) => (
							<Game key={game.name} game={game} failed={setTrouble} />
						))}
				</ul>
				<div className="home-side">
					<section className="box" aria-labelledby="mine">
						<h2 id="mine">Your tables</h2>
						{tables.mine.length > 0 ? (
							<TableList tables={tables.mine} word={() => "Go on"} />
						) : (
							<p className="hint">Matches that you have begun wait here.</p>
						)}
						{tables.closed.length > 0 && <Closed tables={tables.closed} look={tables.look} />}
					</section>
					<section className="box" aria-labelledby="more">
						<h2 id="more">More ways to play</h2>
						<div className="side-buttons">
							<To href="/new" className="button">
								<Icon name="card-pick" /> New table
							</To>
							<To href="/new?kind=hot-seat" className="button quiet">
								<Icon name="shaking-hands" /> Two players, one screen
							</To>
							<To href="/replay" className="button quiet">
								<Icon name="clockwise-rotation" /> Open a replay
							</To>
						</div>
					</section>
					{!ON_SITE && <JoinByCode />}
				</div>
				{!ON_SITE && (
					<section className="box home-public" aria-labelledby="public">
						<h2 id="public">Public tables</h2>
						{tables.others.length === 0 ? (
							<p className="hint">Nobody is waiting right now. Open a public table, and it is listed here.</p>
						) : (
							<TableList tables={tables.others} word={(table) => (table.stage === "waiting" ? "Join" : "Watch")} />
						)}
					</section>
				)}
				<Examples games={(games ?? []).filter((game) => game.example)} failed={setTrouble} />
			</main>
			<PageFoot />
		</div>
	);
}

function Game({ game, failed }: { game: GameSummary; failed: (sentence: string) => void }) {
	const about = ABOUT[game.name];
	const key = `playmat.quick.${game.name}`;
	const [quick, setQuick] = useState(() => remembered(key, { deck: "random", level: goodBot(game.bots) }));
	const [busy, setBusy] = useState(false);
	const change = (part: Partial<typeof quick>) => {
		const next = { ...quick, ...part };
		setQuick(next);
		remember(key, next);
	};
	const level = game.bots.includes(quick.level) ? quick.level : goodBot(game.bots);
	const start = async () => {
		setBusy(true);
		try {
			// A ready-made deck may be gone since it was chosen.
			const random = /^(random|saved:)/.test(quick.deck);
			const known = random || (await api.gameInfo(game.name)).decks.some((one) => one.id === quick.deck);
			await play(game.name, known ? quick.deck : "random", level);
		} catch (error) {
			failed(error instanceof Error ? error.message : String(error));
			setBusy(false);
		}
	};
	return (
		<li className={`game game-${game.name}`}>
			<Scene game={game.name} />
			<div className="game-words">
				<h2>{game.title}</h2>
				<p>{about?.line ?? "Another game on the same table."}</p>
				<div className="game-plays">
					<button type="button" className="button primary big" onClick={start} disabled={busy}>
						{busy ? "Dealing…" : "Play"} <span className="play-name">{game.title}</span>
					</button>
					{!ON_SITE && <QuickMatch game={game.name} deck={deckRequest(quick.deck)} />}
				</div>
				<Choices game={game} time={about?.time} quick={{ ...quick, level }} change={change} />
				<p className="game-links">
					<To href={`/learn/${game.name}`}>
						Tutorial<span className="sr"> for {game.title}</span>
					</To>
					<To href={`/rules/${game.name}`}>
						Rules<span className="sr"> of {game.title}</span>
					</To>
					<To href={`/new?game=${game.name}`}>
						All options<span className="sr"> for {game.title}</span>
					</To>
				</p>
			</div>
		</li>
	);
}

/** Opens a table with a bot and goes there. */
async function play(game: string, deck: string, level: string): Promise<void> {
	const table = await api.open({
		game,
		seats: [
			{ who: "me", deck: deckRequest(deck) },
			{ who: "bot", level },
		],
	});
	go(`/t/${table.code}`);
}

/** The example games: small, without ratings, lessons and quick matches. */
function Examples({ games, failed }: { games: GameSummary[]; failed: (sentence: string) => void }) {
	const [busy, setBusy] = useState(false);
	if (games.length === 0) return null;
	const start = (game: GameSummary) => {
		setBusy(true);
		play(game.name, "random", goodBot(game.bots)).catch((error) => {
			failed(error instanceof Error ? error.message : String(error));
			setBusy(false);
		});
	};
	return (
		<section className="box home-examples" aria-labelledby="examples">
			<h2 id="examples">Examples</h2>
			<p className="hint">Small games to learn from when you write your own. Nobody is rated in them.</p>
			<ul className="tables">
				{games.map((game) => (
					<li key={game.name}>
						<span className="tables-who">
							{game.title}
							<small>
								<To href={`/rules/${game.name}`}>
									Rules<span className="sr"> of {game.title}</span>
								</To>{" "}
								·{" "}
								<To href={`/new?game=${game.name}`}>
									All options<span className="sr"> for {game.title}</span>
								</To>
							</small>
						</span>
						<button type="button" className="button quiet" onClick={() => start(game)} disabled={busy}>
							Play <span className="sr">{game.title}</span>
						</button>
					</li>
				))}
			</ul>
		</section>
	);
}

type Quick = { deck: string; level: string };

/** The deck and the bot of a quick game. What there is to choose from is asked for when somebody wants to choose. */
function Choices({
	game,
	time,
	quick,
	change,
}: {
	game: GameSummary;
	time: string | undefined;
	quick: Quick;
	change: (part: Partial<Quick>) => void;
}) {
	const [open, setOpen] = useState(false);
	const info = useGameInfo(open ? game.name : undefined);
	return (
		<details className="game-more" onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>
				<span>
					{time ?? "Some minutes"} · {title(quick.level)} bot
				</span>
				<b>
					Change<span className="sr"> the deck or the bot</span>
				</b>
			</summary>
			<DeckSelect info={info} value={quick.deck} onChange={(deck) => change({ deck })} label="Your deck" />
			<BotSelect bots={game.bots} value={quick.level} onChange={(level) => change({ level })} />
		</details>
	);
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
function useTables(me: Me | undefined): { mine: Table[]; closed: Table[]; others: Table[]; look: () => void } {
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
	return {
		mine: mine.filter((table) => table.stage !== "over"),
		closed: mine.filter((table) => table.closed),
		others: open.filter((table) => !mine.some((one) => one.code === table.code)),
		look,
	};
}

/** Tables whose match could not go on: why, until their player has seen it. */
function Closed({ tables, look }: { tables: Table[]; look: () => void }) {
	return (
		<ul className="tables" aria-label="Closed tables">
			{tables.map((table) => (
				<li key={table.code}>
					<span className="tables-who">
						<Players table={table} />
						<small>{table.closed}</small>
					</span>
					<button type="button" className="button quiet" onClick={() => api.leave(table.code).then(look, look)}>
						I see<span className="sr">: table {table.code}</span>
					</button>
				</li>
			))}
		</ul>
	);
}

function Players({ table }: { table: Table }) {
	return <>{table.seats.map((seat) => seat.name ?? seatedWords(seat)).join(" – ")}</>;
}

function TableList({ tables, word }: { tables: Table[]; word: (table: Table) => string }) {
	return (
		<ul className="tables">
			{tables.map((table) => (
				<li key={table.code}>
					<span className="tables-who">
						<Players table={table} />
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
