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
				{me?.account ? "Kept with your account, on all your devices." : "Kept in this browser; an account takes them along."}
			</p>
			<div className="form">
				<Group
					legend="Light or dark"
					name="theme"
					value={now.theme}
					choices={[
						{ value: "system", name: "As the device" },
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
						{ value: "system", name: "As the device" },
						{ value: "on", name: "On" },
						{ value: "off", name: "Off" },
					]}
				/>
				<Group
					legend="Speed of motion"
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
				</fieldset>
			</div>
		</Page>
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
