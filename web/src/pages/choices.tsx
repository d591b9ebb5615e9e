// Choosing a deck or a bot, the same on all pages.
import { useEffect, useState } from "react";
import { title } from "../lib/words";
import * as api from "../net/api";
import { useSavedDecks } from "../net/decks";
import type { GameInfo } from "../protocol/messages";

/** Everything about a game, once it has come. */
export function useGameInfo(game: string | undefined, edition?: string, rulings?: Record<string, string>): GameInfo | undefined {
	const [info, setInfo] = useState<GameInfo | undefined>();
	const flips = JSON.stringify(rulings ?? {});
	useEffect(() => {
		if (!game) return;
		let gone = false;
		api
			.gameInfo(game, edition, JSON.parse(flips))
			.then((found) => !gone && setInfo(found))
			.catch(() => undefined);
		return () => {
			gone = true;
		};
	}, [game, edition, flips]);
	return info?.name === game ? info : undefined;
}

/** A bot that is neither too weak for a first game nor too slow. */
export const goodBot = (bots: readonly string[]): string =>
	["easy", "greedy"].find((level) => bots.includes(level)) ?? bots[Math.floor(bots.length / 2)] ?? "random";

const BOT_WORDS: Record<string, string> = {
	random: "plays anything",
	greedy: "takes what it can",
	ismcts: "thinks ahead",
	easy: "for a first game",
	normal: "plays along",
	hard: "thinks longest",
	learned: "has learned by playing",
	master: "has learned, and thinks",
};

/** A level in words. */
export const botWords = (level: string): string => (BOT_WORDS[level] ? `${title(level)}: ${BOT_WORDS[level]}` : title(level));

/** Which deck. */
export function DeckSelect({
	info,
	value,
	onChange,
	label,
}: {
	info: GameInfo | undefined;
	value: string;
	onChange: (deck: string) => void;
	label: string;
}) {
	const decks = info?.decks.filter((deck) => deck.legal) ?? [];
	const saved = useSavedDecks(info?.name);
	return (
		<label className="field">
			<span>{label}</span>
			<select value={value} onChange={(event) => onChange(event.target.value)}>
				<option value="random">Random deck</option>
				{(info?.categories ?? []).map((category) => (
					<option key={category} value={`random:${category}`}>
						Random {category.toLowerCase()} deck
					</option>
				))}
				{saved.length > 0 && (
					<optgroup label="Your decks">
						{saved.map((deck) => (
							<option key={deck.id} value={`saved:${deck.id}`}>
								{deck.name}
							</option>
						))}
					</optgroup>
				)}
				{decks.length > 0 && (
					<optgroup label="Ready-made decks">
						{decks.map((deck) => (
							<option key={deck.id} value={deck.id}>
								{deck.name}
							</option>
						))}
					</optgroup>
				)}
			</select>
		</label>
	);
}

/** Which bot. */
export function BotSelect({
	bots,
	value,
	onChange,
}: {
	bots: readonly string[];
	value: string;
	onChange: (level: string) => void;
}) {
	return (
		<label className="field">
			<span>Bot</span>
			<select value={value} onChange={(event) => onChange(event.target.value)}>
				{bots.map((bot) => (
					<option key={bot} value={bot}>
						{botWords(bot)}
					</option>
				))}
			</select>
		</label>
	);
}
