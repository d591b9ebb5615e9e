// The deck builder: cards on one side, the deck on the other; on a phone one after the other. Whether a deck is legal, the server says.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
	change,
	countIn,
	curveBars,
	type Draft,
	deckable,
	draftOf,
	emptyDraft,
	facets,
	filtered,
	kindBars,
	NO_FILTER,
	oneLine,
	size,
	textOf,
} from "../lib/decklist";
import { go } from "../lib/router";
import { gameLabel } from "../lib/words";
import * as api from "../net/api";
import * as decks from "../net/decks";
import { goodBot, useGameInfo } from "../pages/choices";
import { Page } from "../pages/Page";
import type { DeckCheck, DeckRequest, GameInfo, GameSummary } from "../protocol/messages";
import { Icon } from "../ui/Icon";
import { AsText } from "./AsText";
import { CardGrid } from "./CardGrid";
import { CardSheet } from "./CardSheet";
import { DeckPanel } from "./DeckPanel";
import { Filters } from "./Filters";
import { Print } from "./Print";
import { pasted } from "./paste";

/** The page. */
export function Builder({ game: wanted, deck }: { game: string | undefined; deck: string | undefined }) {
	const [games, setGames] = useState<GameSummary[]>([]);
	const [trouble, setTrouble] = useState<string | undefined>();
	useEffect(() => {
		api
			.games()
			.then(setGames)
			.catch((error) => setTrouble(error instanceof Error ? error.message : String(error)));
	}, []);
	const game = games.find((one) => one.name === wanted)?.name ?? games[0]?.name;
	const info = useGameInfo(game);
	return (
		<Page title="Decks" wide>
			<fieldset className="segments builder-games" aria-label="Game">
				{games.map((one) => (
					<label key={one.name} className="segment">
						<input type="radio" name="game" checked={one.name === game} onChange={() => go(`/decks?game=${one.name}`)} />
						<span>{gameLabel(one)}</span>
					</label>
				))}
			</fieldset>
			{trouble && (
				<p className="trouble" role="alert">
					{trouble}
				</p>
			)}
			{info && <Building key={info.name} info={info} first={deck} />}
		</Page>
	);
}

function Building({ info, first }: { info: GameInfo; first: string | undefined }) {
	const [id, setId] = useState<string | undefined>();
	const [draft, setDraft] = useState<Draft>(() => remembered(info.name) ?? emptyDraft());
	const [kept, setKept] = useState<string | undefined>();
	const [filter, setFilter] = useState(NO_FILTER);
	const [shown, show] = useState<string | undefined>();
	const [side, setSide] = useState<"cards" | "deck">("cards");
	const [trouble, setTrouble] = useState<string | undefined>();
	const [busy, setBusy] = useState(false);
	const saved = decks.useSavedDecks(info.name);
	const text = textOf(draft);
	const check = useCheck(info.name, text, size(draft) > 0);
	const all = useMemo(() => deckable(info), [info]);
	const there = useMemo(() => facets(info), [info]);
	const found = useMemo(() => filtered(all, filter), [all, filter]);
	const byName = useMemo(() => new Map(all.map((card) => [card.name, card])), [all]);
	const about = useCallback((name: string) => byName.get(name), [byName]);
	const counts = useMemo(() => new Map(draft.cards), [draft]);
	const step = useCallback((name: string, by: number) => setDraft((now) => change(now, name, by)), []);
	const fail = (error: unknown) => setTrouble(error instanceof Error ? error.message : String(error));
	// What is being built stays, however the page is left.
	useEffect(() => remember(info.name, draft), [info.name, draft]);

	const take = (deck: { id?: string; name: string; cards: readonly string[] }) => {
		const next = draftOf(deck.name, deck.cards);
		setDraft(next);
		setId(deck.id);
		setKept(deck.id ? textOf(next) : undefined);
		setTrouble(undefined);
	};
	const read = async (deck: DeckRequest, from?: string): Promise<DeckCheck | undefined> => {
		try {
			const checked = await api.checkDeck(info.name, deck);
			if (checked.cards.length > 0) take({ ...(from ? { id: from } : {}), name: checked.name, cards: checked.cards });
			return checked;
		} catch (error) {
			fail(error);
			return undefined;
		}
	};
	const paste = async (typed: string): Promise<DeckCheck | undefined> => {
		const text = pasted(typed, [...byName.keys()], [...there.kinds, ...there.types]);
		let found = await read({ text });
		// Lines that cannot be read hide what is wrong with the others: those are read without them.
		const unread = found?.cards.length === 0 ? found.faults.filter((fault) => fault.line !== undefined) : [];
		if (found && unread.length > 0) {
			const rest = text.split("\n").map((line, at) => (unread.some((fault) => fault.line === at + 1) ? "" : line));
			const others = await read({ text: rest.join("\n") });
			if (others) found = { ...others, faults: [...unread, ...others.faults] };
		}
		// The file has the deck's name in a line of its own, above what was pasted.
		const line = (of: number | undefined) => (of && of > 1 ? of - 1 : undefined);
		const faults = found?.faults.map((fault) => ({ ...fault, line: line(fault.line) }));
		return found && { ...found, faults: (faults ?? []).sort((one, two) => (one.line ?? 0) - (two.line ?? 0)) };
	};
	const begin = (value: string) => {
		if (value === "empty") {
			setDraft(emptyDraft());
			setId(undefined);
			setKept(undefined);
		} else if (value.startsWith("saved:")) void read(decks.deckRequest(value), value.slice("saved:".length));
		else void read(value);
	};
	// A link may name the deck to begin with; once, and when the saved ones have come.
	const opened = useRef(false);
	// biome-ignore lint/correctness/useExhaustiveDependencies: once.
	useEffect(() => {
		if (!first || opened.current) return;
		opened.current = true;
		void decks.load().then(() => begin(first));
	}, [first]);
	const save = async () => {
		setBusy(true);
		try {
			const name = oneLine(draft.name) || "My deck";
			const done = await decks.save({ id, game: info.name, name, text });
			setId(done.id);
			setKept(text);
			setTrouble(undefined);
		} catch (error) {
			fail(error);
		}
		setBusy(false);
	};
	const play = async () => {
		setBusy(true);
		try {
			const bot = goodBot(info.bots);
			const table = await api.open({
				game: info.name,
				seats: [
					{ who: "me", deck: { text } },
					{ who: "bot", level: bot },
				],
			});
			go(`/t/${table.code}`);
		} catch (error) {
			fail(error);
			setBusy(false);
		}
	};
	const card = shown === undefined ? undefined : about(shown);
	return (
		<>
			<div className="builder-start">
				<label className="field">
					<span>Start from</span>
					<select value="" onChange={(event) => event.target.value && begin(event.target.value)}>
						<option value="">Start from…</option>
						<option value="empty">An empty deck</option>
						{saved.length > 0 && (
							<optgroup label="Saved decks">
								{saved.map((one) => (
									<option key={one.id} value={`saved:${one.id}`}>
										{one.name}
										{one.where === "browser" ? " (in this browser)" : ""}
									</option>
								))}
							</optgroup>
						)}
						<optgroup label="Ready-made decks">
							{info.decks.map((one) => (
								<option key={one.id} value={one.id}>
									{one.name}
								</option>
							))}
						</optgroup>
						<optgroup label="Random decks">
							<option value="random">Any</option>
							{info.categories.map((one) => (
								<option key={one} value={`random:${one}`}>
									{one}
								</option>
							))}
						</optgroup>
					</select>
				</label>
				<button type="button" className="button" onClick={() => void read("random")}>
					<Icon name="rolling-dices" /> Random deck
				</button>
				{id && (
					<button
						type="button"
						className="button quiet"
						onClick={() =>
							decks
								.remove(id)
								.then(() => {
									setId(undefined);
									setKept(undefined);
								})
								.catch(fail)
						}
					>
						Delete the saved deck
					</button>
				)}
			</div>
			{trouble && (
				<p className="trouble" role="alert">
					{trouble}
				</p>
			)}
			<div className="builder" data-side={side}>
				<div className="builder-cards">
					<Filters facets={there} filter={filter} change={setFilter} found={found.length} all={all.length} />
					<CardGrid info={info} cards={found} count={(name) => counts.get(name) ?? 0} shown={shown} show={show} change={step} />
					{found.length === 0 && <p className="hint">No card is like this. Take a filter away.</p>}
				</div>
				<div className="builder-side">
					<DeckPanel
						draft={draft}
						set={setDraft}
						check={check}
						about={about}
						show={show}
						kinds={kindBars(draft, about)}
						curve={curveBars(draft, about, there.levels.length > 0)}
						curveName={there.levels.length > 0 ? "Levels" : there.numbers === 1 ? "Power" : "Attack"}
						saved={kept === text}
						save={save}
						play={play}
						busy={busy}
						text={
							<>
								{size(draft) > 0 && <Print game={info.name} name={draft.name} text={text} />}
								<AsText text={text} name={draft.name} read={paste} />
							</>
						}
					/>
				</div>
			</div>
			{card && (
				<CardSheet card={card} info={info} count={countIn(draft, card.name)} change={step} close={() => show(undefined)} />
			)}
			<div className="builder-tabs">
				<button type="button" aria-pressed={side === "cards"} onClick={() => setSide("cards")}>
					Cards
				</button>
				<button type="button" aria-pressed={side === "deck"} onClick={() => setSide("deck")}>
					Deck ({size(draft)}) {check && !check.legal && <span className="sr">, not legal yet</span>}
				</button>
			</div>
		</>
	);
}

/** What the server says of a deck, a moment after the last change. */
function useCheck(game: string, text: string, asks: boolean): DeckCheck | undefined {
	const [check, setCheck] = useState<{ text: string; found: DeckCheck } | undefined>();
	useEffect(() => {
		if (!asks) return;
		let gone = false;
		const timer = setTimeout(() => {
			api
				.checkDeck(game, { text })
				.then((found) => !gone && setCheck({ text, found }))
				.catch(() => undefined);
		}, 200);
		return () => {
			gone = true;
			clearTimeout(timer);
		};
	}, [game, text, asks]);
	return check?.text === text ? check.found : undefined;
}

function remembered(game: string): Draft | undefined {
	try {
		const kept = JSON.parse(localStorage.getItem(`playmat.draft.${game}`) ?? "null") as Draft | null;
		return kept && Array.isArray(kept.cards) ? kept : undefined;
	} catch {
		return undefined;
	}
}

function remember(game: string, draft: Draft): void {
	try {
		localStorage.setItem(`playmat.draft.${game}`, JSON.stringify(draft));
	} catch {
		// A browser that keeps nothing forgets the draft.
	}
}
