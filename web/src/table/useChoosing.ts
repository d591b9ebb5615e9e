// Tapping and choosing: what is selected, what is marked, what is sent. Two steps for a move, several cards before a confirmation.
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Mine } from "../lib/merge";
import {
	type Aim,
	aimable,
	aimed,
	type Board,
	nextOf,
	type Option,
	type Queue,
	sameness,
	board as sorted,
	takesSeveral,
	whyNot,
} from "../lib/options";
import { useSettings } from "../lib/settings";
import type { Card, Reason } from "../protocol/messages";
import { sameTarget, type Target } from "./context";

/** Everything about choosing at a table. */
export type Choosing = {
	board: Board;
	selected: Target | undefined;
	shown: Card | undefined;
	/** What can be done with what is selected. */
	options: Option[];
	why: Reason | undefined;
	marked: Option[];
	tap: (target: Target, options: Option[]) => void;
	/** A card was dropped on something: it is played there, as far as the questions that follow allow. */
	drop: (target: Target, options: Option[], on: Aim) => void;
	inspect: (card: Card) => void;
	/** From the list: sent at once, or marked if several are asked for. */
	choose: (option: Option) => void;
	confirm: () => void;
	clear: () => void;
	cancel: () => void;
};

/** Chooses for the question that is open. */
export function useChoosing(mine: Mine | undefined, busy: boolean, sends: (pick: number, decision: number) => void): Choosing {
	const { taps } = useSettings();
	const question = mine?.question;
	const decision = question?.decision;
	const board = useMemo(() => sorted(question), [question]);
	const [selected, select] = useState<Target | undefined>();
	const [shown, show] = useState<Card | undefined>();
	const [options, offer] = useState<Option[]>([]);
	const [marked, mark] = useState<Option[]>([]);
	const queue = useRef<Queue | undefined>(undefined);
	const dropped = useRef<{ on: Aim; about: string | undefined } | undefined>(undefined);
	const answer = useCallback(
		(pick: number) => {
			if (decision === undefined) return;
			// What was read before a move is put away with it.
			show(undefined);
			sends(pick, decision);
		},
		[sends, decision],
	);

	// Another question: what was selected or marked for the last one means nothing any more. What was confirmed before goes on before
	// anybody sees the question.
	// biome-ignore lint/correctness/useExhaustiveDependencies: it is about the question, not about what it leads to.
	useLayoutEffect(() => {
		select(undefined);
		offer([]);
		mark([]);
		const waiting = queue.current;
		// While somebody looks at revealed cards nothing is asked; what was marked is sent afterwards.
		if (waiting && mine?.state.reveals?.length) return;
		queue.current = undefined;
		const aim = dropped.current;
		if (mine?.question) dropped.current = undefined;
		if (aim && mine?.question && mine.question.about === aim.about && mine.question.occasion === "declaring") {
			const pick = aimed(mine.question, aim.on);
			if (pick !== undefined) return answer(pick);
		}
		if (!waiting || !mine) return;
		const next = nextOf(waiting, mine.question, mine.view);
		if (!next) return;
		queue.current = next.left;
		answer(next.pick);
	}, [decision, mine?.match, mine?.viewer]);

	const toggle = useCallback((option: Option) => {
		mark((old) =>
			old.some((one) => one.pick === option.pick) ? old.filter((one) => one.pick !== option.pick) : [...old, option],
		);
	}, []);
	const send = useCallback(
		(option: Option) => {
			if (!busy) answer(option.pick);
		},
		[answer, busy],
	);
	const several = takesSeveral(question);
	const choose = useCallback(
		(option: Option) => {
			if (several && option.choice.verb === "choose") toggle(option);
			else send(option);
		},
		[several, toggle, send],
	);
	const tap = useCallback(
		(target: Target, on: Option[]) => {
			const first = on[0];
			if (several && first?.choice.verb === "choose") {
				select(undefined);
				show(undefined);
				toggle(first);
				return;
			}
			const again = sameTarget(selected, target);
			const isTarget = first?.choice.verb === "choose" && on.length === 1;
			if (first && on.length === 1 && ((isTarget && taps === "one") || again)) {
				send(first);
				return;
			}
			if (target.is === "pile" && again) {
				select(undefined);
				return;
			}
			select(target);
			offer(on);
			show(target.is === "card" ? target.card : undefined);
		},
		[selected, several, taps, send, toggle],
	);
	const drop = useCallback(
		(target: Target, on: Option[], aim: Aim) => {
			// Of what can be done in several ways, the one that goes there is meant.
			const meant = on.length > 1 ? aimable(on, aim) : on;
			const first = meant[0];
			// What cannot be played says why; what can still be done in several ways asks which.
			if (!first || meant.length > 1 || several) return tap(target, on);
			dropped.current = { on: aim, about: first.choice.card };
			send(first);
		},
		[tap, send, several],
	);
	const cancel = useCallback(() => {
		select(undefined);
		offer([]);
		show(undefined);
	}, []);
	const clear = useCallback(() => mark([]), []);
	const inspect = useCallback((card: Card) => show(card), []);
	const confirm = useCallback(() => {
		if (!mine?.question || marked.length === 0 || busy) return;
		const { form, about } = mine.question;
		const wanted = marked.map((option) => sameness(option.choice, mine.view));
		const next = nextOf({ form, about, wanted, finish: form === "some-of" }, mine.question, mine.view);
		if (!next) return;
		queue.current = next.left;
		answer(next.pick);
	}, [mine, marked, busy, answer]);

	const card = selected?.is === "card" ? selected : undefined;
	const own = card && question && card.seat === question.seat && options.length === 0 ? card : undefined;
	const why = own ? whyNot(question, own.card, own.zone)?.reason : undefined;
	return { board, selected, shown, options, why, marked, tap, drop, inspect, choose, confirm, clear, cancel };
}
