// Single effects: a number that rises, a blow, an arrow, a shake. Each is only to look at, and goes away by itself.

import { signed } from "../lib/words";

/** A card on the screen by its key. */
export const byKey = (key: string): HTMLElement | null =>
	document.querySelector<HTMLElement>(`.mat [data-key="${CSS.escape(key)}"]`);

/** A zone on the screen by its name. */
export const byZone = (zone: string): HTMLElement | null =>
	document.querySelector<HTMLElement>(`.mat [data-zone="${CSS.escape(zone)}"]`);

/** A number that rises: what was gained or lost. */
export function floatNumber(
	element: HTMLElement | null,
	by: number,
	duration: number,
	rect = element?.getBoundingClientRect(),
): void {
	if (!rect || by === 0 || rect.width === 0) return;
	const note = ghost(document.createElement("div"), rect);
	note.className = by < 0 ? "float float-loss" : "float float-gain";
	note.style.fontSize = `${Math.max(24, Math.min(rect.height * 0.34, 72))}px`;
	note.textContent = signed(by);
	fade(note, duration, [
		{ transform: "translateY(16%) scale(.6)", opacity: 0 },
		{ transform: "translateY(0) scale(1.2)", opacity: 1, offset: 0.14 },
		{ transform: "translateY(-6%) scale(1)", opacity: 1, offset: 0.7 },
		{ transform: "translateY(-34%) scale(.95)", opacity: 0 },
	]);
}

/** It was hit: a star where it was struck, and the card shakes. */
export function impact(element: HTMLElement | null, duration: number): void {
	if (!element) return;
	const rect = element.getBoundingClientRect();
	const star = ghost(document.createElement("div"), rect);
	star.className = "impact";
	fade(star, duration, [
		{ transform: "scale(.2) rotate(-20deg)", opacity: 1 },
		{ transform: "scale(1.15) rotate(6deg)", opacity: 1, offset: 0.35 },
		{ transform: "scale(1.4) rotate(10deg)", opacity: 0 },
	]);
	element.animate(
		[
			{ translate: "0" },
			{ translate: "5px -3px", rotate: "1.2deg", offset: 0.2 },
			{ translate: "-5px 2px", rotate: "-1deg", offset: 0.45 },
			{ translate: "3px 1px", offset: 0.7 },
			{ translate: "0" },
		],
		duration,
	);
}

/** A barrier takes the blow. */
export function shield(element: HTMLElement | null, duration: number): void {
	if (!element) return;
	const ring = ghost(document.createElement("div"), element.getBoundingClientRect());
	ring.className = "shield";
	fade(ring, duration, [
		{ transform: "scale(.9)", opacity: 0 },
		{ transform: "scale(1.04)", opacity: 1, offset: 0.3 },
		{ transform: "scale(1.1)", opacity: 0 },
	]);
}

/** A card draws back, lunges at another and comes home; the blow falls after about three fifths of the time. */
export function lunge(element: HTMLElement, at: DOMRect, duration: number): void {
	const from = element.getBoundingClientRect();
	const x = (at.left + at.width / 2 - from.left - from.width / 2) * 0.74;
	const y = (at.top + at.height / 2 - from.top - from.height / 2) * 0.74;
	element.animate(
		[
			{ transform: "none", zIndex: 45 },
			{
				transform: `translate(${-x * 0.07}px, ${-y * 0.1}px) scale(1.06)`,
				zIndex: 45,
				offset: 0.38,
				easing: "cubic-bezier(.7,0,1,.6)",
			},
			{ transform: `translate(${x}px, ${y}px) scale(1.1)`, zIndex: 45, offset: 0.6, easing: "cubic-bezier(.1,.8,.2,1)" },
			{ transform: "none", zIndex: 45 },
		],
		{ duration, easing: "cubic-bezier(.2,0,.2,1)" },
	);
}

const SVG = "http://www.w3.org/2000/svg";

/** A tapered arrow from one box to another. It stays until it is removed. */
export function arrow(from: DOMRect, to: DOMRect, duration: number): SVGSVGElement {
	const svg = document.createElementNS(SVG, "svg");
	svg.setAttribute("class", "arrow");
	svg.setAttribute("aria-hidden", "true");
	const path = document.createElementNS(SVG, "path");
	path.setAttribute("d", arrowPath(from, to));
	svg.append(path);
	(document.querySelector(".table") ?? document.body).append(svg);
	if (duration > 0) {
		const x = from.left + from.width / 2;
		const y = from.top + from.height / 2;
		path.style.transformOrigin = `${x}px ${y}px`;
		path.animate(
			[
				{ transform: "scale(.15)", opacity: 0 },
				{ transform: "none", opacity: 1 },
			],
			{ duration, easing: "ease-out" },
		);
	}
	return svg;
}

/** The outline of an arrow: thin where it begins, with a head where it ends, bent to one side. */
export function arrowPath(from: DOMRect, to: DOMRect): string {
	const start = { x: from.left + from.width / 2, y: from.top + from.height / 2 };
	const tip = { x: to.left + to.width / 2, y: to.top + to.height / 2 };
	const [dx, dy] = [tip.x - start.x, tip.y - start.y];
	const length = Math.hypot(dx, dy) || 1;
	const bend = { x: (start.x + tip.x) / 2 - dy * 0.16, y: (start.y + tip.y) / 2 + dx * 0.16 };
	const width = Math.max(5, Math.min(from.width * 0.085, 16));
	const point = (t: number) => ({
		x: (1 - t) ** 2 * start.x + 2 * (1 - t) * t * bend.x + t * t * tip.x,
		y: (1 - t) ** 2 * start.y + 2 * (1 - t) * t * bend.y + t * t * tip.y,
	});
	const normal = (t: number) => {
		const x = 2 * (1 - t) * (bend.x - start.x) + 2 * t * (tip.x - bend.x);
		const y = 2 * (1 - t) * (bend.y - start.y) + 2 * t * (tip.y - bend.y);
		const size = Math.hypot(x, y) || 1;
		return { x: -y / size, y: x / size };
	};
	const neck = 1 - Math.min(0.3, (width * 3) / length);
	const left: string[] = [];
	const right: string[] = [];
	const side = (t: number, by: number) => {
		const [p, n] = [point(t), normal(t)];
		return `${(p.x + n.x * by).toFixed(1)} ${(p.y + n.y * by).toFixed(1)}`;
	};
	for (let step = 0; step <= 12; step++) {
		const t = (step / 12) * neck;
		const half = width * (0.18 + 0.82 * t);
		left.push(side(t, half));
		right.unshift(side(t, -half));
	}
	const head = [side(neck, width * 2.2), `${tip.x.toFixed(1)} ${tip.y.toFixed(1)}`, side(neck, -width * 2.2)];
	return `M${[...left, ...head, ...right].join("L")}Z`;
}

/** A thing to look at only: no key, no name, no way to click it. */
export function ghost(element: HTMLElement, rect: DOMRect): HTMLElement {
	for (const one of [element, ...element.querySelectorAll<HTMLElement>("*")]) {
		for (const name of [
			"data-key",
			"data-zone",
			"data-card",
			"data-spot",
			"data-drop",
			"data-testid",
			"id",
			"tabindex",
			"data-nav",
		])
			one.removeAttribute(name);
	}
	element.classList.remove("can", "shown", "marked", "pointed");
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
		zIndex: "46",
	});
	return element;
}

/** Plays something that is only there for it. */
export function fade(element: HTMLElement, duration: number, keyframes: Keyframe[]): void {
	(document.querySelector(".table") ?? document.body).append(element);
	const end = () => element.remove();
	const animation = element.animate(keyframes, { duration, easing: "ease-out", fill: "forwards" });
	animation.onfinish = end;
	animation.oncancel = end;
}
