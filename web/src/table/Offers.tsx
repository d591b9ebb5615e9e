// What the rival offers or asks for. It lies over what was said, never over the mat.
import { seatName } from "../lib/words";
import type { ConcessionWord, UndoWord } from "../protocol/messages";
import { Icon } from "../ui/Icon";
import { useAt } from "./context";

type Props = {
	draw: (say: "accept" | "decline") => void;
	concession: (say: ConcessionWord) => void;
	undo: (say: UndoWord) => void;
};

/** All that is open. */
export function Offers({ draw, concession, undo }: Props) {
	const at = useAt();
	const { state } = at.mine;
	const theirs = (seat: typeof state.draw) => (seat && !at.seats.includes(seat) && at.seats.length > 0 ? seat : undefined);
	const [peace, gives, back] = [theirs(state.draw), theirs(state.concession), theirs(state.undo)];
	if (!peace && !gives && !back) return null;
	return (
		<div className="offers">
			{peace && (
				<Offer
					icon="shaking-hands"
					words={`${seatName(at.table, peace)} offers a draw.`}
					yes={["Agree", () => draw("accept")]}
					no={["Play on", () => draw("decline")]}
				/>
			)}
			{gives && (
				<Offer
					icon="flag-objective"
					words={`${seatName(at.table, gives)} offers to concede.`}
					yes={["Accept", () => concession("accept")]}
					no={["Play on", () => concession("decline")]}
				/>
			)}
			{back && (
				<Offer
					icon="return-arrow"
					words={`${seatName(at.table, back)} asks to take back a move.`}
					yes={["Let them", () => undo("accept")]}
					no={["No", () => undo("decline")]}
				/>
			)}
		</div>
	);
}

type OfferProps = { icon: string; words: string; yes: [string, () => void]; no: [string, () => void] };

function Offer({ icon, words, yes, no }: OfferProps) {
	return (
		<div className="offer" role="status">
			<p>
				<Icon name={icon} /> {words}
			</p>
			<button type="button" className="button" onClick={yes[1]}>
				{yes[0]}
			</button>
			<button type="button" className="button quiet" onClick={no[1]}>
				{no[0]}
			</button>
		</div>
	);
}
