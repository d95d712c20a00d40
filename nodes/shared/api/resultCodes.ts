import type { NodeApiError } from 'n8n-workflow';

interface ResultCode {
	meaning: string;
	advice: string;
	/** The cause in n8n's own terms, if it has one. */
	cause?: NonNullable<NodeApiError['failure']>['cause'];
	/** A read that got this code may be asked again. */
	passing?: true;
	/** A write that got this code may have been carried out: something broke inside the service. */
	undecided?: true;
	/** The whole call was refused for a value in it, even if only one of several is wrong. */
	forValue?: true;
}

/** Code 0 means success. Its text here is for a message that came back without an ID: it was not accepted. */
export const RESULT_CODES: Readonly<Record<number, ResultCode>> = {
	0: {
		meaning: 'The service reported success but gave the message no ID, so it did not accept it',
		advice: 'Check the recipient, the text and the balance of the account.',
	},
	1: {
		meaning: 'The service did not accept a value',
		advice: 'Correct what the service names. If it names nothing, check all fields.',
		forValue: true,
	},
	2: {
		meaning: 'The service has no such record',
		advice:
			'Check the ID, code or address. What it names may be deleted, or belong to another account.',
		forValue: true,
	},
	3: {
		meaning: 'The service could not carry out the call',
		advice: 'Try again later. If that does not help, ask the support of the service.',
		cause: 'temporarily-unavailable',
		passing: true,
		undecided: true,
	},
	4: defect('module'),
	5: defect('method'),
	6: defect('output format'),
	8: {
		meaning: 'The service does not know the API key',
		advice:
			'Open the credential, and check the API key and that the server is the one where the account was registered.',
		cause: 'credential-invalid',
	},
	9: {
		meaning: 'The service does not allow this call with this API key',
		advice:
			'In the control panel of your account, allow the API for this key, and add the IP address of this n8n to the list of allowed addresses.',
		cause: 'credential-invalid',
	},
	10: {
		meaning: 'The service could not save the change',
		advice: 'Something else was changing the same record. Try again.',
		cause: 'temporarily-unavailable',
		passing: true,
	},
	11: {
		meaning: 'A value that the service needs is missing',
		advice: 'Fill in what the service names. If it names nothing, look for empty fields.',
	},
	12: {
		meaning: 'A value is outside of what the service allows',
		advice: 'Check the limits in the description of the fields.',
		forValue: true,
	},
	13: {
		meaning: 'This server does not serve the account',
		advice: 'Open the credential and choose another server.',
		cause: 'credential-invalid',
	},
	14: {
		meaning: 'The account is blocked or deleted',
		advice: 'Ask the support of the service.',
		cause: 'credential-invalid',
	},
	15: {
		meaning: 'The service could not carry out the operation',
		advice: 'If the service does not say why, ask its support.',
	},
	30: {
		meaning: 'The service was called too often',
		advice:
			'Wait, then try again. If calls are still refused after a minute, the limit of the account is per hour or per day.',
		cause: 'rate-limited',
		passing: true,
	},
	98: {
		meaning: 'The service carried out only a part of the operation',
		advice: 'Check what was done, and do only the rest again.',
	},
	99: {
		meaning: 'The service carried out nothing of the operation',
		advice: 'If the service does not say why, ask its support.',
	},
	100: {
		meaning: 'The service queued the call instead of answering it',
		advice: 'Nothing was read. Try again later.',
		cause: 'temporarily-unavailable',
	},
	999: {
		meaning: 'Something went wrong inside the service',
		advice: 'Try again later.',
		cause: 'temporarily-unavailable',
		passing: true,
		undecided: true,
	},
};

/** The codes that the nodes react to. After `tooOften` nothing was done: any call may be repeated. */
export const CODES = {
	success: 0,
	notFound: 2,
	wrongHost: 13,
	tooOften: 30,
	partlyDone: 98,
	nothingDone: 99,
	queued: 100,
} as const;

export const resultCode = (code: number): ResultCode | undefined => RESULT_CODES[code];

function defect(what: string): ResultCode {
	return {
		meaning: `The service does not know the ${what} that this node asked for`,
		advice:
			'Check the server in the credential. If it is right, report it to the makers of this node.',
		cause: 'node-defect',
	};
}
