// Fields of the forms about accounts, and what went wrong with them.
import { useId, useState } from "react";

/** A name. */
export function NameField({ value, onChange, hint }: { value: string; onChange: (name: string) => void; hint?: string }) {
	const id = useId();
	return (
		<div className="field">
			<label className="field">
				<span>Name</span>
				<input
					value={value}
					onChange={(event) => onChange(event.target.value)}
					autoComplete="username"
					autoCapitalize="none"
					spellCheck={false}
					maxLength={64}
					required
					aria-describedby={hint ? id : undefined}
				/>
			</label>
			{hint && (
				<small id={id} className="hint">
					{hint}
				</small>
			)}
		</div>
	);
}

/** A password that can be looked at. */
export function PasswordField({
	label,
	value,
	onChange,
	fresh,
	hint,
}: {
	label: string;
	value: string;
	onChange: (password: string) => void;
	/** Whether it is a new one. */
	fresh?: boolean;
	hint?: string;
}) {
	const [shown, setShown] = useState(false);
	const id = useId();
	return (
		<div className="password">
			<label className="field">
				<span>{label}</span>
				<input
					type={shown ? "text" : "password"}
					value={value}
					onChange={(event) => onChange(event.target.value)}
					autoComplete={fresh ? "new-password" : "current-password"}
					autoCapitalize="none"
					spellCheck={false}
					minLength={fresh ? 10 : undefined}
					maxLength={200}
					required
					aria-describedby={hint ? id : undefined}
				/>
			</label>
			<button type="button" className="button quiet" aria-pressed={shown} onClick={() => setShown(!shown)}>
				{shown ? "Hide" : "Show"} <span className="sr">{label.toLowerCase()}</span>
			</button>
			{hint && (
				<small id={id} className="hint">
					{hint}
				</small>
			)}
		</div>
	);
}

/** A sentence about what went wrong. */
export function Trouble({ sentence }: { sentence: string | undefined }) {
	return (
		<p className="trouble" role="alert">
			{sentence}
		</p>
	);
}

/** What went wrong, in a sentence. */
export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
