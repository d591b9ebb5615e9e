// Cards fly from where they were to where they are. What the events have not told is seen by the difference of two views.
import { type Change, diff } from "../lib/diff";
import { moving, settings } from "../lib/settings";
import type { View } from "../protocol/messages";
import { byKey, byZone, fade, floatNumber, ghost } from "./effects";
import { layOutSoon } from "./frames";
import { play } from "./sound";

const SPEED = { slow: 1.7, normal: 1, fast: 0.5 };

/** How long something takes that takes so long at normal speed. */
export const atSpeed = (base: number): number => base * SPEED[settings().speed];

/** What was where before the view changed. */
export type Before = { changes: Change[]; rects: Map<string, DOMRect>; copies: Map<string, HTMLElement> };

/** Remembers where everything is that is about to change. Only what will be gone is copied. */
export function remember(old: View, now: View): Before {
	const changes = diff(old, now);
	const before: Before = { changes, rects: new Map(), copies: new Map() };
	if (!moving()) return before;
	const gone = new Set(changes.flatMap((change) => (change.kind === "gone" ? [change.key] : [])));
	for (const element of document.querySelectorAll<HTMLElement>(".table [data-key], .table [data-zone]")) {
		const { key, zone } = element.dataset;
		const rect = element.getBoundingClientRect();
		if (rect.width === 0) continue;
		if (key) before.rects.set(`key ${key}`, rect);
		if (zone && !before.rects.has(`zone ${zone}`)) before.rects.set(`zone ${zone}`, rect);
		if (key && gone.has(key) && !element.closest("[data-fallen]")) before.copies.set(key, element.cloneNode(true) as HTMLElement);
	}
	return before;
}

let frame = 0;

/**
 * Moves what moved. Called after the new view is drawn; what was told already, by its key or zone, is not told again. Cards begin to move
 * with the next frame: the view is drawn in one task and measured in another, and neither takes long.
 */
export function settle(before: Before, told: ReadonlySet<string>, pace = 1): void {
	for (const change of before.changes) sound(change);
	cancelAnimationFrame(frame);
	if (!moving() || document.hidden) return;
	layOutSoon();
	frame = requestAnimationFrame(() => move(before, told, pace));
}

function move(before: Before, told: ReadonlySet<string>, pace: number): void {
	const { changes, rects } = before;
	const ms = (base: number) => atSpeed(base) * pace;
	let delay = 0;
	// Everything is measured before anything is added, so that the page is laid out once.
	const motions: (() => void)[] = [];
	const float = (element: HTMLElement | null, by: number, duration: number) => {
		const rect = element?.getBoundingClientRect();
		if (element && rect) motions.push(() => floatNumber(element, by, duration, rect));
	};
	for (const change of changes) {
		if (change.kind === "moved") {
			const element = byKey(change.key);
			const from = rects.get("key" in change.from ? `key ${change.from.key}` : `zone ${change.from.zone}`);
			const [to, wait] = [element?.getBoundingClientRect(), ms(delay)];
			if (element && from && to) motions.push(() => travel(element, from, to, ms(300), wait));
			delay = Math.min(delay + 70, 280);
		}
		if (change.kind === "stats" && !told.has(change.key)) float(byKey(change.key), change.by, ms(900));
		if (change.kind === "gone" && !told.has(change.key)) {
			const target = change.to ? byZone(change.to)?.getBoundingClientRect() : undefined;
			motions.push(() => leave(change.key, target, before, ms(380)));
		}
		if (change.kind === "count" && /\/(hp|points|wins)$/.test(change.zone) && !told.has(change.zone)) {
			float(byZone(change.zone), change.by, ms(1000));
		}
	}
	for (const motion of motions) motion();
}

/** The same at once, for who goes from view to view by hand. */
export function animate(old: View, now: View): void {
	settle(remember(old, now), new Set());
}

/** From where it was to where it is. */
function travel(element: HTMLElement, from: DOMRect, to: DOMRect, duration: number, delay: number): void {
	if (to.width === 0 || from.width === 0) return;
	const x = from.left + from.width / 2 - (to.left + to.width / 2);
	const y = from.top + from.height / 2 - (to.top + to.height / 2);
	if (Math.abs(x) + Math.abs(y) < 2) return;
	const scale = Math.max(0.3, Math.min(2, from.width / to.width));
	// Its face travels, and takes no tap that is meant for what it passes over; the card itself can be tapped where it will lie.
	for (const face of element.querySelectorAll<HTMLElement>(":scope > .card-face")) {
		face.animate(
			[
				{ transform: `translate(${x}px, ${y}px) scale(${scale})`, pointerEvents: "none" },
				{ transform: "scale(1.04)", pointerEvents: "none", offset: 0.82 },
				{ transform: "none", pointerEvents: "none" },
			],
			{ duration, delay, easing: "cubic-bezier(.2,.8,.2,1)", fill: "backwards" },
		);
	}
}

/** What left the sight goes to a pile, or fades where it stood. */
function leave(key: string, target: DOMRect | undefined, before: Before, duration: number): void {
	const from = before.rects.get(`key ${key}`);
	const copy = before.copies.get(key);
	if (!from || !copy) return;
	fade(ghost(copy, from), duration, [
		{ transform: "none", opacity: 1 },
		{ transform: target ? towards(from, target, 0.3) : "scale(.8)", opacity: 0 },
	]);
}

/** A transform that brings one box to the middle of another. */
export function towards(from: DOMRect, to: DOMRect, scale: number): string {
	const x = to.left + to.width / 2 - from.left - from.width / 2;
	const y = to.top + to.height / 2 - from.top - from.height / 2;
	return `translate(${x}px, ${y}px) scale(${scale})`;
}

function sound(change: Change): void {
	if (change.kind === "moved") play("key" in change.from ? "card" : "draw");
	if (change.kind === "gone") play("gone");
	if (change.kind === "stats" && change.by < 0) play("hit", -change.by);
	if (change.kind === "stats" && change.by > 0) play("grow");
	if (change.kind === "count" && /\/(hp|points)$/.test(change.zone)) play(change.by < 0 ? "hurt" : "heal", Math.abs(change.by));
}
