import { scenarioOf } from '../operations/index.mts';

/** @throws Error for an operation that has none */
export function mistakes(choice: string): string {
	const lines = scenarioOf(choice).mistakes.map(
		([mistake, instead]) => `- ${mistake}. Instead: ${instead}.`,
	);
	return `Common mistakes:\n\n${lines.join('\n')}`;
}
