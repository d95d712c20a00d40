/**
 * A value from the user that cannot be used. The parsers throw it before anything is sent;
 * `ItemParameters` puts the displayed name in front of the message.
 *
 * `message` continues a sentence that begins with the parameter's name ("is empty"); `hint` says
 * what to do next.
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
