import { AGENT_FILES } from '../examples/agent.mts';

interface Need {
	/** A file of `examples/`. */
	file: string;
	/** The first n8n that has it. */
	n8n: string;
	/** What that is. */
	uses: string;
}

/** The examples that use something of n8n that not every version has. */
const NEEDS: Need[] = [
	...[
		'abandoned-cart.json',
		'delivery-results-to-data-table.json',
		'failed-sms-goes-as-email.json',
		'one-time-password.json',
		'opt-out-by-link.json',
		'sms-to-each-row-of-a-file.json',
	].map((file) => ({ file, n8n: '2.3', uses: 'the Data Table node that can create a table' })),
	{ file: 'mcp-server.json', n8n: '2.41', uses: 'an MCP server, which was tried in this one only' },
	...AGENT_FILES.map((file) => ({
		file,
		n8n: '2.14',
		uses: 'version 1.3 of the Chat node, which asks a person before an AI tool is used',
	})),
];

/** What an n8n of this version, such as `2.0.3`, is too old for. */
export const tooNewFor = (version: string): Need[] =>
	NEEDS.filter(({ n8n }) => version.localeCompare(n8n, 'en', { numeric: true }) < 0);
