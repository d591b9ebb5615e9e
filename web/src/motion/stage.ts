// The stage: plays what happened on the table as it was, then shows the table as it is. Whoever clicks has seen enough.
import { type Beat, beatsOf, strikes, type Who } from "../lib/beats";
import type { Change } from "../lib/diff";
import type { Mine } from "../lib/merge";
import { moving } from "../lib/settings";
import type { Seat } from "../protocol/messages";
import { arrow, byKey, byZone, fade, floatNumber, ghost, impact, lunge, shield } from "./effects";
import { atSpeed, remember, settle, towards } from "./flip";
import { play } from "./sound";

/** What is drawn by the page itself while the stage plays. */
export type Scene =
	/** A card that is played, large. */
	| { is: "card"; name: string; seat: Seat | undefined; trap: boolean }
	/** Words across the lane. */
	| { is: "ribbon"; words: string };

/** What the stage asks of the page. */
export type Page = {
	/** Draws a state, at once, and shows nothing over it. */
	draw: (mine: Mine) => void;
	show: (scene: Scene | undefined) => void;
};

/** More events than this are not a move but a past. */
const PAST = 40;

/** Plays states one after the other. */
export class Stage {
	private queue: Mine[] = [];
	private running = false;
	private skipped = false;
	private wake = new Set<() => void>();
	/** An attack that was declared and not yet answered. */
	private pending: { from: Who; to: Who | { seat: Seat }; arrow: SVGSVGElement } | undefined;

	constructor(
		private drawn: Mine,
		private readonly page: Page,
	) {}

	/** Another state. What cannot be played is drawn at once. */
	next(mine: Mine): void {
		if (mine === this.drawn || this.queue.includes(mine)) return;
		const last = this.queue.at(-1) ?? this.drawn;
		const follows = mine.match === last.match && mine.viewer === last.viewer && !mine.quiet;
		if (!follows || !moving() || document.hidden) {
			this.queue = [];
			this.skip();
			this.dropArrow();
			this.commit(mine, follows);
			return;
		}
		this.queue.push(mine);
		if (!this.running) void this.run();
	}

	/** Enough seen: what is played now ends, what waits is drawn. */
	skip(): void {
		this.skipped = true;
		for (const one of this.wake) one();
		this.wake.clear();
	}

	/** The table is gone. */
	end(): void {
		this.queue = [];
		this.skip();
		this.dropArrow();
	}

	private async run(): Promise<void> {
		this.running = true;
		while (this.queue.length > 0) {
			const mine = this.queue[0] as Mine;
			const events = mine.events.filter((event) => event.n > this.drawn.number);
			this.skipped = this.queue.length > 4;
			const told = events.length > PAST ? new Set<string>() : await this.perform(beatsOf(events), mine);
			if (this.queue[0] !== mine) break;
			// Whoever has seen enough, or is far behind, gets the newest state, not each on the way to it.
			const next = this.skipped ? (this.queue.at(-1) as Mine) : mine;
			this.queue = this.skipped ? [] : this.queue.slice(1);
			// What became of an attack may be among what nobody saw.
			if (this.skipped) this.dropArrow();
			this.commit(next, true, told);
			await this.frame();
			if (!this.skipped) await this.wait(events.length > 0 ? 160 : 0);
		}
		this.running = false;
	}

	private commit(mine: Mine, follows: boolean, told: ReadonlySet<string> = new Set()): void {
		const before = follows && mine.view !== this.drawn.view ? remember(this.drawn.view, mine.view) : undefined;
		letGo(before?.changes ?? [], mine.question?.decision !== this.drawn.question?.decision);
		this.drawn = mine;
		this.page.draw(mine);
		// What fell and is there after all stands up again.
		for (const card of document.querySelectorAll<HTMLElement>("[data-fallen]")) {
			card.removeAttribute("data-fallen");
			card.style.removeProperty("opacity");
			for (const animation of card.getAnimations()) animation.cancel();
		}
		if (before) settle(before, told, this.pace());
	}

	private pace(): number {
		return this.queue.length > 1 ? 0.4 : 1;
	}

	/** Until the page has been laid out and drawn: what is measured next costs nothing then. */
	private frame(): Promise<void> {
		if (this.queue.length === 0 || document.hidden) return Promise.resolve();
		return new Promise((done) => {
			const end = () => {
				cancelAnimationFrame(asked);
				this.wake.delete(end);
				done();
			};
			// Timers come after the frame.
			const asked = requestAnimationFrame(() => setTimeout(end, 0));
			this.wake.add(end);
		});
	}

	private wait(base: number): Promise<void> {
		const duration = atSpeed(base) * this.pace();
		if (this.skipped || duration <= 0) return Promise.resolve();
		return new Promise((done) => {
			const end = () => {
				clearTimeout(timer);
				this.wake.delete(end);
				done();
			};
			const timer = setTimeout(end, duration);
			this.wake.add(end);
		});
	}

	/** Plays beats on the table as it was; says which cards and scores were told of. */
	private async perform(beats: Beat[], next: Mine): Promise<Set<string>> {
		const told = new Set<string>();
		const ms = (base: number) => atSpeed(base) * this.pace();
		for (const beat of beats) {
			if (this.skipped) break;
			if (this.pending && strikes(beat)) await this.blow();
			switch (beat.is) {
				case "attack":
					await this.declare(beat.from, beat.to);
					break;
				case "number": {
					const element = this.find(beat.on);
					tell(told, beat.on, element);
					if (beat.blow) play("seat" in beat.on ? "hurt" : "hit");
					floatNumber(element, beat.by, ms(900));
					if (element) await this.wait(140);
					break;
				}
				case "shield":
					shield(this.find(beat.card), ms(500));
					await this.wait(220);
					break;
				case "death":
					if (this.fall(beat.card, next, told, ms(380))) await this.wait(240);
					break;
				case "meal":
					if (this.eat(beat, told, ms(420))) await this.wait(260);
					break;
				case "cast":
					await this.cast(beat, next);
					break;
				case "link":
					await this.link(beat.card, beat.broken);
					break;
				case "terrain":
					this.turnPlaque(beat.terrain, ms(300));
					await this.wait(160);
					break;
				case "news":
					this.page.show({ is: "ribbon", words: beat.words });
					await this.wait(900);
					this.page.show(undefined);
					break;
				case "turn":
					this.dropArrow();
					break;
			}
		}
		return told;
	}

	/** An attack is declared: an arrow, which stays until the blow falls or the turn goes on. */
	private async declare(from: Who, to: Who | { seat: Seat }): Promise<void> {
		this.dropArrow();
		const [one, two] = [this.find(from), this.find(to)];
		if (!one || !two) return;
		this.pending = { from, to, arrow: arrow(one.getBoundingClientRect(), two.getBoundingClientRect(), atSpeed(180)) };
		window.addEventListener("resize", this.dropArrow);
		await this.wait(380);
	}

	/** The blow of the attack that was declared. */
	private async blow(): Promise<void> {
		const { pending } = this;
		this.dropArrow();
		const [one, two] = [pending && this.find(pending.from), pending && this.find(pending.to)];
		if (!one || !two) return;
		const duration = atSpeed(620) * this.pace();
		lunge(one, two.getBoundingClientRect(), duration);
		await this.wait(370);
		impact(two, atSpeed(320) * this.pace());
	}

	/** Takes the arrow away: it is over, or nothing is any more where it was drawn. */
	private readonly dropArrow = (): void => {
		window.removeEventListener("resize", this.dropArrow);
		this.pending?.arrow.remove();
		this.pending = undefined;
	};

	/** A card falls to its pile and is not seen any more. */
	private fall(card: Who, next: Mine, told: Set<string>, duration: number): boolean {
		const element = this.find(card);
		if (!element?.closest(".row")) return false;
		const key = element.dataset.key ?? "";
		const pile = next.view.find((part) => part.seat && ["carrion", "graveyard", "discard"].includes(part.name));
		const owner = element.closest(".side-near") ? ".plate-near" : ".plate-far";
		const to = document.querySelector(`${owner} [data-zone$="/${pile?.name}"]`)?.getBoundingClientRect();
		told.add(key);
		element.setAttribute("data-fallen", "");
		play("gone");
		const from = element.getBoundingClientRect();
		element.animate(
			[
				{ transform: "none", filter: "none", opacity: 1 },
				{ transform: "scale(1.04)", filter: "saturate(.1) brightness(1.25)", opacity: 1, offset: 0.3 },
				{ transform: to ? `${towards(from, to, 0.25)} rotate(8deg)` : "scale(.7)", filter: "saturate(0)", opacity: 0 },
			],
			{ duration, easing: "ease-in", fill: "forwards" },
		);
		return true;
	}

	/** A meal is drawn into who eats it: on the field, being played, or still in a hand. */
	private eat(beat: Extract<Beat, { is: "meal" }>, told: Set<string>, duration: number): boolean {
		const element = this.find(beat.card);
		const eater = beat.by === undefined ? null : this.named(beat.by);
		const to = (eater ?? byZone(`${beat.seat}/hand`))?.getBoundingClientRect();
		if (!element || !to) return false;
		if (element.dataset.key) told.add(element.dataset.key);
		const from = element.getBoundingClientRect();
		const copy = ghost(element.cloneNode(true) as HTMLElement, from);
		element.setAttribute("data-fallen", "");
		element.style.opacity = "0";
		play("grow");
		fade(copy, duration, [
			{ transform: "none", opacity: 1 },
			{ transform: `${towards(from, to, 0.12)} rotate(14deg)`, opacity: 0.2 },
		]);
		return true;
	}

	/** A card is played: large in the middle, unless it will be seen where it goes. */
	private async cast(beat: Extract<Beat, { is: "cast" }>, next: Mine): Promise<void> {
		const { name, handle } = beat.card;
		if (name === undefined) return;
		const stays = next.view.some(
			(part) =>
				Array.isArray(part.value) &&
				["field", "magic", "playing", "chain"].includes(part.name) &&
				part.value.some((card) => (handle !== undefined && card.handle === handle) || card.card === name),
		);
		if (stays && !beat.trap) return;
		play("card");
		this.page.show({ is: "card", name, seat: beat.seat, trap: beat.trap });
		await this.wait(beat.trap ? 900 : 700);
		this.page.show(undefined);
	}

	private async link(card: Who, broken: boolean): Promise<void> {
		const links = [...document.querySelectorAll<HTMLElement>(".chain [data-link]")];
		const link = links.find((one) => one.dataset.link === card.name) ?? links[0];
		if (!link) return;
		link.animate(
			broken
				? [
						{ transform: "none", opacity: 1 },
						{ transform: "rotate(-9deg) translateX(-14px)", filter: "saturate(0)", opacity: 0 },
					]
				: [
						{ filter: "none", opacity: 1 },
						{ filter: "brightness(1.8)", opacity: 1, offset: 0.4 },
						{ transform: "scale(1.12)", opacity: 0 },
					],
			{ duration: atSpeed(broken ? 260 : 300) * this.pace(), easing: "ease-in", fill: "forwards" },
		);
		await this.wait(broken ? 240 : 280);
	}

	private turnPlaque(terrain: number, duration: number): void {
		document
			.querySelector(`[data-terrain="${terrain}"]`)
			?.animate([{ transform: "none" }, { transform: "rotateX(90deg)", offset: 0.5 }, { transform: "none" }], { duration });
	}

	private find(who: Who | { seat: Seat }): HTMLElement | null {
		if ("seat" in who) return document.querySelector<HTMLElement>(`.plate[data-seat="${who.seat}"] .orb`);
		return (who.handle === undefined ? null : byKey(`#${who.handle}`)) ?? (who.name === undefined ? null : this.named(who.name));
	}

	private named(name: string): HTMLElement | null {
		return document.querySelector<HTMLElement>(
			`.board [data-card="${CSS.escape(name)}"], .hand [data-card="${CSS.escape(name)}"]`,
		);
	}
}

/**
 * Takes the focus from what will be gone, while the page is laid out: a browser lays it out once more, half changed, for whoever loses the
 * focus by being removed.
 */
function letGo(changes: readonly Change[], answered: boolean): void {
	const now = document.activeElement;
	if (!(now instanceof HTMLElement)) return;
	const leaves = changes.some(
		(change) => (change.kind === "gone" || change.kind === "moved") && byKey(change.key)?.contains(now),
	);
	if (leaves || (answered && now.closest(".plain, .slot, .tray"))) now.blur();
}

/** Its number was told: the difference of the views need not tell it again. */
function tell(told: Set<string>, on: Who | { seat: Seat }, element: HTMLElement | null): void {
	if ("seat" in on) {
		for (const score of ["hp", "points", "wins"]) told.add(`${on.seat}/${score}`);
	} else if (element?.dataset.key) told.add(element.dataset.key);
}
