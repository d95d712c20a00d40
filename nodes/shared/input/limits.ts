/** Limits for the editor, its texts and the checks: those of the specification, where it has one. */
export const SERVICE_LIMITS = {
	/** data[comment] of a link, in characters. */
	comment: 255,
	/** params[name] of a message, in characters. The specification has none. */
	campaignName: 255,
	/** params[validity] of a message, in minutes. */
	validity: { min: 60, max: 1440 },
	/** criteria[campaignIds] of Message/List: more are ignored by the service without a word. */
	campaigns: 100,
} as const;
