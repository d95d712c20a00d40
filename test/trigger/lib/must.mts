/** An assertion for inner loops, where those of the test runner take most of the time. */
export function must(condition: boolean, rule: string, about: unknown): void {
	if (!condition) throw new Error(`${rule}: ${JSON.stringify(about)}`);
}
