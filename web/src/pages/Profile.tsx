// What somebody has played: ratings and results by game; one's own matches with their links.
import { useEffect, useState } from "react";
import { changeWords, dayWords, deckWords, ratingWords, resultWords, whenWords, winRate } from "../lib/people";
import { gameTitle } from "../lib/words";
import * as people from "../net/people";
import type { FinishedMatch, GameTally, Profile as Whole } from "../protocol/messages";
import { sentenceOf, Trouble } from "./fields";
import { Page, To } from "./Page";

/** The page; without an id one's own. */
export function Profile({ id }: { id: string | undefined }) {
	const [whole, setWhole] = useState<Whole | undefined>();
	const [trouble, setTrouble] = useState<string | undefined>();
	useEffect(() => {
		let gone = false;
		people
			.profile(id)
			.then((found) => !gone && setWhole(found))
			.catch((error) => !gone && setTrouble(sentenceOf(error)));
		return () => {
			gone = true;
		};
	}, [id]);
	const own = id === undefined;
	return (
		<Page title={whole?.name ?? (trouble ? "No such player" : "…")} wide>
			{trouble && <Trouble sentence={trouble} />}
			{whole && (
				<>
					<p className="lead">
						{whole.since === undefined ? "A guest" : `Here since ${dayWords(whole.since)}`}
						{own && whole.since === undefined && (
							<>
								. <To href="/signup">Create an account</To> to keep this and get a rating.
							</>
						)}
					</p>
					{whole.games.length === 0 ? (
						<p className="box">No finished match yet.</p>
					) : (
						<ul className="tallies" aria-label="Games">
							{whole.games.map((game) => (
								<Tally key={game.game} tally={game} />
							))}
						</ul>
					)}
				</>
			)}
			{own && <Matches />}
		</Page>
	);
}

function Tally({ tally }: { tally: GameTally }) {
	const { rating, wins, losses, draws, favourite } = tally;
	const rate = winRate(tally);
	return (
		<li className={`tally game-${tally.game}`}>
			<h2>{gameTitle(tally.game)}</h2>
			<p className="tally-rating">
				{rating ? (
					<>
						<b>{ratingWords(rating)}</b>
						<small>
							{rating.games === 1 ? "1 rated match" : `${rating.games} rated matches`}
							{rating.provisional && ", still a guess"}
						</small>
					</>
				) : (
					<small>Not rated yet. Quick matches between accounts are rated.</small>
				)}
			</p>
			<dl>
				<div>
					<dt>Won</dt>
					<dd>{wins}</dd>
				</div>
				<div>
					<dt>Lost</dt>
					<dd>{losses}</dd>
				</div>
				<div>
					<dt>Drawn</dt>
					<dd>{draws}</dd>
				</div>
				<div>
					<dt>Score</dt>
					<dd>{rate === undefined ? "–" : `${rate} %`}</dd>
				</div>
			</dl>
			{favourite && <p className="hint">Most played: {deckWords(favourite)}</p>}
		</li>
	);
}

/** One's own matches, page by page. */
function Matches() {
	const [all, setAll] = useState<FinishedMatch[]>([]);
	const [next, setNext] = useState<string | undefined>();
	const [trouble, setTrouble] = useState<string | undefined>();
	useEffect(() => {
		let gone = false;
		people
			.matches()
			.then((page) => {
				if (gone) return;
				setAll(page.matches);
				setNext(page.next);
			})
			.catch((error) => !gone && setTrouble(sentenceOf(error)));
		return () => {
			gone = true;
		};
	}, []);
	const more = () =>
		people
			.matches(next)
			.then((page) => {
				setAll((old) => [...old, ...page.matches]);
				setNext(page.next);
			})
			.catch((error) => setTrouble(sentenceOf(error)));
	return (
		<section className="box" aria-labelledby="matches">
			<h2 id="matches">Finished matches</h2>
			{all.length === 0 && <p className="hint">None yet. A match is listed here when it is over.</p>}
			<ul className="tables finished">
				{all.map((one) => (
					<li key={one.match}>
						<span className={`result ${one.alone ? "" : one.result}`}>{resultWords(one)}</span>
						<span className="tables-who">
							<span>
								{gameTitle(one.game)}
								{!one.alone && (
									<>
										{" against "}
										{one.rival.player ? <To href={`/player/${one.rival.player}`}>{one.rival.name}</To> : one.rival.name}
									</>
								)}
							</span>
							<small>
								{whenWords(one.ended)} · {deckWords(one.deck)}
								{one.public ? " · public" : one.link ? " · shared" : ""}
								{one.rating && ` · ${Math.round(one.rating.after)} (${changeWords(one.rating.before, one.rating.after)})`}
							</small>
						</span>
						<To className="button quiet" href={`/replay/${one.match}`}>
							Replay <span className="sr">of the match of {whenWords(one.ended)}</span>
						</To>
					</li>
				))}
			</ul>
			{next && (
				<p className="buttons">
					<button type="button" className="button" onClick={more}>
						Earlier matches
					</button>
				</p>
			)}
			{trouble && <Trouble sentence={trouble} />}
		</section>
	);
}
