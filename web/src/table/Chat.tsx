// The chat: what was said, phrases to press, a line to write, and a mute for everybody.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { LONGEST, lineWords, PHRASES } from "../lib/chat";
import { listed } from "../lib/words";
import type { Phrase } from "../protocol/messages";
import { Icon } from "../ui/Icon";
import type { Talk } from "./useTalk";

type Props = {
	talk: Talk;
	me: string | undefined;
	watching: boolean;
	say: (words: { phrase: Phrase } | { text: string }) => void;
	/** Whether its tab is open, where there are tabs. */
	visible: boolean;
};

/** The chat. */
export function Chat({ talk, me, watching, say, visible }: Props) {
	const [typed, setTyped] = useState("");
	const box = useRef<HTMLElement>(null);
	const list = useRef<HTMLUListElement>(null);
	const { lines, read } = talk;
	const last = lines.at(-1)?.n;
	// biome-ignore lint/correctness/useExhaustiveDependencies: it follows the newest line, where it can be seen.
	useLayoutEffect(() => {
		const end = list.current;
		if (end) end.scrollTop = end.scrollHeight;
	}, [last, visible]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: what can be seen has been read.
	useEffect(() => {
		if (box.current && box.current.offsetParent !== null) read();
	}, [last, visible, read]);
	const mutes = Object.entries(talk.muted);
	return (
		<section className="sheet chat" aria-label="Chat" ref={box}>
			<ul className="chat-lines" ref={list}>
				{lines.length === 0 && (
					<li className="hint">{watching ? "Spectators hear each other and the players." : "Say hello to your rival."}</li>
				)}
				{lines.map((line) => (
					<li key={line.n} className={line.player === me ? "mine" : ""}>
						<b>{line.player === me ? "You" : line.name}</b> {lineWords(line)}
						{line.player !== me && (
							<button type="button" className="chat-mute" onClick={() => talk.mute(line.player, line.name)} title="Mute">
								<Icon name="sound-off" />
								<span className="sr">Mute {line.name}</span>
							</button>
						)}
					</li>
				))}
			</ul>
			{mutes.length > 0 && (
				<details className="chat-muted">
					<summary>Muted: {listed(mutes.map(([, name]) => name))}</summary>
					{mutes.map(([player, name]) => (
						<button key={player} type="button" className="button quiet" onClick={() => talk.mute(player, undefined)}>
							Hear {name} again
						</button>
					))}
				</details>
			)}
			<form
				className="chat-form"
				onSubmit={(event) => {
					event.preventDefault();
					if (!typed.trim()) return;
					say({ text: typed });
					setTyped("");
				}}
			>
				<select
					aria-label="Say a phrase"
					value=""
					onChange={(event) => event.target.value && say({ phrase: event.target.value as Phrase })}
				>
					<option value="">Phrases</option>
					{Object.entries(PHRASES).map(([id, words]) => (
						<option key={id} value={id}>
							{words}
						</option>
					))}
				</select>
				<input
					aria-label="Say something"
					value={typed}
					maxLength={LONGEST}
					autoComplete="off"
					placeholder={watching ? "To the spectators" : "To your rival"}
					onChange={(event) => setTyped(event.target.value)}
				/>
				<button type="submit" className="button" disabled={!typed.trim()}>
					Say
				</button>
			</form>
		</section>
	);
}
