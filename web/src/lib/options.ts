// Options on the board: which cards, places and players a question means, and choices of several cards.
import type { Card, Choice, Question, Seat, View, WhyNot } from "../protocol/messages";

/** An option with its place in the question, which is what an answer names. */
export type Option = { pick: number; choice: Choice };

/** The options of a question, sorted by what they mean on the table. */
export type Board = {
	/** On cards that the view shows: `part:index`. */
	cards: Map<string, Option[]>;
	/** On places: `p1:2`. */
	slots: Map<string, Option[]>;
	/** On players. */
	seats: Map<Seat, Option[]>;
	/** On cards that the view does not show, as in a deck that is searched. */
	tray: Option[];
	/** Without anything on the table: pass, done, yes, no. */
	plain: Option[];
};

/** How a card is named in `Board.cards`. */
export const cardAt = (part: number, index: number): string => `${part}:${index}`;

/** How a place is named in `Board.slots`. */
export const slotAt = (seat: Seat, place: number): string => `${seat}:${place}`;

/** Sorts the options of a question. */
export function board(question: Question | undefined): Board {
	const sorted: Board = { cards: new Map(), slots: new Map(), seats: new Map(), tray: [], plain: [] };
	for (const [pick, choice] of (question?.options ?? []).entries()) {
		const option = { pick, choice };
		const { spot, slot, seat } = choice;
		if (spot?.part !== undefined && spot.index !== undefined) add(sorted.cards, cardAt(spot.part, spot.index), option);
		else if (choice.card !== undefined) sorted.tray.push(option);
		if (slot) add(sorted.slots, slotAt(slot[0], slot[1]), option);
		if (seat && !choice.card) add(sorted.seats, seat, option);
		if (!spot && !slot && !seat && choice.card === undefined) sorted.plain.push(option);
	}
	return sorted;
}

/** Why a card of a zone cannot be played now, if the server said so. */
export function whyNot(question: Question | undefined, card: Card, zone: string): WhyNot | undefined {
	return question?.why_not?.find((why) => why.card === card.card && why.zone === zone);
}

/**
 * What an option is called from one question to the next, so that several choices can be made before the first is sent.
 * Cards that can be followed go by their handle, others by their name: those of one name are alike.
 */
export function sameness(choice: Choice, view: View): string {
	const { spot, slot, seat, card } = choice;
	if (spot) {
		const zone = spot.part === undefined ? undefined : view[spot.part]?.value;
		const handle = Array.isArray(zone) && spot.index !== undefined ? zone[spot.index]?.handle : undefined;
		return handle === undefined ? `${spot.side}/${spot.zone}/${card}` : `#${handle}`;
	}
	if (slot) return `slot ${slot[0]} ${slot[1]}`;
	if (seat) return `seat ${seat}`;
	return `${choice.verb} ${choice.words}`;
}

/** Choices of several cards that were confirmed and are sent one after the other, as the questions come. */
export type Queue = { about: string | undefined; form: Question["form"]; wanted: string[]; finish: boolean };

/** Whether several options may be marked before anything is sent. */
export const takesSeveral = (question: Question | undefined): boolean =>
	(question?.form === "some-of" || question?.form === "order") &&
	question.options.filter((one) => one.verb === "choose").length > 1;

/** What to send next for a queue: a place, and the queue that is left; nothing if the question is another one. */
export function nextOf(
	queue: Queue,
	question: Question | undefined,
	view: View,
): { pick: number; left: Queue | undefined } | undefined {
	if (!question || question.form !== queue.form || question.about !== queue.about) return undefined;
	const [first, ...others] = queue.wanted;
	if (first === undefined) {
		const pick = question.options.findIndex((choice) => choice.verb === "none");
		return queue.finish && pick >= 0 ? { pick, left: undefined } : undefined;
	}
	const pick = question.options.findIndex((choice) => sameness(choice, view) === first);
	if (pick < 0) return undefined;
	return { pick, left: others.length > 0 || queue.finish ? { ...queue, wanted: others } : undefined };
}

function add<K>(map: Map<K, Option[]>, key: K, option: Option): void {
	const list = map.get(key);
	if (list) list.push(option);
	else map.set(key, [option]);
}

/** What most often comes next stands first: a button for it is the largest. It is only an order of words; every option stays. */
const CONTEXT = ["next", "yes", "pass", "end", "done", "none", "no"];

/** Options without anything on the table, the one for the big button first. */
export function contextual(plain: readonly Option[]): Option[] {
	const rank = (option: Option) => {
		const at = CONTEXT.indexOf(option.choice.verb);
		return at < 0 ? CONTEXT.length : at;
	};
	return [...plain].sort((one, two) => rank(one) - rank(two) || one.pick - two.pick);
}

/** Something on the table that a dragged card can be dropped on, as the page names it. */
export type Aim = { spot?: string | undefined; slot?: string | undefined; seat?: Seat | undefined };

/** Where these options can be aimed: what their moves say of the question that comes with them. */
export const aimsOf = (options: readonly Option[]): Aim[] =>
	options.flatMap((option) =>
		(option.choice.aims ?? []).map(({ card, slot, seat }) => ({
			spot: card && cardAt(card[0], card[1]),
			slot: slot && slotAt(slot[0], slot[1]),
			seat,
		})),
	);

/** Those of several options that can be aimed at what something was dropped on. */
export const aimable = (options: readonly Option[], on: Aim): Option[] =>
	options.filter((option) =>
		aimsOf([option]).some(
			(aim) =>
				(on.spot !== undefined && on.spot === aim.spot) ||
				(on.slot !== undefined && on.slot === aim.slot) ||
				(on.seat !== undefined && on.seat === aim.seat),
		),
	);

/** The option that means what something was dropped on, if the question has one. */
export function aimed(question: Question | undefined, aim: Aim): number | undefined {
	const sorted = board(question);
	const found =
		(aim.spot !== undefined ? sorted.cards.get(aim.spot) : undefined) ??
		(aim.slot !== undefined ? sorted.slots.get(aim.slot) : undefined) ??
		(aim.seat !== undefined ? sorted.seats.get(aim.seat) : undefined);
	return found?.length === 1 ? found[0]?.pick : undefined;
}
