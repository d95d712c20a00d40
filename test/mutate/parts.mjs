/** The pure parts of the nodes, each with the tests that have to notice its changes. */
export const PARTS = {
	input: {
		mutate: ['nodes/shared/input/**/*.ts'],
		tests: ['test/unit/input/*', 'test/unit/time/*'],
	},
	wire: { mutate: ['nodes/shared/api/wire.ts'], tests: ['test/unit/api/wire*'] },
	cursor: {
		mutate: ['nodes/MessageTrigger/cursor.ts', 'nodes/LinkTrigger/cursor.ts'],
		tests: [
			'test/trigger/{cursor,node,polling}*',
			'test/linkTrigger/{memory,histories,oddAnswers,node}*',
		],
	},
	verdict: {
		mutate: ['nodes/Message/send/call.ts'],
		tests: ['test/sending/verdict*'],
	},
	segments: { mutate: ['nodes/Message/sms/segments.ts'], tests: ['test/unit/sms/segments*'] },
	hours: {
		mutate: ['nodes/Message/hours/{allowedHours,timeOfDay}.ts'],
		tests: ['test/unit/sending/{allowedHours,timeOfDay}*'],
	},
	windows: { mutate: ['nodes/Link/statistics/windows.ts'], tests: ['test/unit/time/window*'] },
};
