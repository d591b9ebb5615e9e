// Motion: where things were before the view changed, where they are now, and a short way between. Nothing waits for it.
import { type Change, diff } from "../lib/diff";
import { moving, settings } from "../lib/settings";
import type { View } from "../protocol/messages";
import { play } from "./sound";

const SPEED = { slow: 1.7, normal: 1, fast: 0.5 };

let before = new Map<string, DOMRect>();
let copies = new Map<string, HTMLElement>();

/** Remembers where every card and pile is. */
export function snapshot(): void {
	if (!moving()) return;
	before = new Map();
	copies = new Map();
	for (const element of document.querySelectorAll<HTMLElement>("[data-key], [data-zone]")) {
		const rect = element.getBoundingClientRect();
		if (element.dataset.key) {
			before.set(`key ${element.dataset.key}`, rect);
			copies.set(element.dataset.key, element.cloneNode(true) as HTMLElement);
		}
		if (element.dataset.zone) before.set(`zone ${element.dataset.zone}`, rect);
	}
}

/** Moves what moved between two views. Called after the new one is drawn. */
export function animate(old: View, now: View): void {
	const changes = diff(old, now);
	for (const change of changes) sound(change);
	if (!moving()) return;
	const ms = (base: number) => base * SPEED[settings().speed];
	let delay = 0;
	for (const change of changes) {
		if (change.kind === "moved") {
			const element = byKey(change.key);
			const from = before.get("key" in change.from ? `key ${change.from.key}` : `zone ${change.from.zone}`);
			if (element && from) travel(element, from, ms(380), ms(delay));
			delay = Math.min(delay + 40, 200);
		}
		if (change.kind === "stats") float(byKey(change.key), change.by, ms(900));
		if (change.kind === "marked") pulse(byKey(change.key), ms(420));
		if (change.kind === "gone") leave(change.key, change.to, ms(460));
		if (change.kind === "count" && !/deck|turns|played|skirmish|mod /.test(change.zone)) {
			float(byZone(change.zone), change.by, ms(1000));
		}
	}
}

function byKey(key: string): HTMLElement | null {
	return document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
}

function byZone(zone: string): HTMLElement | null {
	return document.querySelector<HTMLElement>(`[data-zone="${CSS.escape(zone)}"]`);
}

/** From where it was to where it is. */
function travel(element: HTMLElement, from: DOMRect, duration: number, delay: number): void {
	const to = element.getBoundingClientRect();
	if (to.width === 0 || from.width === 0) return;
	const x = from.left + from.width / 2 - (to.left + to.width / 2);
	const y = from.top + from.height / 2 - (to.top + to.height / 2);
	if (Math.abs(x) + Math.abs(y) < 2) return;
	const scale = Math.max(0.3, Math.min(2, from.width / to.width));
	// Its face travels, and takes no tap that is meant for what it passes over; the card itself can be tapped where it will lie.
	for (const face of element.children) {
		face.animate(
			[
				{ transform: `translate(${x}px, ${y}px) scale(${scale})`, pointerEvents: "none" },
				{ transform: "none", pointerEvents: "none" },
			],
			{ duration, delay, easing: "cubic-bezier(.2,.8,.2,1)", fill: "backwards", composite: "replace" },
		);
	}
}

/** A number that rises: what was gained or lost. */
function float(element: HTMLElement | null, by: number, duration: number): void {
	if (!element) return;
	const rect = element.getBoundingClientRect();
	const note = ghost(document.createElement("div"), rect);
	note.className = by < 0 ? "float float-loss" : "float float-gain";
	note.textContent = by < 0 ? `−${-by}` : `+${by}`;
	fade(note, duration, [
		{ transform: "translateY(20%) scale(.7)", opacity: 0 },
		{ transform: "translateY(0) scale(1.15)", opacity: 1, offset: 0.2 },
		{ transform: "translateY(-70%) scale(1)", opacity: 0 },
	]);
	if (by < 0) {
		element.animate(
			[{ translate: "0" }, { translate: "-5px 0" }, { translate: "5px 0" }, { translate: "-3px 0" }, { translate: "0" }],
			duration * 0.4,
		);
	}
}

function pulse(element: HTMLElement | null, duration: number): void {
	element?.animate([{ scale: 1 }, { scale: 1.06 }, { scale: 1 }], { duration, easing: "ease-in-out" });
}

/** What left the sight goes to a pile, or fades where it stood. */
function leave(key: string, to: string | undefined, duration: number): void {
	const from = before.get(`key ${key}`);
	const copy = copies.get(key);
	if (!from || !copy || from.width === 0) return;
	const target = to ? byZone(to)?.getBoundingClientRect() : undefined;
	const note = ghost(copy, from);
	note.classList.add("leaving");
	const away = target
		? `translate(${target.left + target.width / 2 - from.left - from.width / 2}px, ${target.top + target.height / 2 - from.top - from.height / 2}px) scale(.35) rotate(8deg)`
		: "scale(.8)";
	fade(note, duration, [
		{ transform: "none", opacity: 1, filter: "none" },
		{ transform: "scale(1.05)", opacity: 1, filter: "saturate(.2) brightness(1.4)", offset: 0.25 },
		{ transform: away, opacity: 0, filter: "saturate(0)" },
	]);
}

/** A thing to look at only: no key, no name, no way to click it. */
function ghost(element: HTMLElement, rect: DOMRect): HTMLElement {
	for (const one of [element, ...element.querySelectorAll<HTMLElement>("*")]) {
		for (const name of ["data-key", "data-zone", "data-testid", "id", "tabindex", "data-nav"]) one.removeAttribute(name);
	}
	element.setAttribute("aria-hidden", "true");
	element.setAttribute("inert", "");
	Object.assign(element.style, {
		position: "fixed",
		left: `${rect.left}px`,
		top: `${rect.top}px`,
		width: `${rect.width}px`,
		height: `${rect.height}px`,
		margin: "0",
		pointerEvents: "none",
		zIndex: "40",
	});
	return element;
}

function fade(element: HTMLElement, duration: number, keyframes: Keyframe[]): void {
	document.body.append(element);
	const end = () => element.remove();
	const animation = element.animate(keyframes, { duration, easing: "ease-out", fill: "forwards" });
	animation.onfinish = end;
	animation.oncancel = end;
}

function sound(change: Change): void {
	if (change.kind === "moved") play("key" in change.from ? "card" : "draw");
	if (change.kind === "gone") play("gone");
	if (change.kind === "stats" && change.by < 0) play("hit");
	if (change.kind === "stats" && change.by > 0) play("grow");
	if (change.kind === "count" && /\/(hp|points)$/.test(change.zone)) play(change.by < 0 ? "hurt" : "grow");
}
