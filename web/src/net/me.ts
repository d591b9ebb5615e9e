// Who I am: asked once, known on all pages.
import { useEffect, useSyncExternalStore } from "react";
import type { Me } from "../protocol/messages";
import * as api from "./api";

let current: Me | undefined;
let asking: Promise<Me> | undefined;
const listeners = new Set<() => void>();

/** Who I am; asked if nobody has asked yet. A guest is made if there is none. */
export function whoAmI(): Promise<Me> {
	asking ??= api.me().then((me) => {
		become(me);
		return me;
	});
	asking.catch(() => {
		asking = undefined;
	});
	return asking;
}

/** I am somebody else from now on; nobody means that it is asked again. */
export function become(me: Me | undefined): void {
	current = me;
	asking = me && Promise.resolve(me);
	for (const listener of listeners) listener();
}

/** Hears of it whenever I am somebody else. */
export function onBecoming(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Who I am now, without asking. */
export const meNow = (): Me | undefined => current;

/** Who I am, as a hook. */
export function useMe(): Me | undefined {
	const me = useSyncExternalStore(onBecoming, meNow, () => undefined);
	useEffect(() => {
		if (!me) whoAmI().catch(() => undefined);
	}, [me]);
	return me;
}
