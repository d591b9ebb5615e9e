// Who one is: a guest with a name, or an account with sessions, a password, one's data, and a way out.
import { useCallback, useEffect, useId, useState } from "react";
import { browserWords, whenWords } from "../lib/people";
import { go } from "../lib/router";
import * as api from "../net/api";
import { become, useMe } from "../net/me";
import * as people from "../net/people";
import type { Me, SessionInfo } from "../protocol/messages";
import { PasswordField, sentenceOf, Trouble } from "./fields";
import { Page, To } from "./Page";
import { RecoveryCode } from "./Recovery";

/** The page. */
export function Account() {
	const me = useMe();
	if (!me) {
		return (
			<Page title="Account">
				<p className="hint">One moment…</p>
			</Page>
		);
	}
	return (
		<Page title={me.account ? me.name : "You are a guest"}>
			{me.account ? (
				<>
					<p className="buttons">
						<To href="/profile" className="button">
							Ratings and matches
						</To>
						<LogOut />
					</p>
					<Sessions />
					<Password />
					<Recovery />
				</>
			) : (
				<>
					<section className="box" aria-labelledby="why">
						<h2 id="why">Keep what you have</h2>
						<p>
							What you do here is kept in this browser only. An account keeps it for good: your matches, decks and settings, a
							rating in every game, on all your devices.
						</p>
						<p className="buttons">
							<To href="/signup" className="button primary">
								Create an account
							</To>
							<To href="/login" className="button">
								Log in
							</To>
							<To href="/profile" className="button quiet">
								My matches
							</To>
						</p>
					</section>
					<GuestName me={me} />
				</>
			)}
			<section className="box" aria-labelledby="data">
				<h2 id="data">Your data</h2>
				<p>Everything that is kept about you: decks, settings, sessions, ratings, and the list of your matches.</p>
				<p className="buttons">
					<a className="button" href="/api/me/export" download="playmat-data.json">
						Download my data
					</a>
				</p>
			</section>
			<Forget account={me.account === true} />
		</Page>
	);
}

function LogOut() {
	const [trouble, setTrouble] = useState<string | undefined>();
	return (
		<>
			<button
				type="button"
				className="button quiet"
				onClick={() =>
					people
						.logOut()
						.then(() => {
							become(undefined);
							go("/");
						})
						.catch((error) => setTrouble(sentenceOf(error)))
				}
			>
				Log out
			</button>
			{trouble && <Trouble sentence={trouble} />}
		</>
	);
}

/** What others call you. */
function GuestName({ me }: { me: Me }) {
	const [name, setName] = useState(me.name);
	const [said, setSaid] = useState<string | undefined>();
	const [trouble, setTrouble] = useState<string | undefined>();
	return (
		<section className="box" aria-labelledby="guest-name">
			<h2 id="guest-name">What others call you</h2>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					api
						.rename(name)
						.then((now) => {
							become(now);
							setName(now.name);
							setTrouble(undefined);
							setSaid(`You are called ${now.name}.`);
						})
						.catch((error) => setTrouble(sentenceOf(error)));
				}}
			>
				<label className="field">
					<span>Your name</span>
					<input maxLength={24} value={name} onChange={(event) => setName(event.target.value)} autoComplete="nickname" required />
				</label>
				<button type="submit" className="button">
					Keep
				</button>
			</form>
			<p role="status">{said}</p>
			{trouble && <Trouble sentence={trouble} />}
		</section>
	);
}

/** Where one is logged in. */
function Sessions() {
	const [all, setAll] = useState<SessionInfo[] | undefined>();
	const [trouble, setTrouble] = useState<string | undefined>();
	const [said, setSaid] = useState<string | undefined>();
	const look = useCallback(() => {
		people
			.sessions()
			.then(setAll)
			.catch((error) => setTrouble(sentenceOf(error)));
	}, []);
	useEffect(look, [look]);
	const end = (ending: Promise<unknown>, sentence: string) =>
		ending
			.then(() => {
				setSaid(sentence);
				look();
			})
			.catch((error) => setTrouble(sentenceOf(error)));
	return (
		<section className="box" aria-labelledby="sessions">
			<h2 id="sessions">Where you are logged in</h2>
			<ul className="tables" aria-label="Sessions">
				{(all ?? []).map((one) => (
					<li key={one.id}>
						<span className="tables-who">
							{browserWords(one.agent)}
							<small>
								{one.current ? "this browser" : `last used ${whenWords(one.seen)}`} · since {whenWords(one.made)}
							</small>
						</span>
						{!one.current && (
							<button
								type="button"
								className="button quiet"
								onClick={() => end(people.endSession(one.id), "That browser is logged out.")}
							>
								Log out <span className="sr">{browserWords(one.agent)}</span>
							</button>
						)}
					</li>
				))}
			</ul>
			{(all?.length ?? 0) > 2 && (
				<p className="buttons">
					<button type="button" className="button" onClick={() => end(people.endOthers(), "All other browsers are logged out.")}>
						Log out everywhere else
					</button>
				</p>
			)}
			<p role="status">{said}</p>
			{trouble && <Trouble sentence={trouble} />}
		</section>
	);
}

/** Another password. */
function Password() {
	const [old, setOld] = useState("");
	const [fresh, setFresh] = useState("");
	const [said, setSaid] = useState<string | undefined>();
	const [trouble, setTrouble] = useState<string | undefined>();
	return (
		<section className="box" aria-labelledby="password">
			<h2 id="password">Change the password</h2>
			<form
				className="people-form"
				onSubmit={(event) => {
					event.preventDefault();
					setTrouble(undefined);
					people
						.changePassword(old, fresh)
						.then(() => {
							setOld("");
							setFresh("");
							setSaid("The password is changed. All other browsers are logged out.");
						})
						.catch((error) => setTrouble(sentenceOf(error)));
				}}
			>
				<PasswordField label="Current password" value={old} onChange={setOld} />
				<PasswordField label="New password" fresh value={fresh} onChange={setFresh} hint="At least 10 characters." />
				<button type="submit" className="button">
					Change it
				</button>
			</form>
			<p role="status">{said}</p>
			{trouble && <Trouble sentence={trouble} />}
		</section>
	);
}

/** The way back in without the password. */
function Recovery() {
	const [made, setMade] = useState<number | null | undefined>();
	const [code, setCode] = useState<string | undefined>();
	const [password, setPassword] = useState("");
	const [trouble, setTrouble] = useState<string | undefined>();
	useEffect(() => {
		people
			.recoveryInfo()
			.then((found) => setMade(found.made ?? null))
			.catch((error) => setTrouble(sentenceOf(error)));
	}, []);
	if (code) return <RecoveryCode code={code} />;
	return (
		<section className="box" aria-labelledby="recovery">
			<h2 id="recovery">Recovery code</h2>
			<p>
				{made === null
					? "You have none yet. Without it a lost password is a lost account: make one now."
					: `It opens your account if you lose the password${made ? `, and was made ${whenWords(made)}` : ""}. If you have lost it, or somebody has seen it, make a new one; the old one then stops working.`}
			</p>
			<form
				className="people-form"
				onSubmit={(event) => {
					event.preventDefault();
					setTrouble(undefined);
					people
						.renewRecovery(password)
						.then((found) => setCode(found.recovery))
						.catch((error) => setTrouble(sentenceOf(error)));
				}}
			>
				<PasswordField label="Your password" value={password} onChange={setPassword} />
				<button type="submit" className="button">
					Make a recovery code
				</button>
			</form>
			{trouble && <Trouble sentence={trouble} />}
		</section>
	);
}

/** The way out, in two steps. */
function Forget({ account }: { account: boolean }) {
	const [sure, setSure] = useState(false);
	const [password, setPassword] = useState("");
	const [trouble, setTrouble] = useState<string | undefined>();
	const explained = useId();
	return (
		<section className="box" aria-labelledby="forget">
			<h2 id="forget">{account ? "Delete your account" : "Delete your data"}</h2>
			<p id={explained}>
				{account ? "Your account, its" : "Your"} decks, settings{account ? ", sessions, ratings" : ""} and matches against bots
				are deleted at once and for good. Matches against people stay theirs; there you are called “Deleted player”.
			</p>
			{!sure ? (
				<p className="buttons">
					<button type="button" className="button danger" onClick={() => setSure(true)} aria-describedby={explained}>
						{account ? "Delete my account…" : "Delete all my data…"}
					</button>
				</p>
			) : (
				<form
					className="people-form"
					onSubmit={(event) => {
						event.preventDefault();
						people
							.forgetMe(account ? password : undefined)
							.then(() => {
								become(undefined);
								go("/");
							})
							.catch((error) => setTrouble(sentenceOf(error)));
					}}
				>
					{account && <PasswordField label="Your password" value={password} onChange={setPassword} />}
					<p className="buttons">
						<button type="submit" className="button danger">
							Delete for good
						</button>
						<button type="button" className="button quiet" onClick={() => setSure(false)}>
							Cancel
						</button>
					</p>
				</form>
			)}
			{trouble && <Trouble sentence={trouble} />}
		</section>
	);
}
