// What lies over the board for a moment: whose turn it is, news, and a card that is played. Nothing waits for it, nothing moves for it.

import { useEffect, useRef, useState } from "react";
import { CardFace } from "../cards/CardFace";
import { printed } from "../cards/looks";
import { isOf } from "../lib/kinds";
import type { Mine } from "../lib/merge";
import { moving } from "../lib/settings";
import type { Scene } from "../motion/stage";
import type { Seat } from "../protocol/messages";
import { useAt } from "./context";

/** The ribbon or the card. Whoever reads a sheet that lies over the board is not told across it that the turn began. */
export function Ribbon({ scene, reading }: { scene: Scene | undefined; reading: boolean }) {
	const at = useAt();
	const turn = useOwnTurn(at.mine, at.seats);
	if (scene?.is === "card") {
		return (
			<div
				className={`spotlight ${scene.trap ? "spotlight-trap" : ""} ${scene.seat === at.near ? "near" : "far"}`}
				aria-hidden="true"
			>
				<span className="card">
					<CardFace
						card={{ card: scene.name, owner: scene.seat ?? at.near }}
						printed={printed(at.info, scene.name, false)}
						game={at.table.game}
					/>
				</span>
			</div>
		);
	}
	if (scene?.is === "ribbon") {
		return (
			<p className="ribbon" aria-hidden="true">
				<b>{scene.words}</b>
			</p>
		);
	}
	if (turn === undefined || reading) return null;
	return (
		<p key={turn} className={`ribbon ${moving() ? "ribbon-sweeps" : ""}`} aria-hidden="true">
			<b>Your turn</b>
		</p>
	);
}

/** The number of the event with which one's own turn began, for a while. */
function useOwnTurn(mine: Mine, seats: readonly Seat[]): number | undefined {
	const [turn, setTurn] = useState<number | undefined>();
	const seen = useRef({ match: mine.match, number: mine.number });
	useEffect(() => {
		const { match, number } = seen.current;
		seen.current = { match: mine.match, number: mine.number };
		if (match !== mine.match || mine.quiet || seats.length !== 1) return;
		const begun = mine.events.findLast((event) => event.n > number && isOf(event, "turn"));
		if (begun?.seat === seats[0] && begun) setTurn(begun.n);
	}, [mine, seats]);
	useEffect(() => {
		if (turn === undefined) return;
		const timer = setTimeout(() => setTurn(undefined), moving() ? 1500 : 900);
		return () => clearTimeout(timer);
	}, [turn]);
	return turn;
}
