// The picture of a card: layers from far to near. Air, light, vignette and grain are backgrounds of its box, so that few nodes are left to draw.
import { type CSSProperties, memo, useInsertionEffect } from "react";
import { art } from "../cards/looks";
import { type Composition, compose, type Facts } from "./compose";
import { coatPaint, define, mistPaint } from "./paints";

/** The picture of a card; fills its box. */
export const Scene = memo(function Scene({ game, card }: { game: string; card: Facts }) {
	const scene = compose(card);
	const { subject, sun } = scene;
	// A glyph that is mirrored mirrors its coat too.
	const coat = coatPaint(subject.coat, sun.x < subject.x === (subject.side === 1));
	const mist = mistPaint(scene.light);
	useInsertionEffect(() => {
		define(coat);
		define(mist);
	});
	return (
		<span className="scene" style={air(scene)} aria-hidden="true">
			<svg viewBox="0 0 260 330" preserveAspectRatio="xMidYMid slice" focusable="false">
				{scene.disc && <circle cx={sun.x} cy={sun.y} r={scene.disc} fill={scene.light} opacity=".85" />}
				<path d={scene.far} fill={scene.ground.far} opacity=".75" />
				{scene.glow && <path d={scene.glow} fill={scene.light} opacity=".2" />}
				<path d={scene.mid} fill={scene.ground.mid} opacity=".92" />
				<rect y="150" width="260" height="150" fill={`url(#${mist.id})`} />
				{scene.ring && <Ring colour={scene.ring} />}
				<Subject game={game} card={card} scene={scene} paint={`url(#${coat.id})`} />
				<path d={scene.near} fill={scene.ground.near} opacity=".93" />
				{scene.motes.drawn === "outlined" ? (
					<path d={scene.motes.path} fill="none" stroke={scene.light} strokeWidth="1.1" opacity=".65" />
				) : (
					<path d={scene.motes.path} fill={scene.light} opacity=".7" />
				)}
			</svg>
		</span>
	);
});

/** The glyph three times: its shadow, its body (a dark line closes its holes) with a lit edge, and its coat. */
function Subject({ game, card, scene, paint }: { game: string; card: Facts; scene: Composition; paint: string }) {
	const { subject, sun, ground, light } = scene;
	const picture = art(card, game);
	const laid = (dx: number, dy: number) =>
		`translate(${subject.x + dx} ${subject.y + dy}) rotate(${subject.tilt}) scale(${subject.size * subject.side} ${subject.size}) translate(-256 -256)`;
	const shade = scene.stands && (
		<ellipse
			cx={subject.x}
			cy={subject.y + subject.size * 244}
			rx={subject.size * 220}
			ry="10"
			fill={ground.near}
			opacity=".45"
		/>
	);
	if (!("href" in picture)) {
		return (
			<>
				{shade}
				<text x={subject.x} y={subject.y + 44} textAnchor="middle" fontSize="124">
					{picture.emoji}
				</text>
			</>
		);
	}
	const use = { href: picture.href, width: 512, height: 512 };
	return (
		<>
			{shade}
			<use {...use} transform={laid(7, 10)} fill={ground.near} opacity=".42" />
			<use
				{...use}
				transform={laid(sun.x < subject.x ? -2 : 2, -2.4)}
				fill={light}
				stroke={subject.dark}
				strokeWidth="34"
				strokeLinejoin="round"
				paintOrder="stroke"
			/>
			<use {...use} transform={laid(0, 0)} fill={paint} />
		</>
	);
}

/** The ring of runes of a card that is cast. */
function Ring({ colour }: { colour: string }) {
	return (
		<g fill="none" stroke={colour} opacity=".75">
			<circle cx="130" cy="128" r="92" strokeWidth="4" strokeDasharray="30 7 4 7" />
			<circle cx="130" cy="128" r="106" strokeWidth="1.6" strokeDasharray="2 7" />
		</g>
	);
}

const air = ({ air: [top, middle, foot], light, sun }: Composition): CSSProperties => ({
	background: `radial-gradient(58% 46% at ${(sun.x / 2.6).toFixed(1)}% ${(sun.y / 3.3).toFixed(1)}%, ${light}e0, ${light}60 34%, transparent), linear-gradient(${top}, ${middle} 45%, ${foot})`,
});
