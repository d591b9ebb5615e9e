// The chat as one hears it: without who is muted, with what is new.
import { useCallback, useMemo, useState } from "react";
import { mute as keepMute, muted as keptMutes } from "../lib/chat";
import type { ChatLine } from "../protocol/messages";

/** What a chat shows and can do. */
export type Talk = {
	lines: ChatLine[];
	/** What came since one has looked. */
	unread: number;
	/** The newest line of somebody else, for screen readers. */
	newest: ChatLine | undefined;
	muted: Record<string, string>;
	mute: (player: string, name: string | undefined) => void;
	read: () => void;
};

/** The chat of a table for this player. */
export function useTalk(chat: ChatLine[], me: string | undefined): Talk {
	const [muted, setMuted] = useState(keptMutes);
	const [seen, setSeen] = useState(0);
	const lines = useMemo(() => chat.filter((line) => !(line.player in muted)), [chat, muted]);
	const last = lines.at(-1)?.n ?? 0;
	const others = lines.filter((line) => line.player !== me);
	const mute = useCallback((player: string, name: string | undefined) => setMuted(keepMute(player, name)), []);
	const read = useCallback(() => setSeen((old) => Math.max(old, last)), [last]);
	return { lines, unread: others.filter((line) => line.n > seen).length, newest: others.at(-1), muted, mute, read };
}
