// The workshop: card files on one side, the cards as they will look on the other, and a match with them one button away.
import { useEffect, useState } from "react";
import { go } from "../lib/router";
import { gameLabel } from "../lib/words";
import * as api from "../net/api";
import { shippedFiles } from "../net/cards";
import { useGameInfo } from "../pages/choices";
import { Page, To } from "../pages/Page";
import type { CardFile, GameSummary } from "../protocol/messages";
import { read } from "./ask";
import { Bench } from "./Bench";
import { type Draft, discard, drafts, example, freeName, keep, newDraft, readDraft } from "./drafts";
import "./workshop.css";

/** The page: one draft, or all of them and how to begin another. */
export function Workshop({ draft: wanted }: { draft: string | undefined }) {
	const [games, setGames] = useState<GameSummary[]>([]);
	const [trouble, setTrouble] = useState<string | undefined>();
	const fail = (error: unknown) => setTrouble(error instanceof Error ? error.message : String(error));
	// biome-ignore lint/correctness/useExhaustiveDependencies: once.
	useEffect(() => {
		api.games().then(setGames).catch(fail);
	}, []);
	const draft = wanted ? drafts().find((one) => one.id === wanted) : undefined;
	if (draft) return <OneDraft key={draft.id} draft={draft} />;
	return (
		<Page title="Workshop">
			<p className="lead">Write a card as a sentence, see it, and play it at once.</p>
			{wanted && <p className="trouble">This browser has no such draft: drafts are kept where they were written.</p>}
			{trouble && (
				<p className="trouble" role="alert">
					{trouble}
				</p>
			)}
			<Begin games={games} fail={fail} />
			<Kept />
		</Page>
	);
}

type From = "add" | "copy" | "nothing";

const WAYS: { from: From; name: string; line: string }[] = [
	{
		from: "add",
		name: "Add cards to the game",
		line: "All shipped cards are there; yours come in a file of their own, and theirs can be changed.",
	},
	{
		from: "copy",
		name: "Work on a copy of its cards",
		line: "All files are yours: what the game's own cards become later changes nothing.",
	},
	{ from: "nothing", name: "Begin with nothing", line: "An empty file. A match needs enough cards for a deck." },
];

function Begin({ games, fail }: { games: GameSummary[]; fail: (error: unknown) => void }) {
	const [game, setGame] = useState("");
	const [from, setFrom] = useState<From>("add");
	const [busy, setBusy] = useState(false);
	const chosen = games.find((one) => one.name === game) ?? games[0];
	const begin = async () => {
		if (!chosen) return;
		setBusy(true);
		try {
			const shipped = await shippedFiles(chosen.name);
			const draft = await begun(chosen, from, shipped);
			if (!keep(draft))
				throw new Error("This browser keeps nothing for this page, so a draft would be lost. Allow it to, and try again.");
			go(`/workshop?draft=${draft.id}`);
		} catch (error) {
			fail(error);
			setBusy(false);
		}
	};
	const open = async (file: File) => {
		const text = await file.text();
		const whole = readDraft(text);
		if (!whole && !chosen) return;
		const name = file.name.replace(/\.cards$/, "").replace(/[^\p{L}\p{N}_ -]/gu, "-");
		const draft = whole
			? { ...whole, id: crypto.randomUUID(), at: Date.now() }
			: newDraft(chosen?.name ?? "", name, true, [{ name: `${name || "mine"}.cards`, text }]);
		if (keep(draft)) go(`/workshop?draft=${draft.id}`);
	};
	return (
		<section className="box" aria-labelledby="begin">
			<h2 id="begin">Begin</h2>
			<fieldset className="segments builder-games" aria-label="Game">
				{games.map((one) => (
					<label key={one.name} className="segment">
						<input type="radio" name="game" checked={one === chosen} onChange={() => setGame(one.name)} />
						<span>{gameLabel(one)}</span>
					</label>
				))}
			</fieldset>
			<fieldset className="workshop-ways" aria-label="Where to begin">
				{WAYS.map((way) => (
					<label key={way.from} className="workshop-way">
						<input type="radio" name="from" checked={way.from === from} onChange={() => setFrom(way.from)} />
						<span>
							<b>{way.name}</b> <small>{way.line}</small>
						</span>
					</label>
				))}
			</fieldset>
			<p className="buttons">
				<button type="button" className="button primary big" disabled={!chosen || busy} onClick={begin}>
					Begin
				</button>
				<label className="button quiet workshop-open">
					Open a file
					<input
						type="file"
						className="sr"
						accept=".cards,.json,text/plain"
						onChange={(event) => event.target.files?.[0] && open(event.target.files[0]).catch(fail)}
					/>
				</label>
			</p>
		</section>
	);
}

/** A new draft with something in it, so that nobody begins before an empty page. */
async function begun(game: GameSummary, from: From, shipped: CardFile[]): Promise<Draft> {
	const name = freeName(shipped);
	if (from === "copy") return newDraft(game.name, `My ${game.title}`, false, shipped);
	const first = shipped[0];
	const desk = { game: game.name, own: { shipped: true, files: [] }, all: shipped };
	const card = first && (await read(desk, first.name)).cards[0];
	const text = example(first, card && { name: card.card.name, from: card.from, to: card.to });
	return newDraft(game.name, from === "add" ? `${game.title} and more` : "My set", from === "add", [{ name, text }]);
}

/** The drafts of this browser. */
function Kept() {
	const [all, setAll] = useState(drafts);
	const [sure, setSure] = useState<string | undefined>();
	if (all.length === 0) return null;
	return (
		<section className="box" aria-labelledby="kept">
			<h2 id="kept">Your drafts</h2>
			<p className="hint">They are kept in this browser.</p>
			<ul className="workshop-drafts">
				{all.map((draft) => (
					<li key={draft.id}>
						<To href={`/workshop?draft=${draft.id}`}>{draft.name}</To>
						<small>
							{draft.game} · {new Date(draft.at).toLocaleString()}
						</small>
						<button
							type="button"
							className="button quiet"
							onClick={() => {
								if (sure !== draft.id) return setSure(draft.id);
								discard(draft.id);
								setAll(drafts());
							}}
						>
							{sure === draft.id ? "Really throw it away?" : "Throw away"}
							<span className="sr"> {draft.name}</span>
						</button>
					</li>
				))}
			</ul>
		</section>
	);
}

function OneDraft({ draft }: { draft: Draft }) {
	const info = useGameInfo(draft.game);
	const [shipped, setShipped] = useState<CardFile[] | undefined>();
	const [trouble, setTrouble] = useState<string | undefined>();
	useEffect(() => {
		shippedFiles(draft.game)
			.then(setShipped)
			.catch((error) => setTrouble(error instanceof Error ? error.message : String(error)));
	}, [draft.game]);
	if (info && shipped) return <Bench first={draft} info={info} shipped={shipped} />;
	return (
		<Page title="Workshop" wide>
			{trouble && (
				<p className="trouble" role="alert">
					{trouble}
				</p>
			)}
		</Page>
	);
}
