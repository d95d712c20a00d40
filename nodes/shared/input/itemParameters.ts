import { ExpressionError, type INodeProperties } from 'n8n-workflow';

import type { Zones } from './time/zone';
import { chosen, isEmpty, oneOf, Refusal, zeroOrOne } from './parse';
import {
	emptyAdvice,
	holeIn,
	missingIn,
	nothingIn,
	pathOf,
	placeholdersIn,
	unevaluatedIn,
} from './placeholders';

/** Converts the raw value of a parameter. @throws Refusal */
export type Parse<T> = (value: unknown, zones: Zones) => T;

export interface ParameterSource {
	getNodeParameter(
		name: string,
		index: number,
		fallback: object | null,
		options?: { rawExpressions?: boolean },
	): unknown;
	evaluateExpression?(expression: string, index: number): unknown;
}

/** n8n has such words only for its editor. */
const NOT_PAIRED =
	'n8n cannot tell which item of the other node is meant. Bring the value along in the rows and read it with $json, or write first() for item if it is the same for all.';

/** Stands for a parameter that was not added; null would be a number field that was emptied. */
const ABSENT = {};

/** Whether an AI model fills the field in. What it gives as empty, or as the word null, counts as left out. */
const isLeftToModel = (written: unknown): boolean =>
	typeof written === 'string' && /\$fromAI\s*\(/i.test(written);

/** One placeholder and nothing else: then only what it gives is judged. */
const IS_PLACEHOLDER = /^=\s*\{\{[^{}]*\}\}\s*$/;

/**
 * Reads the parameters of one item. Their names are paths (`additionalFields.comment`); a refusal has the name that the
 * editor shows.
 *
 * A filter that is empty because of a misspelt column must not find all there is. So an optional parameter counts as
 * given if it was added to its collection or is an expression, and is then refused if it is empty; what the model of an
 * AI agent leaves empty (`$fromAI`) is not given.
 */
export class ItemParameters {
	/** What placeholders gave: each is asked for several times. */
	private readonly values = new Map<string, unknown>();

	constructor(
		private readonly context: ParameterSource,
		readonly index: number,
		private readonly fields: INodeProperties[],
		readonly zones: Zones,
		/** ISO 3166 code of the country of the credential's server, where it is known. */
		readonly serverCountry?: string,
	) {}

	/** @throws Refusal when it is empty or does not parse */
	required<T>(name: string, parse: Parse<T>): T {
		const value = this.raw(name);
		if (isEmpty(value))
			throw this.empty(name, this.isAdded(name) ? 'Fill it in.' : 'Add the field, and fill it in.');
		return this.parsed(name, value, parse);
	}

	/** @returns undefined when not given @throws Refusal when it is given and empty, or does not parse */
	optional<T>(name: string, parse: Parse<T>): T | undefined {
		return this.take(name, parse, () => {
			throw this.empty(name);
		});
	}

	/**
	 * For what only describes, such as a comment: null or blank text counts as not given.
	 *
	 * @param blank what they count as instead
	 * @throws Refusal when it is given and undefined, as a misspelt column is, or does not parse
	 */
	describing<T>(name: string, parse: Parse<T>, blank?: T): T | undefined {
		return this.take(name, parse, (value) => {
			if (value === undefined) throw this.empty(name);
			return blank;
		});
	}

	/** The user added it to its collection, even if its value turns out empty. */
	isAdded(name: string): boolean {
		return this.written(name) !== ABSENT;
	}

	/**
	 * For an option that protects the user, such as a cap. A model cannot leave it out.
	 *
	 * @throws Refusal also when it is added and empty: it would protect nothing
	 */
	requiredIfAdded<T>(name: string, parse: Parse<T>): T | undefined {
		return this.isAdded(name) ? this.required(name, parse) : undefined;
	}

	/** The expression as it is written in the editor; empty text for a fixed value. */
	expression(name: string): string {
		const written = this.written(name);
		return typeof written === 'string' && written.startsWith('=') ? written : '';
	}

	/** What an expression in `{{ }}` gives; empty text where it cannot be evaluated, as in a trigger. */
	evaluate = (expression: string): unknown => {
		const { context, index } = this;
		try {
			return context.evaluateExpression ? context.evaluateExpression(expression, index) : '';
		} catch {
			return '';
		}
	};

	/**
	 * The placeholders in its expression that are a path, or a path and a call, with their values. A call may give
	 * nothing, but not on a value that is missing, which mostly is a misspelt column.
	 *
	 * @throws Refusal for a placeholder whose value is a hole, or is computed with one
	 */
	placeholders(name: string, isHole: (value: unknown) => boolean) {
		return placeholdersIn(this.expression(name)).flatMap((placeholder) => {
			const value = this.valueOf(placeholder);
			const path = pathOf(placeholder);
			const isMissing = path !== undefined && isHole(value) && isHole(this.valueOf(path));
			const hole = isMissing
				? nothingIn(placeholder, this.evaluate)
				: holeIn(placeholder, value, (each) => this.valueOf(each));
			if (hole) throw this.refusal(name, hole);
			return path === undefined ? [] : { placeholder, value };
		});
	}

	private valueOf(placeholder: string): unknown {
		if (!this.values.has(placeholder)) this.values.set(placeholder, this.evaluate(placeholder));
		return this.values.get(placeholder);
	}

	choice<T extends string>(name: string, values: readonly T[], byDefault: T): T {
		return this.optional(name, oneOf(values)) ?? byDefault;
	}

	/**
	 * Off when not given. An expression may also give 1, or text such as TRUE or yes.
	 *
	 * @throws Refusal for anything else: a misread Dry Run would send
	 */
	flag(name: string): boolean {
		return this.optional(name, zeroOrOne) === 1;
	}

	private take<T>(name: string, parse: Parse<T>, ifEmpty: (value: unknown) => T | undefined) {
		const written = this.written(name);
		if (written === ABSENT) return undefined;
		// Outside of a collection every field is there, and an empty one was not filled in.
		if (isEmpty(written) && this.trail(name).at(-2)?.type !== 'collection') return undefined;
		const value = this.raw(name);
		if (
			isLeftToModel(written) &&
			(isEmpty(value) || /^\s*(null|undefined)\s*$/.test(String(value)))
		)
			return undefined;
		return isEmpty(value) ? ifEmpty(value) : this.parsed(name, value, parse);
	}

	private empty(name: string, otherwise = 'Fill it in, or remove it.'): Refusal {
		const written = this.expression(name);
		const isOwn = !written || isLeftToModel(written);
		const advice = isOwn ? otherwise : emptyAdvice(written, this.evaluate);
		return this.refusal(name, new Refusal('is empty', advice));
	}

	private parsed<T>(name: string, value: unknown, parse: Parse<T>): T {
		try {
			return parse(value, this.zones);
		} catch (refusal) {
			throw this.refusal(name, refusal);
		}
	}

	/** As it is written in the editor; `ABSENT` when it was not added. */
	private written(name: string): unknown {
		return this.context.getNodeParameter(name, this.index, ABSENT, { rawExpressions: true });
	}

	private raw(name: string): unknown {
		const expression = this.expression(name);
		if (!IS_PLACEHOLDER.test(expression)) this.placeholders(name, (value) => value === undefined);
		let value: unknown;
		try {
			value = this.context.getNodeParameter(name, this.index, null);
		} catch (fault) {
			throw this.refusal(name, fault);
		}
		const unevaluated = expression === '' ? unevaluatedIn(value) : undefined;
		if (unevaluated) throw this.refusal(name, unevaluated);
		const missing = missingIn(expression, value, (path) => this.valueOf(path));
		if (missing !== undefined) throw this.refusal(name, nothingIn(missing, this.evaluate));
		return chosen(this.trail(name).at(-1), value);
	}

	refusal(path: string, cause: unknown): Refusal {
		const label = this.trail(path).at(-1)?.displayName ?? path;
		const name = path.slice(path.lastIndexOf('.') + 1);
		if (cause instanceof Refusal)
			return new Refusal(`"${label}" ${cause.message}`, cause.hint, name);
		const reason = cause instanceof Error ? cause.message : String(cause);
		const message = `"${label}" could not be read: ${reason}`;
		const isPairing = cause instanceof ExpressionError && cause.functionality === 'pairedItem';
		return new Refusal(message, isPairing ? NOT_PAIRED : 'Check the expression.', name);
	}

	/** The fields on the path to a parameter, the innermost last. */
	private trail(path: string): INodeProperties[] {
		const trail: INodeProperties[] = [];
		let fields: INodeProperties[] = this.fields;
		for (const name of path.split('.')) {
			const field = fields.find((candidate) => candidate.name === name);
			if (!field) continue;
			trail.push(field);
			fields = (field.options ?? []).flatMap((option) =>
				'values' in option ? option.values : 'type' in option ? [option] : [],
			);
		}
		return trail;
	}
}
