// A table: connects, shows the lobby while it waits, the pass screen of a hot-seat, and the mat while it is played.
import { useEffect, useState } from "react";
import { hrefOf } from "../lib/router";
import * as api from "../net/api";
import { infoOfTable } from "../net/cards";
import { type Connection, socketAddress } from "../net/link";
import { useRoom } from "../net/useRoom";
import { Lobby } from "../pages/Lobby";
import { Page } from "../pages/Page";
import type { GameInfo, LessonStands, Table } from "../protocol/messages";
import { PassScreen } from "./PassScreen";
import { Playing } from "./Playing";

/** The page of a code: first asks what it is, so that nobody connects to a table that is not there. */
export function TablePage({ code }: { code: string }) {
	const [table, setTable] = useState<Table | undefined>();
	const [trouble, setTrouble] = useState<string | undefined>();
	const [seated, setSeated] = useState(false);
	useEffect(() => {
		let gone = false;
		const ask = async () => {
			try {
				const me = await api.me();
				const found = await api.table(code);
				if (gone) return;
				setTable(found);
				setSeated(found.stage !== "waiting" || found.seats.some((seat) => seat.player === me.id));
			} catch (error) {
				if (!gone) setTrouble(error instanceof Error ? error.message : String(error));
			}
		};
		void ask();
		return () => {
			gone = true;
		};
	}, [code]);
	if (trouble) {
		return (
			<Page title="No such table">
				<p className="lead">{trouble}</p>
				<a className="button primary" href={hrefOf("/")}>
					Home
				</a>
			</Page>
		);
	}
	if (!table) return <Page title="One moment">{null}</Page>;
	if (!seated) return <Lobby table={table} changed={setTable} joined={() => setSeated(true)} />;
	return <Room address={socketAddress(code)} />;
}

/** What stands beside a table of a lesson: how far one is, and how to begin anew. */
export type Beside = (stands: LessonStands | undefined, again: () => void) => React.ReactNode;

/** Whatever is at the other end of a socket. */
export function Room({ address, beside }: { address: string; beside?: Beside }) {
	const { room, doing } = useRoom(address);
	const [info, setInfo] = useState<GameInfo | undefined>();
	const { table, mine, handover, seats } = room;
	const game = table?.game;
	const edition = table?.edition;
	const [own, code] = [table?.own_cards, table?.code];
	const rulings = JSON.stringify(table?.rulings ?? {});
	useEffect(() => {
		if (!game) return;
		let gone = false;
		infoOfTable({ game, edition: edition ?? "", rulings: JSON.parse(rulings), own_cards: own, code: code ?? "" })
			.then((found) => !gone && setInfo(found))
			.catch(() => undefined);
		return () => {
			gone = true;
		};
	}, [game, edition, rulings, own, code]);

	if (room.connection.is === "closed") {
		return (
			<Page title="This table is closed">
				<p className="lead">{room.connection.sentence}</p>
				<a className="button primary" href={hrefOf("/")}>
					Home
				</a>
			</Page>
		);
	}
	const banner = <Banner connection={room.connection} hurry={doing.hurry} />;
	if (!table) return <Page title="Sitting down">{banner}</Page>;
	if (handover) {
		return (
			<>
				{banner}
				<PassScreen key={handover} table={table} to={handover} ready={() => doing.send({ type: "ready", seat: handover })} />
			</>
		);
	}
	if (!mine) return table.stage === "waiting" ? <Lobby table={table} seats={seats} /> : <Page title="Dealing">{banner}</Page>;
	return (
		<Playing
			table={table}
			decks={room.decks}
			info={info}
			mine={mine}
			seats={seats}
			busy={room.sent !== undefined}
			offline={room.connection.is !== "open"}
			doing={doing}
			banner={banner}
			sayings={room.sayings}
			chat={room.chat}
			me={room.me?.id}
			stands={room.lesson}
			lesson={beside?.(room.lesson, () => doing.send({ type: "rematch", want: true }))}
		/>
	);
}

/** Says how the connection is doing, as long as it is not well. */
function Banner({ connection, hurry }: { connection: Connection; hurry: () => void }) {
	const [slow, setSlow] = useState(false);
	const is = connection.is;
	useEffect(() => {
		setSlow(false);
		if (is !== "connecting") return;
		const timer = setTimeout(() => setSlow(true), 700);
		return () => clearTimeout(timer);
	}, [is]);
	if (is === "open" || is === "closed" || (is === "connecting" && !slow)) return null;
	return (
		<div className="banner" role="status">
			{is === "waiting" ? "The connection dropped. Connecting again…" : "Connecting…"}
			{is === "waiting" && (
				<button type="button" className="button quiet" onClick={hurry}>
					Now
				</button>
			)}
		</div>
	);
}
