// The bar above the table: where one is, and everything that is no move.
import { useEffect, useRef, useState } from "react";
import { go, hrefOf, linkTo } from "../lib/router";
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
	/** Which sheet is open. */
	open: Sheet | undefined;
	setOpen: (sheet: Sheet | undefined) => void;
	/** How much was said since one has looked; nothing where nobody talks. */
	unread: number | undefined;
	/** More lines of the menu. */
	more?: React.ReactNode;
};

/** What opens beside the table. */
type Sheet = "log" | "chat";

/** The bar. */
export function Bar(props: Props) {
	const { table, info, state, playing, lesson, concede, offerDraw, more } = props;
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
	const done = (what: () => void) => () => {
		what();
		setOpen(false);
	};
	return (
		<header className="bar">
			<h1>
				{info?.title ?? table.game} <small>{table.edition}</small>
			</h1>
			<button
				type="button"
				className="bar-button bar-log"
				aria-pressed={props.open === "log"}
				onClick={() => props.setOpen(props.open === "log" ? undefined : "log")}
			>
				<Icon name="scroll-unfurled" />
				<span className="sr">Log</span>
			</button>
			{props.unread !== undefined && (
				<button
					type="button"
					className="bar-button bar-chat"
					aria-pressed={props.open === "chat"}
					onClick={() => props.setOpen(props.open === "chat" ? undefined : "chat")}
				>
					<Icon name="conversation" />
					<span className="sr">Chat</span>
					{props.unread > 0 && props.open !== "chat" && (
						<span className="unread">
							{props.unread}
							<span className="sr"> new</span>
						</span>
					)}
				</button>
			)}
			<button type="button" className="bar-button bar-sound" aria-pressed={sound} onClick={() => set({ sound: !sound })}>
				<Icon name={sound ? "sound-on" : "sound-off"} />
				<span className="sr">Sounds</span>
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
									onClick={() => navigator.clipboard?.writeText(linkTo(`/t/${table.code}`)).then(() => setOpen(false))}
								>
									<Icon name="conversation" /> Copy the link <small className="bar-code">{table.code}</small>
								</button>
							</li>
						)}
						{table.watching > 0 && <li className="bar-watch">{table.watching} watching</li>}
						<li>
							<a href={hrefOf(`/rules/${table.game}?edition=${table.edition}`)} target="_blank" rel="noreferrer">
								<Icon name="scroll-unfurled" /> Rules
							</a>
						</li>
						{playing && more}
						<li>
							<button type="button" aria-pressed={sound} onClick={() => set({ sound: !sound })}>
								<Icon name={sound ? "sound-on" : "sound-off"} /> {sound ? "Sound is on" : "Sound is off"}
							</button>
						</li>
						<li>
							<a href={hrefOf("/settings")} target="_blank" rel="noreferrer">
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
