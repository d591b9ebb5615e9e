// Accounts, profiles, settings and the queue, over HTTP and one socket.
import type {
	DeckRequest,
	LoggedIn,
	MatchPage,
	MatchShare,
	Profile,
	QuickNews,
	QuickRequest,
	RecoveryInfo,
	SavedDeck,
	SessionInfo,
	SignedUp,
} from "../protocol/messages";
import { ask, me } from "./api";

/** The guest gets a name and a password, and keeps everything. */
export const signUp = (name: string, password: string): Promise<SignedUp> => ask("POST", "/api/account", { name, password });
/** Another password for who has the recovery code. */
export const recover = (name: string, recovery: string, password: string): Promise<SignedUp> =>
	ask("POST", "/api/recover", { name, recovery, password });
/** Whether I have a recovery code. */
export const recoveryInfo = (): Promise<RecoveryInfo> => ask("GET", "/api/me/recovery");
/** Another recovery code. */
export const renewRecovery = (password: string): Promise<RecoveryInfo> => ask("POST", "/api/me/recovery", { password });
/** Who may read a match that I have played; refused to everybody else. */
export const shareOf = (match: string): Promise<MatchShare> => ask("GET", `/api/matches/${encodeURIComponent(match)}/share`);
/** Shares it with whoever has the link. */
export const share = (match: string): Promise<MatchShare> => ask("POST", `/api/matches/${encodeURIComponent(match)}/share`, {});
/** Ends that. */
export const unshare = (match: string): Promise<unknown> => ask("DELETE", `/api/matches/${encodeURIComponent(match)}/share`);
/** Log in; what the guest has may come along. */
export const logIn = (name: string, password: string, bring: boolean): Promise<LoggedIn> =>
	ask("POST", "/api/login", { name, password, bring });
/** Log out. */
export const logOut = (): Promise<unknown> => ask("POST", "/api/logout", {});
/** Another password. */
export const changePassword = (old: string, fresh: string): Promise<unknown> =>
	ask("POST", "/api/me/password", { old, new: fresh });
/** Where I am logged in. */
export const sessions = (): Promise<SessionInfo[]> => ask("GET", "/api/me/sessions");
/** Ends one of them. */
export const endSession = (id: string): Promise<unknown> => ask("DELETE", `/api/me/sessions/${encodeURIComponent(id)}`);
/** Ends all but this one. */
export const endOthers = (): Promise<unknown> => ask("DELETE", "/api/me/sessions");
/** Forgets me. */
export const forgetMe = (password: string | undefined): Promise<unknown> =>
	ask("DELETE", "/api/me", password === undefined ? {} : { password });
/** What I have played, or what everybody may know of somebody. */
export const profile = (id: string | undefined): Promise<Profile> =>
	id === undefined ? me().then(() => ask("GET", "/api/me/profile")) : ask("GET", `/api/players/${encodeURIComponent(id)}`);
/** My finished matches, the latest first. */
export const matches = (before?: string): Promise<MatchPage> =>
	me().then(() => ask("GET", `/api/me/matches${before ? `?before=${encodeURIComponent(before)}` : ""}`));
/** My decks. */
export const decks = (): Promise<SavedDeck[]> => ask("GET", "/api/me/decks");
/** What I like, as the account keeps it. */
export const keptSettings = (): Promise<Record<string, unknown>> => ask("GET", "/api/me/settings");
/** Keeps it. */
export const keepSettings = (all: Record<string, unknown>): Promise<unknown> => ask("PUT", "/api/me/settings", all);

/** Looking for a match: news come until it is found, refused or left. */
export class Search {
	private readonly socket: WebSocket;
	private done = false;

	constructor(game: string, deck: DeckRequest, heard: (news: QuickNews) => void, at: Location = window.location) {
		this.socket = new WebSocket(`${at.protocol === "https:" ? "wss" : "ws"}://${at.host}/api/quick/socket`);
		this.socket.onopen = () => this.say({ type: "seek", game, deck });
		this.socket.onmessage = (event) => {
			const news = read(event.data);
			if (!news || this.done) return;
			this.done = news.type === "matched" || news.type === "refused";
			heard(news);
		};
		this.socket.onclose = () => {
			if (this.done) return;
			this.done = true;
			heard({ type: "refused", code: "offline", sentence: "The connection was lost. Look again." });
		};
	}

	/** Takes the bot. */
	bot(): void {
		this.say({ type: "bot" });
	}

	/** Leaves the queue. */
	leave(): void {
		this.done = true;
		this.socket.close();
	}

	private say(message: QuickRequest): void {
		if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
	}
}

function read(data: unknown): QuickNews | undefined {
	try {
		return JSON.parse(String(data)) as QuickNews;
	} catch {
		return undefined;
	}
}
