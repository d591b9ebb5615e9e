// Taking back the last move: at once where nobody has learned anything, else if the rival agrees.
import { seatName } from "../lib/words";
import type { UndoWord } from "../protocol/messages";
import { useAt } from "./context";

/** The button, or that the rival is asked. */
export function TakeBack({ undo }: { undo: (say: UndoWord) => void }) {
	const at = useAt();
	const { state, takeBack } = at.mine;
	const asker = state.undo;
	if (asker && at.seats.includes(asker)) {
		return (
			<p className="take-back-asked" role="status">
				{seatName(at.table, asker === "p1" ? "p2" : "p1")} is asked whether you may take back.
			</p>
		);
	}
	if (!takeBack || asker) return null;
	const words = takeBack === "free" ? "Take back the last move" : "Ask to take back";
	return (
		<button type="button" className="mini take-back" data-nav="" title={words} onClick={() => undo("ask")}>
			<span aria-hidden="true">↶</span>
			<span className="sr">{words}</span>
		</button>
	);
}
