// A table that waits: its code for those who sit there, a seat and a deck for those who come.
import { useEffect, useState } from "react";
import { go, linkTo } from "../lib/router";
import { clockWords, gameTitle, seatedWords, title } from "../lib/words";
import * as api from "../net/api";
import { tableCards } from "../net/cards";
import { deckRequest } from "../net/decks";
import type { PlayableCards, Seat, Table } from "../protocol/messages";
import { SetChanges } from "../workshop/SetChanges";
import { DeckSelect, useGameInfo } from "./choices";
import { Page } from "./Page";
import { Scene } from "./Scene";

type Props = { table: Table; seats?: Seat[]; changed?: (table: Table) => void; joined?: () => void };

/** The lobby. */
export function Lobby({ table, seats, changed, joined }: Props) {
	const shipped = useGameInfo(table.own_cards ? undefined : table.game, table.edition, table.rulings);
	const cards = useTableCards(table);
	const info = cards?.info ?? shipped;
	const [deck, setDeck] = useState("random");
	const [trouble, setTrouble] = useState<string | undefined>();
	const [copied, setCopied] = useState(false);
	const outside = seats === undefined;
	const fail = (error: unknown) => setTrouble(error instanceof Error ? error.message : String(error));
	useEffect(() => {
		// Who sits here hears of everything; who does not asks now and then.
		if (!outside || !changed) return;
		const timer = setInterval(() => {
			api
				.table(table.code)
				.then((now) => {
					changed(now);
					if (now.stage !== "waiting") joined?.();
				})
				.catch(() => undefined);
		}, 3000);
		return () => clearInterval(timer);
	}, [outside, changed, joined, table.code]);
	const link = linkTo(`/t/${table.code}`);
	const rules = Object.entries(table.rulings);
	return (
		<Page title={outside ? `Join a game of ${info?.title ?? gameTitle(table.game)}` : "Waiting for a rival"}>
			<div className={`banner-scene game-${table.game}`}>
				<Scene game={table.game} />
			</div>
			{!outside && (
				<section className="box invite" aria-labelledby="code">
					<h2 id="code">Send this code to your rival</h2>
					<p className="code" data-testid="code">
						{table.code}
					</p>
					<p className="hint">{link}</p>
					<p className="buttons">
						<button
							type="button"
							className="button primary"
							onClick={() => navigator.clipboard?.writeText(link).then(() => setCopied(true))}
						>
							{copied ? "Copied" : "Copy the link"}
						</button>
						<button
							type="button"
							className="button quiet"
							onClick={() =>
								api
									.leave(table.code)
									.then(() => go("/"))
									.catch(fail)
							}
						>
							Leave the table
						</button>
					</p>
				</section>
			)}
			<section className="box" aria-labelledby="seats">
				<h2 id="seats">At the table</h2>
				<ul className="seats">
					{table.seats.map((seat) => (
						<li key={seat.seat}>
							<span className={`dot ${seat.online ? "on" : "off"}`} aria-hidden="true" />
							<b>{seat.name ?? "Nobody yet"}</b>
							<small>{seatedWords(seat)}</small>
						</li>
					))}
				</ul>
				<p className="hint">
					{info?.title ?? gameTitle(table.game)}, {table.edition} edition · {clockWords(table.clock)}
					{table.spectators ? " · others may watch" : ""}
				</p>
				{rules.length > 0 && (
					<ul className="hint">
						{rules.map(([name, value]) => (
							<li key={name}>
								{title(name)}: {value}
							</li>
						))}
					</ul>
				)}
			</section>
			{cards && (
				<section className="box" aria-labelledby="own-cards">
					<h2 id="own-cards">This table has cards of its own</h2>
					<SetChanges cards={cards} />
				</section>
			)}
			{outside && (
				<section className="box" aria-labelledby="sit">
					<h2 id="sit">Take a seat</h2>
					<DeckSelect info={info} value={deck} onChange={setDeck} label="Your deck" />
					<button
						type="button"
						className="button primary big"
						disabled={table.own_cards !== undefined && !cards}
						onClick={() =>
							api
								.join(table.code, { deck: deckRequest(deck), ...(table.own_cards ? { cards: table.own_cards } : {}) })
								.then(() => joined?.())
								.catch(fail)
						}
					>
						{table.own_cards ? "Agree to these cards, and join" : "Join the game"}
					</button>
				</section>
			)}
			{trouble && (
				<p className="trouble" role="alert">
					{trouble}
				</p>
			)}
		</Page>
	);
}

/** What a table is played with, if somebody wrote its cards. */
function useTableCards({ code, own_cards }: Table): PlayableCards | undefined {
	const [cards, setCards] = useState<PlayableCards | undefined>();
	useEffect(() => {
		if (!own_cards) return;
		let gone = false;
		tableCards({ code, own_cards })
			.then((found) => !gone && setCards(found))
			.catch(() => undefined);
		return () => {
			gone = true;
		};
	}, [code, own_cards]);
	return cards;
}
