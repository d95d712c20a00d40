const SHAPE = /^(?:https?:\/\/)?(\[[0-9a-f:.]+\]|[^\s/?#:@[\]]+)(?::\d+)?(?:[/?#]\S*)?$/iu;

/** The link with a scheme, as a browser needs it; undefined when the text is no link. */
export function toUrl(text: string): URL | undefined {
	const host = SHAPE.exec(text)?.[1];
	if (host === undefined) return undefined;
	const known =
		host.startsWith('[') || host.toLowerCase() === 'localhost' || /[^.]\.[^.]/.test(host);
	const address = /^https?:\/\//i.test(text) ? text : `http://${text}`;
	return known && URL.canParse(address) ? new URL(address) : undefined;
}
