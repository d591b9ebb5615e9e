// A card as it is printed, with what is on it now.

import { capital, markWords, title } from "../lib/words";
import type { Card, GameCard, Mark } from "../protocol/messages";
import { Icon } from "../ui/Icon";
import { art, BACKS, frame, ground } from "./looks";

type Props = { card: Card; printed: GameCard | undefined; game: string; size?: "small" | "large" };

/** The front, or the back if the name is not known. */
export function CardFace({ card, printed, game, size = "small" }: Props) {
	const marks = card.marks ?? [];
	const facedown = marks.some((mark) => mark.word === "facedown");
	if (card.card === undefined) return <Back game={game} />;
	const token = marks.some((mark) => mark.word === "token") || printed?.token;
	const stats = card.stats ?? printed?.stats ?? undefined;
	const picture = art(printed, game);
	return (
		<span className={`face frame-${frame(printed?.kind)} ground-${ground(printed)} ${token ? "is-token" : ""} face-${size}`}>
			<span className="face-name">{card.card}</span>
			<span className="face-art">
				{"href" in picture ? (
					<svg viewBox="0 0 512 512" aria-hidden="true" focusable="false">
						<use href={picture.href} />
					</svg>
				) : (
					<span className="face-emoji" aria-hidden="true">
						{picture.emoji}
					</span>
				)}
				{facedown && <span className="face-veil">face down</span>}
			</span>
			<span className="face-kind">{title(frame(printed?.kind))}</span>
			{size === "large" ? null : <FaceText printed={printed} />}
			<Stats stats={stats} was={printed?.stats ?? undefined} />
			<Marks marks={marks} />
		</span>
	);
}

/** The back of a card. */
export function Back({ game }: { game: string }) {
	return (
		<span className={`face face-back back-${game}`}>
			<Icon name={BACKS[game] ?? "card-joker"} />
		</span>
	);
}

/** Marks that are signs; keywords are words and stand in the inspection panel, with their number on the card. */
function Marks({ marks }: { marks: Mark[] }) {
	const signs = marks.map((mark) => ({ mark, ...markWords(mark) })).filter((one) => one.sign && one.mark.word !== "facedown");
	if (signs.length === 0) return null;
	return (
		<span className="face-marks" aria-hidden="true">
			{signs.map(({ mark, sign, text }) => (
				<span key={text} className={`mark mark-${mark.word}`} title={text}>
					{sign}
					{mark.number !== undefined && <b>{mark.number}</b>}
				</span>
			))}
		</span>
	);
}

/** `5/4` as two numbers with their own places; `3/2 (1)` has what it is worth as a meal too. */
function Stats({ stats, was }: { stats: string | undefined; was: string | undefined }) {
	if (!stats) return null;
	const now = stats.match(/-?\d+/g) ?? [];
	const before = was?.match(/-?\d+/g) ?? now;
	const compare = (index: number) => {
		const by = Number(now[index]) - Number(before[index] ?? now[index]);
		return by > 0 ? "up" : by < 0 ? "down" : "";
	};
	const wide = now.slice(0, 2).some((number) => number.length > 2) ? "stat-wide" : "";
	if (now.length === 1) return <span className={`stat stat-one ${wide} ${compare(0)}`}>{now[0]}</span>;
	return (
		<>
			<span className={`stat stat-left ${wide} ${compare(0)}`}>{now[0]}</span>
			<span className={`stat stat-right ${wide} ${compare(1)}`}>{now[1]}</span>
		</>
	);
}

function FaceText({ printed }: { printed: GameCard | undefined }) {
	const text = [printed?.keywords.map(capital).join(", "), ...(printed?.text ?? [])].filter(Boolean).join(" ");
	return text ? <span className="face-text">{text}</span> : null;
}
