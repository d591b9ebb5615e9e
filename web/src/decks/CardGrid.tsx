// The cards of a game to choose from. Arrow keys move, Enter reads a card, + and − change how many of it are in the deck.
import { memo, useEffect, useRef, useState } from "react";
import { CardFace } from "../cards/CardFace";
import { kindLine } from "../cards/PrintedCard";
import type { GameCard, GameInfo } from "../protocol/messages";

type Props = {
	info: GameInfo;
	cards: GameCard[];
	count: (name: string) => number;
	shown: string | undefined;
	show: (name: string) => void;
	change: (name: string, by: number) => void;
};

/** How many cards are shown before one scrolls to the end of them. */
const AT_ONCE = 36;

/** The grid. */
export function CardGrid({ info, cards, count, shown, show, change }: Props) {
	const grid = useRef<HTMLUListElement>(null);
	const [most, setMost] = useState(AT_ONCE);
	const more = useRef<HTMLButtonElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its beginning.
	useEffect(() => setMost(AT_ONCE), [cards]);
	// Further cards come when one gets there: nobody looks at hundreds at once.
	useEffect(() => {
		const end = more.current;
		if (!end || most >= cards.length || typeof IntersectionObserver !== "function") return;
		const sight = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && setMost((old) => old + AT_ONCE), {
			rootMargin: "300px",
		});
		sight.observe(end);
		return () => sight.disconnect();
	}, [most, cards.length]);
	const keys = (event: React.KeyboardEvent) => {
		const faces = [...(grid.current?.querySelectorAll<HTMLElement>(".tile-card") ?? [])];
		const at = faces.indexOf(document.activeElement as HTMLElement);
		if (at < 0) return;
		const top = faces[0]?.getBoundingClientRect().top;
		const columns = Math.max(
			1,
			faces.findIndex((face) => face.getBoundingClientRect().top !== top),
		);
		const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
		const name = faces[at]?.dataset.card;
		if (step !== undefined) {
			const next = faces[at + step];
			if (!next) return;
			event.preventDefault();
			next.focus();
		} else if (name && (event.key === "+" || event.key === "=")) change(name, 1);
		else if (name && event.key === "-" && count(name) > 0) change(name, -1);
	};
	return (
		<>
			<ul className="card-grid" ref={grid} onKeyDown={keys} aria-label="Cards">
				{cards.slice(0, most).map((card) => (
					<Tile
						key={card.name}
						game={info.name}
						card={card}
						count={count(card.name)}
						shown={shown === card.name}
						show={show}
						change={change}
					/>
				))}
			</ul>
			{most < cards.length && (
				<button ref={more} type="button" className="button quiet" onClick={() => setMost(most + AT_ONCE)}>
					{cards.length - most} more cards
				</button>
			)}
		</>
	);
}

type TileProps = {
	game: string;
	card: GameCard;
	count: number;
	shown: boolean;
	show: (name: string) => void;
	change: (name: string, by: number) => void;
};

const Tile = memo(function Tile({ game, card, count, shown, show, change }: TileProps) {
	const spoken = [card.name, kindLine(card), ...card.keywords, ...card.text, count > 0 ? `${count} in the deck` : ""];
	return (
		<li className={`tile ${count > 0 ? "in-deck" : ""}`}>
			<button
				type="button"
				className={`card tile-card ${shown ? "shown" : ""}`}
				data-card={card.name}
				aria-label={spoken.filter(Boolean).join(", ")}
				aria-haspopup="dialog"
				onClick={() => show(card.name)}
			>
				<CardFace card={{ card: card.name, owner: "p1" }} printed={card} game={game} />
			</button>
			<span className="tile-count">
				<button type="button" aria-label={`One ${card.name} less`} disabled={count === 0} onClick={() => change(card.name, -1)}>
					−
				</button>
				<b aria-hidden="true">{count}</b>
				<button type="button" aria-label={`One ${card.name} more`} onClick={() => change(card.name, 1)}>
					+
				</button>
			</span>
		</li>
	);
});
