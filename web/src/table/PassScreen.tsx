// Hot-seat: nothing of the table is on the page until the other player says to be there.
import { useEffect, useRef } from "react";
import { Board, TERRAINS } from "../art";
import { Back } from "../cards/CardFace";
import { seatName } from "../lib/words";
import type { Seat, Table } from "../protocol/messages";

/** Covers everything. */
export function PassScreen({ table, to, ready }: { table: Table; to: Seat; ready: () => void }) {
	const name = seatName(table, to);
	const button = useRef<HTMLButtonElement>(null);
	useEffect(() => button.current?.focus(), []);
	return (
		<main className="pass">
			<div className="scenery" aria-hidden="true">
				<Board game={table.game} terrains={TERRAINS} />
			</div>
			<div className="pass-card" aria-hidden="true">
				<Back game={table.game} />
			</div>
			<h1>Pass to {name}</h1>
			<p>The cards of the other player are covered. Nobody else should look now.</p>
			<button ref={button} type="button" className="button primary big" onClick={ready}>
				I am {name}, show my cards
			</button>
		</main>
	);
}
