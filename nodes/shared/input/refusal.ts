/**
 * A value from the user that cannot be used. `message` continues a sentence that begins with the name of the
 * parameter ("is empty"); `hint` says what to do next.
 */
export class Refusal extends Error {
	constructor(
		message: string,
		readonly hint?: string,
	) {
		super(message);
		this.name = 'Refusal';
	}
}
