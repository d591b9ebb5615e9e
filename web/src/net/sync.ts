// Settings go with the account: what it keeps holds in every browser that is logged in.
import { known, onChange, type Settings, set, settings } from "../lib/settings";
import { meNow, onBecoming } from "./me";
import { keepSettings, keptSettings } from "./people";

/** A change is kept after so many milliseconds without another. */
const CALM = 800;

let account: string | undefined;
let kept: Record<string, unknown> = {};
let timer: ReturnType<typeof setTimeout> | undefined;
let adopting = false;

/** From now on. */
export function syncSettings(): void {
	onBecoming(follow);
	onChange(() => {
		if (!account || adopting) return;
		clearTimeout(timer);
		timer = setTimeout(keep, CALM);
	});
	follow();
}

function follow(): void {
	const me = meNow();
	const now = me?.account ? me.id : undefined;
	if (now === account) return;
	account = now;
	clearTimeout(timer);
	if (!now) return;
	keptSettings()
		.then((found) => {
			if (account !== now) return;
			kept = found;
			const mine: Partial<Settings> = known(found);
			if (Object.keys(mine).length === 0) return keep();
			adopting = true;
			set(mine);
			adopting = false;
		})
		.catch(() => undefined);
}

/** Others may keep something there too: it stays. */
function keep(): void {
	kept = { ...kept, ...settings() };
	keepSettings(kept).catch(() => undefined);
}
