/** What the service says in its own words: shown, never matched on. */
export const SAID = 'Слова службы';
/** Codes that are not worth asking again, with what an item is told of them. */
export const rows: Array<
	[code: number, data: unknown, message: string, advice: string, cause?: string]
> = [
	[
		1,
		{ 'data.comment': ['Too long', 'Odd'] },
		'The service did not accept a value (code 1): data.comment: Too long, Odd',
		'Correct the fields',
	],
	[2, null, 'The service has no such record (code 2)', 'Check the ID'],
	[
		4,
		null,
		'The service does not know the module that this node asked for (code 4)',
		'Check the server',
		'node-defect',
	],
	[
		5,
		null,
		'The service does not know the method that this node asked for (code 5)',
		'Check the server',
		'node-defect',
	],
	[
		6,
		null,
		'The service does not know the output format that this node asked for (code 6)',
		'Check the server',
		'node-defect',
	],
	[
		8,
		null,
		'The service does not know the API key (code 8)',
		'Open the credential',
		'credential-invalid',
	],
	[
		9,
		null,
		'The service does not allow this call with this API key (code 9)',
		'allowed addresses',
		'credential-invalid',
	],
	[
		11,
		{ recipient: ['Missing'] },
		'A value that the service needs is missing (code 11): recipient: Missing',
		'Fill in',
	],
	[12, null, 'A value is outside of what the service allows (code 12)', 'Check the limits'],
	[
		13,
		'api.mobizon.ua',
		'This server does not serve the account (code 13): use api.mobizon.ua',
		'choose another server',
		'credential-invalid',
	],
	[
		14,
		null,
		'The account is blocked or deleted (code 14)',
		'Ask the support',
		'credential-invalid',
	],
	[15, null, 'The service could not carry out the operation (code 15)', 'shown below'],
	[98, ['x'], 'The service carried out only a part of the operation (code 98): x', 'shown below'],
	[99, null, 'The service carried out nothing of the operation (code 99)', 'shown below'],
	[777, { new: ['thing'] }, 'The service refused the call (code 777): new: thing', 'says no more'],
];
