// Work that waits for a frame, so that none takes a slow phone too long.

/** Does something in a task of its own after the next frame, when the page is laid out and drawn; gives a way to have it left. */
export function afterFrame(does: () => void): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const frame = requestAnimationFrame(() => {
		timer = setTimeout(does);
	});
	return () => {
		cancelAnimationFrame(frame);
		clearTimeout(timer);
	};
}

/** Lays the page out in a task of its own, unless a frame comes first: the frame after has less to do. */
export function layOutSoon(): void {
	setTimeout(() => void document.documentElement.offsetHeight);
}
