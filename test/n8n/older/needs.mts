import { AGENT_FILE } from '../examples/agent.mts';

interface Need {
	/** A file of `examples/`. */
	file: string;
	/** The first n8n that has what the file uses. */
	n8n: string;
	because: string;
}

/** The examples that use something of n8n that not every version has. */
const NEEDS: Need[] = [
	{
		file: AGENT_FILE,
		n8n: '2.14',
		because: 'it has a person approve what an AI agent does, with version 1.3 of the Chat node',
	},
];

/** What an n8n of this version, such as `2.0.3`, is too old for. */
export const tooNewFor = (version: string): Need[] =>
	NEEDS.filter(({ n8n }) => version.localeCompare(n8n, 'en', { numeric: true }) < 0);
