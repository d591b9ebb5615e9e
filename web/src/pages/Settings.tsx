// Settings: kept in this browser, and with the account if there is one; in force at once.
import { type Settings as All, set, useSettings } from "../lib/settings";
import { play } from "../motion/sound";
import { useMe } from "../net/me";
import { Page } from "./Page";

type Choices<K extends keyof All> = { value: All[K]; name: string }[];

/** The page. */
export function Settings() {
	const now = useSettings();
	const me = useMe();
	return (
		<Page title="Settings">
			<p className="lead">
				{me?.account
					? "Kept with your account, on all your devices."
					: "Kept in this browser. With an account they follow you to other devices."}
			</p>
			<div className="form">
				<Group
					legend="Light or dark"
					name="theme"
					value={now.theme}
					choices={[
						{ value: "system", name: "Same as the device" },
						{ value: "light", name: "Light" },
						{ value: "dark", name: "Dark" },
					]}
				/>
				<Group
					legend="Text size"
					name="text"
					value={now.text}
					choices={[
						{ value: "small", name: "Small" },
						{ value: "normal", name: "Normal" },
						{ value: "large", name: "Large" },
						{ value: "huge", name: "Very large" },
					]}
				/>
				<Group
					legend="Motion"
					name="motion"
					value={now.motion}
					choices={[
						{ value: "system", name: "Same as the device" },
						{ value: "on", name: "On" },
						{ value: "off", name: "Off" },
					]}
				/>
				<Group
					legend="Speed of animations"
					name="speed"
					value={now.speed}
					choices={[
						{ value: "slow", name: "Slow" },
						{ value: "normal", name: "Normal" },
						{ value: "fast", name: "Fast" },
					]}
				/>
				<Group
					legend="Choosing a target on the board"
					name="taps"
					value={now.taps}
					choices={[
						{ value: "one", name: "One tap" },
						{ value: "two", name: "A second tap confirms" },
					]}
				/>
				<Group
					legend="Where nothing can be done, the game passes by itself"
					name="passing"
					value={now.passing}
					choices={[
						{ value: "quiet", name: "Quietly" },
						{ value: "told", name: "Tell me each time" },
					]}
				/>
				<fieldset>
					<legend>Sounds</legend>
					<label className="check">
						<input
							type="checkbox"
							checked={now.sound}
							onChange={(event) => {
								set({ sound: event.target.checked });
								play("turn");
							}}
						/>
						<span>Play sounds</span>
					</label>
					<Volume label="Effects" name="effects" value={now.effects} off={!now.sound} />
					<Volume label="Background" name="bed" value={now.bed} off={!now.sound} />
				</fieldset>
			</div>
		</Page>
	);
}

function Volume({ label, name, value, off }: { label: string; name: "effects" | "bed"; value: number; off: boolean }) {
	return (
		<label className="volume">
			<span>{label}</span>
			<input
				type="range"
				min="0"
				max="10"
				value={value}
				disabled={off}
				onChange={(event) => {
					set({ [name]: Number(event.target.value) });
					if (name === "effects") play("card");
				}}
			/>
		</label>
	);
}

function Group<K extends keyof All>({
	legend,
	name,
	value,
	choices,
}: {
	legend: string;
	name: K;
	value: All[K];
	choices: Choices<K>;
}) {
	return (
		<fieldset className="segments">
			<legend>{legend}</legend>
			{choices.map((choice) => (
				<label key={String(choice.value)} className="segment">
					<input
						type="radio"
						name={name}
						checked={choice.value === value}
						onChange={() => set({ [name]: choice.value } as Partial<All>)}
					/>
					<span>{choice.name}</span>
				</label>
			))}
		</fieldset>
	);
}
