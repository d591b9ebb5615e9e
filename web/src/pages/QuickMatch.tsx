// Looking for a rival: a button that becomes a search, a bot after a while.
import { useEffect, useRef, useState } from "react";
import { go } from "../lib/router";
import { gameTitle } from "../lib/words";
import { whoAmI } from "../net/me";
import { Search } from "../net/people";
import type { DeckRequest } from "../protocol/messages";

type Looking = { waited: number; window: number; others: number; level: string | undefined };

/** The search for one game. It ends with the page. */
export function QuickMatch({ game, deck }: { game: string; deck: DeckRequest }) {
	const [looking, setLooking] = useState<Looking | undefined>();
	const [trouble, setTrouble] = useState<string | undefined>();
	const search = useRef<Search | undefined>(undefined);
	useEffect(() => () => search.current?.leave(), []);
	const stop = () => {
		search.current?.leave();
		search.current = undefined;
		setLooking(undefined);
	};
	const look = () => {
		setTrouble(undefined);
		setLooking({ waited: 0, window: 0, others: 0, level: undefined });
		whoAmI()
			.then(() => {
				search.current?.leave();
				search.current = new Search(game, deck, (news) => {
					if (news.type === "waiting") {
						const { waited, window, others } = news;
						setLooking((old) => old && { ...old, waited, window, others });
					} else if (news.type === "offer") setLooking((old) => old && { ...old, level: news.level });
					else if (news.type === "matched") go(`/t/${news.code}`);
					else {
						setTrouble(news.sentence);
						stop();
					}
				});
			})
			.catch((error) => {
				setTrouble(error instanceof Error ? error.message : String(error));
				setLooking(undefined);
			});
	};
	const level = looking?.level;
	return (
		<div className="quick">
			<button type="button" className="button" onClick={looking ? stop : look}>
				{looking ? "Stop looking" : "Find a rival"} <span className="sr">for {gameTitle(game)}</span>
			</button>
			<p className="quick-state" role="status">
				{looking && !level && "Looking for a rival…"}
				{level && "Nobody yet. Keep looking, or:"}
			</p>
			{level && (
				<button type="button" className="button primary" onClick={() => search.current?.bot()}>
					Play the {level} bot
				</button>
			)}
			{looking && (
				<p className="hint" aria-hidden="true">
					{looking.waited} s{looking.window > 0 && ` · ratings within ${looking.window} of yours`}
					{looking.others > 0 && ` · ${looking.others} looking`}
				</p>
			)}
			{trouble && (
				<p className="trouble" role="alert">
					{trouble}
				</p>
			)}
		</div>
	);
}
