// A new table with all its options.
import { useEffect, useState } from "react";
import { go, ON_SITE } from "../lib/router";
import { title } from "../lib/words";
import * as api from "../net/api";
import { deckRequest } from "../net/decks";
import type { Clock, GameSummary, SeatRequest, TableRequest } from "../protocol/messages";
import { BotSelect, DeckSelect, goodBot, useGameInfo } from "./choices";
import { Page } from "./Page";

type Rival = "open" | "bot" | "hot-seat" | "watch";

const RIVALS: { value: Rival; name: string; line: string }[] = [
	...(ON_SITE
		? []
		: [{ value: "open" as const, name: "Whoever joins", line: "Send the code, or list the table for everybody." }]),
	{ value: "bot", name: "A bot", line: "Ready at once." },
	{ value: "hot-seat", name: "Somebody beside you", line: "You share one screen and pass it on." },
	{ value: "watch", name: "Two bots", line: "You only watch." },
];

const CLOCKS: { name: string; clock: Clock | undefined }[] = [
	{ name: "No clock", clock: undefined },
	{ name: "5 minutes + 5 seconds", clock: { bank: 300, increment: 5 } },
	{ name: "10 minutes + 10 seconds", clock: { bank: 600, increment: 10 } },
	{ name: "20 minutes + 15 seconds", clock: { bank: 1200, increment: 15 } },
];

/** The form. */
export function NewTable({ game: wanted, kind }: { game: string | undefined; kind: string | undefined }) {
	const [games, setGames] = useState<GameSummary[]>([]);
	const [game, setGame] = useState(wanted ?? "");
	const [edition, setEdition] = useState<string | undefined>();
	const [rulings, setRulings] = useState<Record<string, string>>({});
	const [rival, setRival] = useState<Rival>(
		RIVALS.some((one) => one.value === kind) ? (kind as Rival) : (RIVALS[0]?.value ?? "bot"),
	);
	const [deck, setDeck] = useState("random");
	const [other, setOther] = useState("random");
	const [level, setLevel] = useState<string | undefined>();
	const [second, setSecond] = useState("Player 2");
	const [clock, setClock] = useState(0);
	const [timeout, setTimeoutWord] = useState<"lose" | "bot">("lose");
	const [listed, setListed] = useState(false);
	const [spectators, setSpectators] = useState(true);
	const [delay, setDelay] = useState(0);
	const [trouble, setTrouble] = useState<string | undefined>();
	const [busy, setBusy] = useState(false);
	useEffect(() => {
		api
			.games()
			.then((found) => {
				setGames(found);
				setGame((old) => (found.some((one) => one.name === old) ? old : (found[0]?.name ?? "")));
			})
			.catch((error) => setTrouble(error instanceof Error ? error.message : String(error)));
	}, []);
	const summary = games.find((one) => one.name === game);
	const info = useGameInfo(summary?.name, edition, rulings);
	const plainInfo = useGameInfo(summary?.name, edition);
	const bots = summary?.bots ?? [];
	const bot = level && bots.includes(level) ? level : goodBot(bots);

	const open = async () => {
		setBusy(true);
		setTrouble(undefined);
		const mine = deckRequest(deck);
		const theirs = deckRequest(other);
		const me: SeatRequest = { who: "me", deck: mine };
		const opposite: Record<Rival, SeatRequest> = {
			open: { who: "open" },
			bot: { who: "bot", level: bot, deck: theirs },
			"hot-seat": { who: "me", deck: theirs, name: second.trim() || "Player 2" },
			watch: { who: "bot", level: bot, deck: theirs },
		};
		const request: TableRequest = {
			game,
			edition: edition ?? summary?.editions[0],
			rulings,
			seats: [rival === "watch" ? { who: "bot", level: bot, deck: mine } : me, opposite[rival]],
			clock: CLOCKS[clock]?.clock,
			on_timeout: timeout,
			public: listed,
			spectators: spectators || rival === "watch" ? { delay } : undefined,
		};
		try {
			const table = await api.open(request);
			go(`/t/${table.code}`);
		} catch (error) {
			setTrouble(error instanceof Error ? error.message : String(error));
			setBusy(false);
		}
	};
	const flipped = (info?.rulings ?? []).filter((ruling) => rulings[ruling.name] !== undefined);
	return (
		<Page title="New table" wide>
			<form
				className="form form-long"
				onSubmit={(event) => {
					event.preventDefault();
					void open();
				}}
			>
				<div className="form-column">
					<fieldset className="cards-choice">
						<legend>Game</legend>
						{games.map((one) => (
							<label key={one.name} className="choice">
								<input
									type="radio"
									name="game"
									checked={one.name === game}
									onChange={() => {
										setGame(one.name);
										setEdition(undefined);
										setRulings({});
										setDeck("random");
										setOther("random");
									}}
								/>
								<span>
									<b>{one.title}</b>
									{one.example && <small>A small example</small>}
								</span>
							</label>
						))}
					</fieldset>
					<fieldset className="cards-choice">
						<legend>Against</legend>
						{RIVALS.map((one) => (
							<label key={one.value} className="choice">
								<input type="radio" name="rival" checked={one.value === rival} onChange={() => setRival(one.value)} />
								<span>
									<b>{one.name}</b>
									<small>{one.line}</small>
								</span>
							</label>
						))}
					</fieldset>
				</div>
				<div className="form-column">
					<fieldset>
						<legend>Decks</legend>
						<DeckSelect
							info={info}
							value={deck}
							onChange={setDeck}
							label={rival === "watch" ? "First bot's deck" : "Your deck"}
						/>
						{rival !== "open" && (
							<DeckSelect
								info={info}
								value={other}
								onChange={setOther}
								label={rival === "hot-seat" ? "The other player's deck" : "The bot's deck"}
							/>
						)}
						{(rival === "bot" || rival === "watch") && <BotSelect bots={bots} value={bot} onChange={setLevel} />}
						{rival === "hot-seat" && (
							<label className="field">
								<span>The other player's name</span>
								<input value={second} maxLength={24} onChange={(event) => setSecond(event.target.value)} />
							</label>
						)}
					</fieldset>
					<fieldset>
						<legend>Time</legend>
						<label className="field">
							<span>Clock</span>
							<select value={clock} onChange={(event) => setClock(Number(event.target.value))}>
								{CLOCKS.map((one, index) => (
									<option key={one.name} value={index}>
										{one.name}
									</option>
								))}
							</select>
						</label>
						<label className="field">
							<span>When time runs out</span>
							<select value={timeout} onChange={(event) => setTimeoutWord(event.target.value as "lose" | "bot")}>
								<option value="lose">the player loses</option>
								<option value="bot">a bot plays on</option>
							</select>
						</label>
					</fieldset>
				</div>
				<div className="form-column">
					{!ON_SITE && (
						<fieldset>
							<legend>Who may see it</legend>
							<label className="check">
								<input type="checkbox" checked={listed} onChange={(event) => setListed(event.target.checked)} />{" "}
								<span>Show it in the public list</span>
							</label>
							<label className="check">
								<input
									type="checkbox"
									checked={spectators || rival === "watch"}
									disabled={rival === "watch"}
									onChange={(event) => setSpectators(event.target.checked)}
								/>
								<span>Others may watch</span>
							</label>
							{(spectators || rival === "watch") && (
								<label className="field">
									<span>What they see is delayed by</span>
									<select value={delay} onChange={(event) => setDelay(Number(event.target.value))}>
										{[0, 10, 30, 120].map((seconds) => (
											<option key={seconds} value={seconds}>
												{seconds === 0 ? "no time" : `${seconds} seconds`}
											</option>
										))}
									</select>
								</label>
							)}
						</fieldset>
					)}
					<fieldset>
						<legend>Rules</legend>
						<label className="field">
							<span>Edition</span>
							<select
								value={edition ?? summary?.editions[0] ?? ""}
								onChange={(event) => {
									setEdition(event.target.value);
									setRulings({});
								}}
							>
								{(summary?.editions ?? []).map((one) => (
									<option key={one} value={one}>
										{title(one)}
									</option>
								))}
							</select>
						</label>
						{info && info.rulings.length > 0 && (
							<details className="rulings">
								<summary>
									{flipped.length === 0
										? `All ${info.rulings.length} rulings as in the edition`
										: `${flipped.length} of ${info.rulings.length} rulings changed`}
								</summary>
								{info.rulings.map((ruling) => {
									const normal = plainInfo?.rulings.find((one) => one.name === ruling.name)?.value ?? ruling.value;
									return (
										<label key={ruling.name} className="field">
											<span>{title(ruling.name)}</span>
											<select
												value={rulings[ruling.name] ?? normal}
												onChange={(event) => {
													const { [ruling.name]: _, ...rest } = rulings;
													setRulings(event.target.value === normal ? rest : { ...rest, [ruling.name]: event.target.value });
												}}
											>
												{ruling.values.map((one) => (
													<option key={one.value} value={one.value}>
														{title(one.value)}: {one.meaning}
													</option>
												))}
											</select>
										</label>
									);
								})}
							</details>
						)}
					</fieldset>
				</div>
				<div className="form-go">
					{trouble && (
						<p className="trouble" role="alert">
							{trouble}
						</p>
					)}
					<button type="submit" className="button primary big" disabled={busy || !summary}>
						{rival === "open" ? "Open the table" : "Start"}
					</button>
				</div>
			</form>
		</Page>
	);
}
