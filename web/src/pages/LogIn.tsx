// Signing up and logging in.
import { useEffect, useState } from "react";
import { go } from "../lib/router";
import { become, useMe } from "../net/me";
import * as people from "../net/people";
import { NameField, PasswordField, sentenceOf, Trouble } from "./fields";
import { Page, To } from "./Page";
import { KeepCode } from "./Recovery";

/** What the guest of this browser has. */
function useBelongings(guest: boolean): { matches: number; decks: number } | undefined {
	const [found, setFound] = useState<{ matches: number; decks: number } | undefined>();
	useEffect(() => {
		if (!guest) return;
		let gone = false;
		Promise.all([people.profile(undefined), people.decks()])
			.then(([{ games }, decks]) => {
				const matches = games.reduce((sum, one) => sum + one.wins + one.losses + one.draws, 0);
				if (!gone) setFound({ matches, decks: decks.length });
			})
			.catch(() => undefined);
		return () => {
			gone = true;
		};
	}, [guest]);
	return found;
}

const counted = (number: number, one: string, many: string) => (number === 1 ? `1 ${one}` : `${number} ${many}`);

/** `3 finished matches and 1 deck`. */
function belongingsWords({ matches, decks }: { matches: number; decks: number }): string {
	return [matches && counted(matches, "finished match", "finished matches"), decks && counted(decks, "deck", "decks")]
		.filter(Boolean)
		.join(" and ");
}

/** The form for a new account. */
export function SignUp() {
	const me = useMe();
	const belongings = useBelongings(me !== undefined && !me.account);
	const [name, setName] = useState("");
	const [password, setPassword] = useState("");
	const [trouble, setTrouble] = useState<string | undefined>();
	const [busy, setBusy] = useState(false);
	const [code, setCode] = useState<string | undefined>();
	const has = belongings && belongingsWords(belongings);
	if (code) return <KeepCode code={code} title={`Welcome, ${me?.name ?? name}`} />;
	return (
		<Page title="Create an account">
			<p className="lead">
				You keep everything you have here as a guest{has ? `: ${has}, and your tables` : ""}. It follows you to other devices, and
				quick matches against other accounts are rated.
			</p>
			<form
				className="box people-form"
				onSubmit={(event) => {
					event.preventDefault();
					setBusy(true);
					people
						.signUp(name.trim(), password)
						.then(({ me: now, recovery }) => {
							become(now);
							setCode(recovery);
						})
						.catch((error) => {
							setTrouble(sentenceOf(error));
							setBusy(false);
						});
				}}
			>
				<NameField
					value={name}
					onChange={setName}
					hint="3 to 20 letters from A to Z, digits, - _ and . It is what others read, and it stays."
				/>
				<PasswordField
					label="Password"
					fresh
					value={password}
					onChange={setPassword}
					hint="At least 10 characters; a few words are a good one. There is no e-mail: keep it in a password manager, and the recovery code that comes next."
				/>
				<Trouble sentence={trouble} />
				<button type="submit" className="button primary big" disabled={busy}>
					Create the account
				</button>
			</form>
			<p>
				You have an account? <To href="/login">Log in</To>
			</p>
		</Page>
	);
}

/** The form to log in. */
export function LogIn() {
	const me = useMe();
	const belongings = useBelongings(me !== undefined && !me.account);
	const [name, setName] = useState("");
	const [password, setPassword] = useState("");
	const [bring, setBring] = useState(true);
	const [trouble, setTrouble] = useState<string | undefined>();
	const [busy, setBusy] = useState(false);
	const has = belongings && belongingsWords(belongings);
	return (
		<Page title="Log in">
			<form
				className="box people-form"
				onSubmit={(event) => {
					event.preventDefault();
					setBusy(true);
					people
						.logIn(name.trim(), password, bring)
						.then(({ me: now }) => {
							become(now);
							go("/account");
						})
						.catch((error) => {
							setTrouble(sentenceOf(error));
							setBusy(false);
						});
				}}
			>
				<NameField value={name} onChange={setName} />
				<PasswordField label="Password" value={password} onChange={setPassword} />
				{has && (
					<label className="check">
						<input type="checkbox" checked={bring} onChange={(event) => setBring(event.target.checked)} />
						<span>
							Bring along what this browser's guest has: {has}.
							{!bring && " Otherwise it stays behind, and cannot be reached from here any more."}
						</span>
					</label>
				)}
				<Trouble sentence={trouble} />
				<button type="submit" className="button primary big" disabled={busy}>
					Log in
				</button>
			</form>
			<p>
				Lost your password? <To href="/recover">Use your recovery code</To>
			</p>
			<p>
				No account yet? <To href="/signup">Make one</To>
			</p>
		</Page>
	);
}
