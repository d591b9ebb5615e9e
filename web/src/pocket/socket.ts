/** What a link uses of a socket: six members, whatever is at the other end. */
export type Socket = {
	readonly readyState: number;
	onopen: (() => void) | null;
	onmessage: ((event: { data: unknown }) => void) | null;
	onclose: (() => void) | null;
	send: (text: string) => void;
	close: () => void;
};
