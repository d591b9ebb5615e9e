// A card to read: its face, its text, and what its words mean. For pages without a table.
import { capital, title } from "../lib/words";
import type { GameCard, GameInfo } from "../protocol/messages";
import { CardFace } from "./CardFace";

/** What stands below a card's name: kind, category, type, sub-types, level, numbers. */
export function kindLine(card: GameCard): string {
	const type = card.type && card.type !== card.kind ? title(card.type) : undefined;
	const level = card.level ? `level ${card.level}` : undefined;
	return [title(card.kind), card.category, type, ...(card.subtypes ?? []).map(title), level, card.stats]
		.filter(Boolean)
		.join(" · ");
}

/** The card. */
export function PrintedCard({ card, info, level }: { card: GameCard; info: GameInfo; level: 2 | 3 }) {
	const Heading = level === 2 ? "h2" : "h3";
	const entries = info.glossary.filter(
		(entry, index, all) => card.words.includes(entry.word) && all.findIndex((other) => other.word === entry.word) === index,
	);
	return (
		<div className="card-read">
			<span className="card card-read-face" aria-hidden="true">
				<CardFace card={{ card: card.name, owner: "p1" }} printed={card} game={info.name} size="large" />
			</span>
			<div className="card-read-text">
				<Heading>{card.name}</Heading>
				<p className="hint">{kindLine(card)}</p>
				{card.keywords.length > 0 && <p className="keywords">{card.keywords.map(capital).join(", ")}</p>}
				{card.text.map((line) => (
					<p key={line}>{capital(line)}</p>
				))}
			</div>
			{entries.length > 0 && (
				<dl className="glossary" aria-label="Glossary">
					{entries.map((entry) => (
						<div key={`${entry.class} ${entry.usage}`}>
							<dt>{capital(entry.heading)}</dt>
							<dd>{entry.gloss}</dd>
						</div>
					))}
				</dl>
			)}
		</div>
	);
}
