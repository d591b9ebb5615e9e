// The way back into an account without its password: a code that is shown once, and the page where it is used.
import { useId, useState } from "react";
import { go } from "../lib/router";
import { become } from "../net/me";
import * as people from "../net/people";
import { NameField, PasswordField, sentenceOf, Trouble } from "./fields";
import { Page, To } from "./Page";

/** A code that is shown this once. */
export function RecoveryCode({ code }: { code: string }) {
	const [said, say] = useState("");
	const head = useId();
	return (
		<section className="box recovery" aria-labelledby={head}>
			<h2 id={head}>Your recovery code</h2>
			<p>
				There is no e-mail: if you lose your password, this code is the only way back in. Write it down or keep it in a password
				manager. It is shown once, works once, and opens your account to whoever has it.
			</p>
			<p className="recovery-code">
				<code data-testid="recovery">{code}</code>
			</p>
			<p className="buttons">
				<button
					type="button"
					className="button"
					onClick={() =>
						navigator.clipboard.writeText(code).then(
							() => say("The code is copied."),
							() => say("The code cannot be copied here; write it down."),
						)
					}
				>
					Copy the code
				</button>
			</p>
			<p className="hint" role="status">
				{said}
			</p>
		</section>
	);
}

/** The code of a new account, or of one that was recovered, and then on. */
export function KeepCode({ code, title }: { code: string; title: string }) {
	return (
		<Page title={title}>
			<RecoveryCode code={code} />
			<p className="buttons">
				<button type="button" className="button primary big" onClick={() => go("/account")}>
					I have kept it
				</button>
			</p>
		</Page>
	);
}

/** The page where a code is used. */
export function Recover() {
	const [name, setName] = useState("");
	const [code, setCode] = useState("");
	const [password, setPassword] = useState("");
	const [next, setNext] = useState<string | undefined>();
	const [trouble, setTrouble] = useState<string | undefined>();
	const [busy, setBusy] = useState(false);
	if (next) return <KeepCode code={next} title="You are logged in again" />;
	return (
		<Page title="Lost your password?">
			<p className="lead">
				Your recovery code lets you set a new password. Every browser that is logged in is logged out, and you get a new code.
			</p>
			<form
				className="box people-form"
				onSubmit={(event) => {
					event.preventDefault();
					setBusy(true);
					people
						.recover(name.trim(), code, password)
						.then(({ me, recovery }) => {
							become(me);
							setNext(recovery);
						})
						.catch((error) => {
							setTrouble(sentenceOf(error));
							setBusy(false);
						});
				}}
			>
				<NameField value={name} onChange={setName} />
				<label className="field">
					<span>Recovery code</span>
					<input
						value={code}
						onChange={(event) => setCode(event.target.value)}
						autoComplete="one-time-code"
						autoCapitalize="characters"
						spellCheck={false}
						maxLength={64}
						placeholder="XXXXX-XXXXX-XXXXX-XXXXX-XXXXX"
						required
					/>
				</label>
				<PasswordField label="New password" fresh value={password} onChange={setPassword} hint="At least 10 characters." />
				<Trouble sentence={trouble} />
				<button type="submit" className="button primary big" disabled={busy}>
					Set the password
				</button>
			</form>
			<p>
				You know it after all? <To href="/login">Log in</To>
			</p>
		</Page>
	);
}
