// Keys of the whole table: 1 to 9 choose from the list, Space presses the big button.
import { useEffect } from "react";
import type { Option } from "../lib/options";
import type { Question } from "../protocol/messages";

/** Listens as long as the table is there. */
export function useKeys(question: Question | undefined, choose: (option: Option) => void): void {
	useEffect(() => {
		const pressed = (event: KeyboardEvent) => {
			const on = event.target as HTMLElement;
			if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
			if (on.closest("input, select, textarea, dialog, [contenteditable]")) return;
			if (event.key === " ") {
				// On a button Space means that button.
				if (on.closest("button, a, summary")) return;
				event.preventDefault();
				document.querySelector<HTMLButtonElement>(".prompt [data-go]:enabled")?.click();
				return;
			}
			const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
			const choice = question?.options[digit - 1];
			if (digit === 0 || !choice) return;
			event.preventDefault();
			choose({ pick: digit - 1, choice });
		};
		document.addEventListener("keydown", pressed);
		return () => document.removeEventListener("keydown", pressed);
	}, [question, choose]);
}
