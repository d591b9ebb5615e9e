// A match with the cards on the bench: against a bot with the new card in the opening hand, or at a table with a code.
import { useState } from "react";
import { go } from "../lib/router";
import * as api from "../net/api";
import { BotSelect, goodBot } from "../pages/choices";
import type { GameCard, GameInfo, PlayableCards, SeatRequest } from "../protocol/messages";
import { type Desk, playable } from "./ask";
import { SetChanges } from "./SetChanges";

type Props = {
	desk: Desk;
	info: GameInfo;
	/** The card at the cursor. */
	card: GameCard | undefined;
	/** How many things are wrong. */
	wrong: number;
	name: string;
};

/** The part of the bench where one begins to play. */
export function Play({ desk, info, card, wrong, name }: Props) {
	const [level, setLevel] = useState(goodBot(info.bots));
	const [busy, setBusy] = useState(false);
	const [trouble, setTrouble] = useState<string | undefined>();
	const [seen, see] = useState<PlayableCards | undefined>();
	const doing = async (what: () => Promise<void>) => {
		setBusy(true);
		setTrouble(undefined);
		try {
			await what();
		} catch (error) {
			setTrouble(error instanceof Error ? error.message : String(error));
		}
		setBusy(false);
	};
	const open = (seats: [SeatRequest, SeatRequest]) =>
		doing(async () => {
			const table = await api.open({ game: desk.game, seats, cards: desk.own });
			go(`/t/${table.code}`);
		});
	const inDecks = card && !card.token && !card.generated;
	return (
		<section className="box workshop-play" aria-labelledby="play">
			<h2 id="play">Play</h2>
			{wrong > 0 && <p className="hint">Mend what is wrong first: only cards without mistakes are played.</p>}
			<BotSelect bots={info.bots} value={level} onChange={setLevel} />
			<p className="buttons">
				<button
					type="button"
					className="button primary"
					disabled={busy || wrong > 0 || !inDecks}
					onClick={() =>
						card &&
						open([
							{ who: "me", deck: { try: card.name } },
							{ who: "bot", level },
						])
					}
				>
					Try {inDecks ? card.name : "a card"} against a bot
				</button>
				<button
					type="button"
					className="button"
					disabled={busy || wrong > 0}
					onClick={() => open([{ who: "me" }, { who: "open" }])}
				>
					Open a table with a code
				</button>
				<button
					type="button"
					className="button quiet"
					disabled={busy || wrong > 0}
					onClick={() => doing(async () => see(await playable(desk)))}
				>
					What is new
				</button>
			</p>
			<p className="hint">
				The card is in your opening hand. These matches change no rating, and their records carry the cards of <i>{name}</i>: they
				can be verified and replayed anywhere.
			</p>
			{trouble && (
				<p className="trouble" role="alert">
					{trouble}
				</p>
			)}
			{seen && <SetChanges cards={seen} />}
		</section>
	);
}
