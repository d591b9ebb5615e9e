// The bar above the table: where one is, and everything that is no move.
import { useEffect, useRef, useState } from "react";
import { go } from "../lib/router";
import { set, useSettings } from "../lib/settings";
import type { GameInfo, State, Table } from "../protocol/messages";
import { Icon } from "../ui/Icon";

type Props = {
	table: Table;
	info: GameInfo | undefined;
	state: State | undefined;
	playing: boolean;
	/** A lesson has no code, and nobody to concede to. */
	lesson: boolean;
	concede: () => void;
	offerDraw: () => void;
};

/** The bar. */
export function Bar({ table, info, state, playing, lesson, concede, offerDraw }: Props) {
	const [open, setOpen] = useState(false);
	const [sure, setSure] = useState(false);
	const menu = useRef<HTMLDivElement>(null);
	const { sound } = useSettings();
	const runs = playing && !lesson && state && !state.over;
	useEffect(() => {
		if (!open) {
			setSure(false);
			return;
		}
		const close = (event: Event) => {
			if (event instanceof KeyboardEvent ? event.key === "Escape" : !menu.current?.contains(event.target as Node)) setOpen(false);
		};
		document.addEventListener("pointerdown", close);
		document.addEventListener("keydown", close);
		return () => {
			document.removeEventListener("pointerdown", close);
			document.removeEventListener("keydown", close);
		};
	}, [open]);
	const home = (event: React.MouseEvent) => {
		event.preventDefault();
		go("/");
	};
	const done = (what: () => void) => () => {
		what();
		setOpen(false);
	};
	return (
		<header className="bar">
			<a className="brand" href="/" aria-label="Playmat, home" onClick={home}>
				<img src="/mark.svg" alt="" width="28" height="28" />
				<span>Playmat</span>
			</a>
			<h1>
				{info?.title ?? table.game} <small>{table.edition}</small>
			</h1>
			{!lesson && (
				<span className="bar-code" title="The code of this table">
					{table.code}
				</span>
			)}
			{table.watching > 0 && <span className="bar-watch">{table.watching} watching</span>}
			<button
				type="button"
				className="bar-button"
				aria-pressed={sound}
				onClick={() => set({ sound: !sound })}
				aria-label="Sounds"
			>
				<Icon name={sound ? "sound-on" : "sound-off"} />
			</button>
			<div className="menu" ref={menu}>
				<button type="button" className="bar-button" aria-expanded={open} onClick={() => setOpen(!open)} aria-label="Menu">
					<Icon name="hamburger-menu" />
				</button>
				{open && (
					<ul className="menu-list">
						{runs && (
							<li>
								<button type="button" disabled={state.draw !== undefined} onClick={done(offerDraw)}>
									<Icon name="shaking-hands" /> {state.draw ? "A draw is offered" : "Offer a draw"}
								</button>
							</li>
						)}
						{runs && (
							<li>
								<button type="button" className={sure ? "danger" : ""} onClick={sure ? done(concede) : () => setSure(true)}>
									<Icon name="flag-objective" /> {sure ? "Really concede?" : "Concede"}
								</button>
							</li>
						)}
						{!lesson && (
							<li>
								<button
									type="button"
									onClick={() => navigator.clipboard?.writeText(`${location.origin}/t/${table.code}`).then(() => setOpen(false))}
								>
									<Icon name="conversation" /> Copy the link
								</button>
							</li>
						)}
						<li>
							<a href={`/rules/${table.game}?edition=${table.edition}`} target="_blank" rel="noreferrer">
								<Icon name="scroll-unfurled" /> Rules
							</a>
						</li>
						<li>
							<a href="/settings" target="_blank" rel="noreferrer">
								<Icon name="settings-knobs" /> Settings
							</a>
						</li>
						<li>
							<button type="button" onClick={() => go("/")}>
								<Icon name="exit-door" /> Leave
							</button>
						</li>
					</ul>
				)}
			</div>
		</header>
	);
}
