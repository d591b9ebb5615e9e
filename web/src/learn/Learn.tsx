// The tutorial: all lessons of all games, or of one.
import { useEffect, useState } from "react";
import * as api from "../net/api";
import { Page, To } from "../pages/Page";
import { Scene } from "../pages/Scene";
import type { GameSummary, LessonInfo } from "../protocol/messages";
import { learnt } from "./progress";

/** The page. */
export function Learn({ game }: { game: string | undefined }) {
	const [games, setGames] = useState<GameSummary[]>([]);
	const [lessons, setLessons] = useState<Record<string, LessonInfo[]>>({});
	const [trouble, setTrouble] = useState<string | undefined>();
	useEffect(() => {
		let gone = false;
		const ask = async () => {
			try {
				const found = await api.games();
				const all = await Promise.all(found.map(async (one) => [one.name, await api.lessons(one.name)] as const));
				if (gone) return;
				const taught = new Set(all.filter(([, its]) => its.length > 0).map(([name]) => name));
				setGames(found.filter((one) => taught.has(one.name)));
				setLessons(Object.fromEntries(all));
			} catch (error) {
				if (!gone) setTrouble(error instanceof Error ? error.message : String(error));
			}
		};
		void ask();
		return () => {
			gone = true;
		};
	}, []);
	const done = learnt();
	const shown = games.filter((one) => !game || one.name === game);
	return (
		<Page title="Learn by playing" wide>
			<p className="lead">A few moves each, on a real table. Nothing can go wrong: try again as often as you like.</p>
			{trouble && (
				<p className="trouble" role="alert">
					{trouble}
				</p>
			)}
			<div className="courses">
				{(shown.length > 0 ? shown : games).map((one) => {
					const its = lessons[one.name] ?? [];
					const next = its.find((lesson) => !done.has(`${one.name}/${lesson.id}`)) ?? its[0];
					return (
						<section key={one.name} className={`game game-${one.name}`} aria-labelledby={`learn-${one.name}`}>
							<Scene game={one.name} />
							<div className="game-words">
								<h2 id={`learn-${one.name}`}>{one.title}</h2>
								<ol className="lessons">
									{its.map((lesson, at) => {
										const finished = done.has(`${one.name}/${lesson.id}`);
										return (
											<li key={lesson.id}>
												<To href={`/learn/${one.name}/${lesson.id}`}>
													<span className={`lesson-number ${finished ? "finished" : ""}`} aria-hidden="true">
														{finished ? "✓" : at + 1}
													</span>
													{lesson.title}
													{finished && <span className="sr">, finished</span>}
												</To>
											</li>
										);
									})}
								</ol>
								<p className="buttons">
									{next && (
										<To href={`/learn/${one.name}/${next.id}`} className="button primary">
											{next === its[0] ? "Begin" : "Go on"} <span className="sr">with {one.title}</span>
										</To>
									)}
									<To href={`/rules/${one.name}`} className="button quiet">
										Rules <span className="sr">of {one.title}</span>
									</To>
								</p>
							</div>
						</section>
					);
				})}
			</div>
		</Page>
	);
}
