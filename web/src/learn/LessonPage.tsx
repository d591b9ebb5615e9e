// A lesson: a table with what is to be done beside it.
import { useCallback, useEffect, useRef, useState } from "react";
import { go } from "../lib/router";
import * as api from "../net/api";
import { lessonAddress } from "../net/link";
import { goodBot } from "../pages/choices";
import { Page, To } from "../pages/Page";
import type { LessonInfo, LessonStands } from "../protocol/messages";
import { type Beside, Room } from "../table/TablePage";
import { Rich } from "../ui/Rich";
import { remember } from "./progress";

/** The page: first asks who one is and which lessons there are. */
export function LessonPage({ game, lesson }: { game: string; lesson: string }) {
	const [lessons, setLessons] = useState<LessonInfo[] | undefined>();
	const [trouble, setTrouble] = useState<string | undefined>();
	useEffect(() => {
		let gone = false;
		api
			.me()
			.then(() => api.lessons(game))
			.then((found) => !gone && setLessons(found))
			.catch((error) => !gone && setTrouble(error instanceof Error ? error.message : String(error)));
		return () => {
			gone = true;
		};
	}, [game]);
	const at = (lessons ?? []).findIndex((one) => one.id === lesson);
	const now = lessons?.[at];
	const next = lessons?.[at + 1];
	const beside: Beside = useCallback(
		(stands, again) => (now ? <Text game={game} lesson={now} place={at + 1} next={next} stands={stands} again={again} /> : null),
		[game, now, at, next],
	);
	if (trouble || (lessons && !now)) {
		return (
			<Page title="No such lesson">
				<p className="lead">{trouble ?? "There is no lesson of this name."}</p>
				<To href="/learn" className="button primary">
					All lessons
				</To>
			</Page>
		);
	}
	if (!now) return <Page title="One moment">{null}</Page>;
	return <Room address={lessonAddress(game, now.id)} beside={beside} />;
}

type TextProps = {
	game: string;
	lesson: LessonInfo;
	place: number;
	next: LessonInfo | undefined;
	stands: LessonStands | undefined;
	again: () => void;
};

/** What stands beside the table: the task, a hint after a wrong move, and what comes next. */
function Text({ game, lesson, place, next, stands, again }: TextProps) {
	const forward = useRef<HTMLDivElement>(null);
	const [trouble, setTrouble] = useState<string | undefined>();
	const done = stands === "done";
	const ended = done || stands === "wrong";
	useEffect(() => {
		if (done) remember(game, lesson.id);
		// What was asked counts no longer; go on from what comes next.
		if (ended) forward.current?.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
	}, [done, ended, game, lesson.id]);
	const play = async () => {
		try {
			const games = await api.games();
			const bots = games.find((one) => one.name === game)?.bots ?? [];
			const table = await api.open({ game, seats: [{ who: "me" }, { who: "bot", level: goodBot(bots) }] });
			go(`/t/${table.code}`);
		} catch (error) {
			setTrouble(error instanceof Error ? error.message : String(error));
		}
	};
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard.
		<section className="panel lesson" aria-label="Lesson" tabIndex={0}>
			<div className="lesson-head">
				<h2>
					<small>Lesson {place}</small> {lesson.title}
				</h2>
				<div className="buttons" ref={forward}>
					{done && next && (
						<To href={`/learn/${game}/${next.id}`} className="button primary">
							Next: {next.title}
						</To>
					)}
					{done && !next && (
						<button type="button" className="button primary" onClick={() => void play()}>
							Play a real game
						</button>
					)}
					{ended && (
						<button type="button" className={`button ${done ? "quiet" : "primary"}`} onClick={again}>
							Try again
						</button>
					)}
					{done && (
						<To href={`/learn/${game}`} className="button quiet">
							All lessons
						</To>
					)}
				</div>
			</div>
			<div role="status">
				{stands === "wrong" && (
					<div className="lesson-hint">
						<p>
							<b>Not solved.</b> From here the goal is out of reach.
						</p>
						{lesson.hint.map((line) => (
							<p key={line}>
								<b>Hint:</b> <Rich text={line} />
							</p>
						))}
					</div>
				)}
				{done && (
					<div className="lesson-done">
						<p>
							<b>Well done!</b>
						</p>
						{lesson.done.map((line) => (
							<p key={line}>
								<Rich text={line} />
							</p>
						))}
					</div>
				)}
			</div>
			{!done && (
				<div className="lesson-task">
					{lesson.task.map((line) => (
						<p key={line}>
							<Rich text={line} />
						</p>
					))}
				</div>
			)}
			{trouble && <p role="alert">{trouble}</p>}
		</section>
	);
}
