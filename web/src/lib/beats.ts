// What happened, as beats that can be played one after the other. It knows the words of events and where their cards are, and no rule.
import type { EventKind } from "../protocol/events";
import type { GameEvent, Seat, SeenCard } from "../protocol/messages";

/** A card on the screen: by what it can be followed by, else by its name. */
export type Who = { handle: number | undefined; name: string | undefined };

/** One beat. */
export type Beat =
	/** Somebody attacks: a card, or the player if there is no card. */
	| { is: "attack"; from: Who; to: Who | { seat: Seat } }
	/** A number on a card or a player. */
	| { is: "number"; on: Who | { seat: Seat }; by: number; blow: boolean }
	/** A card leaves the field for good. */
	| { is: "death"; card: Who }
	| { is: "shield"; card: Who }
	/** A card is eaten by one of this name. */
	| { is: "meal"; card: Who; by: string | undefined; seat: Seat | undefined }
	/** A card is played or springs: large, for a moment. */
	| { is: "cast"; card: Who; seat: Seat | undefined; trap: boolean }
	/** A link of the chain is done with. */
	| { is: "link"; card: Who; broken: boolean }
	| { is: "terrain"; terrain: number }
	| { is: "turn"; seat: Seat }
	/** Words across the lane. */
	| { is: "news"; words: string };

/** Which kinds are which beat. A kind that is not here is told by the log and by where cards are afterwards. */
const KINDS: Partial<Record<EventKind, Beat["is"] | "loss" | "gain" | "broken" | "trap">> = {
	attacked: "attack",
	attacks: "attack",
	damaged: "loss",
	hurt: "loss",
	"lost-points": "loss",
	healed: "gain",
	regenerated: "gain",
	grew: "gain",
	gained: "gain",
	"gained-points": "gain",
	blocked: "shield",
	died: "death",
	destroyed: "death",
	replaced: "death",
	eaten: "meal",
	played: "cast",
	used: "cast",
	fired: "trap",
	resolved: "link",
	fizzled: "broken",
	stopped: "broken",
	controlled: "terrain",
	turn: "turn",
	won: "news",
	tied: "news",
};

const who = (seen: SeenCard | undefined): Who => ({ handle: seen?.handle, name: seen?.card });

/** The beat of an event, if it has one. */
export function beatOf(event: GameEvent): Beat | undefined {
	const [first, second] = event.cards ?? [];
	const { seat, number } = event;
	const rival = seat === "p1" ? "p2" : "p1";
	const kind = KINDS[event.what as EventKind];
	switch (kind) {
		case "attack":
			if (!first || !seat) return undefined;
			return { is: "attack", from: who(first), to: second ? who(second) : { seat: rival } };
		case "loss":
		case "gain": {
			if (number === undefined || number === 0) return undefined;
			const lost = kind === "loss";
			const on = first ? who(first) : seat && { seat };
			return on && { is: "number", on, by: lost ? -Math.abs(number) : number, blow: lost };
		}
		case "shield":
			return first && { is: "shield", card: who(first) };
		case "death":
			return first && { is: "death", card: who(first) };
		case "meal":
			return first && { is: "meal", card: who(first), by: event.cause, seat };
		case "cast":
		case "trap":
			return first && { is: "cast", card: who(first), seat, trap: kind === "trap" };
		case "link":
		case "broken":
			return first && { is: "link", card: who(first), broken: kind === "broken" };
		case "terrain":
			return number === undefined ? undefined : { is: "terrain", terrain: number };
		case "turn":
			return seat && { is: "turn", seat };
		case "news":
			return { is: "news", words: event.text };
		default:
			return undefined;
	}
}

/** The beats of what was heard. */
export const beatsOf = (events: readonly GameEvent[]): Beat[] =>
	events.map(beatOf).filter((beat): beat is Beat => beat !== undefined);

/** Whether something answers an attack: then the blow falls. */
export const strikes = (beat: Beat): boolean =>
	(beat.is === "number" && beat.blow) || beat.is === "death" || beat.is === "shield";
