// Taking back the last move: at once where nobody has learned anything, else if the rival agrees. Beside the question, never over the mat.
import { seatName } from "../lib/words";
import type { UndoWord } from "../protocol/messages";
import { Icon } from "../ui/Icon";
import { useAt } from "./context";

/** The button, what waits for the rival, or what the rival asks for. */
export function Undo({ undo }: { undo: (say: UndoWord) => void }) {
	const at = useAt();
	const { state, takeBack, question } = at.mine;
	const asker = state.undo;
	if (asker && !at.seats.includes(asker) && at.seats.length > 0) {
		return (
			<div className="offer" role="status">
				<p>
					<Icon name="return-arrow" /> {seatName(at.table, asker)} asks to take back a move.
				</p>
				<button type="button" className="button" onClick={() => undo("accept")}>
					Let them
				</button>
				<button type="button" className="button quiet" onClick={() => undo("decline")}>
					No
				</button>
			</div>
		);
	}
	if (asker && at.seats.includes(asker)) {
		return (
			<p className="take-back hint" role="status">
				{seatName(at.table, asker === "p1" ? "p2" : "p1")} is asked whether you may take back.
			</p>
		);
	}
	// A move that is being declared has its own button beside its options.
	if (!takeBack || question?.take_back) return null;
	return (
		<div className="take-back">
			<button type="button" className="button quiet" onClick={() => undo("ask")}>
				<Icon name="return-arrow" /> {takeBack === "free" ? "Take back the last move" : "Ask to take back"}
			</button>
		</div>
	);
}
