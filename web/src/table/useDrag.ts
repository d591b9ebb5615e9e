// Dragging a card: it follows the pointer, leans with its speed, and is played on what it is dropped on. A tap stays a tap.
import { useRef } from "react";
import { type Aim, aimsOf, type Option } from "../lib/options";
import { moving } from "../lib/settings";
import { lightAims } from "../motion/light";
import type { Seat } from "../protocol/messages";
import type { At, Target } from "./context";

/** So far a pointer may stray within a tap, in pixels. */
const TAP = 9;
/** So long a finger rests on a card to see it large, in milliseconds. */
const PRESS = 350;

type Held = {
	x: number;
	y: number;
	last: number;
	dragging: boolean;
	pressed: boolean;
	timer: ReturnType<typeof setTimeout> | undefined;
	over: Element | undefined;
};

type Dragged = { target: Target; options: Option[]; look: At["look"]; drop: At["drop"] };

/** Handlers for a card that can be dragged. */
export function useDrag({ target, options, look, drop }: Dragged) {
	const held = useRef<Held | undefined>(undefined);
	const end = (element: HTMLElement) => {
		const was = held.current;
		held.current = undefined;
		if (!was) return;
		clearTimeout(was.timer);
		was.over?.removeAttribute("data-over-drop");
		element.removeAttribute("data-dragged");
		if (was.dragging) {
			element.closest(".table")?.removeAttribute("data-dragging");
			lightAims([]);
		}
		element.style.removeProperty("translate");
		element.style.removeProperty("rotate");
	};
	const swallow = (element: HTMLElement) => {
		// The click that follows belongs to the drag or the long press, not to the card.
		const stop = (event: Event) => {
			event.stopPropagation();
			event.preventDefault();
		};
		element.addEventListener("click", stop, { capture: true, once: true });
		setTimeout(() => element.removeEventListener("click", stop, { capture: true }), 0);
	};
	return {
		onPointerDown: (event: React.PointerEvent<HTMLElement>) => {
			if (event.button !== 0 || !drop) return;
			const element = event.currentTarget;
			const started: Held = {
				x: event.clientX,
				y: event.clientY,
				last: event.clientX,
				dragging: false,
				pressed: false,
				timer: undefined,
				over: undefined,
			};
			held.current = started;
			if (event.pointerType === "mouse" || target.is !== "card") return;
			started.timer = setTimeout(() => {
				if (held.current !== started || started.dragging) return;
				started.pressed = true;
				look?.(target.card, element);
			}, PRESS);
		},
		onPointerMove: (event: React.PointerEvent<HTMLElement>) => {
			const now = held.current;
			if (!now || now.pressed) return;
			const [x, y] = [event.clientX - now.x, event.clientY - now.y];
			const element = event.currentTarget;
			if (!now.dragging) {
				if (Math.hypot(x, y) < TAP) return;
				clearTimeout(now.timer);
				// Fingers scroll a long hand sideways; they drag a card upwards.
				if (event.pointerType !== "mouse" && options.length === 0) return end(element);
				now.dragging = true;
				look?.(undefined);
				element.setPointerCapture(event.pointerId);
				element.setAttribute("data-dragged", "");
				const lit = lightAims(aimsOf(options));
				const where = options.length === 0 ? "cannot" : lit > 0 ? "aims" : "can";
				element.closest(".table")?.setAttribute("data-dragging", where);
			}
			element.style.translate = `${x}px ${y}px`;
			if (moving()) element.style.rotate = `${Math.max(-12, Math.min(12, (event.clientX - now.last) * 0.9))}deg`;
			now.last = event.clientX;
			const over = under(event.clientX, event.clientY);
			if (over === now.over) return;
			now.over?.removeAttribute("data-over-drop");
			over?.setAttribute("data-over-drop", "");
			now.over = over;
		},
		onPointerUp: (event: React.PointerEvent<HTMLElement>) => {
			const element = event.currentTarget;
			const was = held.current;
			const on = was?.dragging ? under(event.clientX, event.clientY) : undefined;
			end(element);
			if (was?.pressed) {
				look?.(undefined);
				swallow(element);
			}
			if (!was?.dragging) return;
			swallow(element);
			if (on) drop?.(target, options, aimOf(on));
		},
		onPointerCancel: (event: React.PointerEvent<HTMLElement>) => {
			look?.(undefined);
			end(event.currentTarget);
		},
	};
}

/** What lies under a point that something can be dropped on. The dragged card takes no pointer itself. */
function under(x: number, y: number): Element | undefined {
	for (const element of document.elementsFromPoint(x, y)) {
		const found = element.closest("[data-spot], [data-drop], [data-seat], .board");
		if (found && !found.closest("[data-dragged]") && !found.closest(".hand")) return found;
	}
	return undefined;
}

function aimOf(element: Element): Aim {
	const { spot, drop, seat } = (element as HTMLElement).dataset;
	return { spot, slot: drop, seat: seat as Seat | undefined };
}
