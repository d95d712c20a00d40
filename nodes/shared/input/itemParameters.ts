import type { INodeProperties } from 'n8n-workflow';

import type { Zones } from './time/zone';
import { isEmpty, oneOf, zeroOrOne } from './parse';
import { Refusal } from './refusal';

/** Converts the raw value of a parameter. @throws Refusal */
export type Parse<T> = (value: unknown, zones: Zones) => T;

/** A parameter's value was refused, or its expression could not be evaluated. `message` names it. */
export class ParameterRefusal extends Refusal {
	constructor(
		/** Name of the parameter: `recipient`, `deferredToTs`. */
		readonly parameter: string,
		message: string,
		hint?: string,
	) {
		super(message, hint);
	}
}

/** Where parameters come from: the context of an executing node, or of a trigger. */
export interface ParameterSource {
	getNodeParameter(
		name: string,
		index: number,
		fallback: object | null,
		options?: { rawExpressions?: boolean },
	): unknown;
}

/** A number field that was emptied in the editor is null, but it was added. */
const ABSENT = {};

/**
 * The parameters of one input item. Names are paths (`additionalFields.comment`); a refusal has the name
 * that the UI shows.
 */
export class ItemParameters {
	constructor(
		private readonly context: ParameterSource,
		readonly index: number,
		private readonly fields: INodeProperties[],
		readonly zones: Zones,
		/** ISO 3166 code of the country of the credential's server, where it is known. */
		readonly serverCountry?: string,
	) {}

	/** @throws ParameterRefusal when it is empty or does not parse */
	required<T>(name: string, parse: Parse<T>): T {
		const value = this.raw(name);
		if (isEmpty(value)) throw this.refusal(name, new Refusal('is empty', 'Fill it in.'));
		return this.parsed(name, value, parse);
	}

	/** An empty value counts as not given. @throws ParameterRefusal when it does not parse */
	optional<T>(name: string, parse: Parse<T>): T | undefined {
		const value = this.raw(name);
		return isEmpty(value) ? undefined : this.parsed(name, value, parse);
	}

	/** Like `optional`, but empty text is a value: it empties a field. */
	given<T>(name: string, parse: Parse<T>): T | undefined {
		const value = this.raw(name);
		return value === null || value === undefined ? undefined : this.parsed(name, value, parse);
	}

	/** The user added it to its collection, even if its value turns out empty. */
	isAdded(name: string): boolean {
		const options = { rawExpressions: true };
		return this.context.getNodeParameter(name, this.index, ABSENT, options) !== ABSENT;
	}

	/**
	 * For an option that protects the user, such as a cap; undefined if it is not added.
	 *
	 * @throws ParameterRefusal also when it is added and empty: it would protect nothing
	 */
	requiredIfAdded<T>(name: string, parse: Parse<T>): T | undefined {
		return this.isAdded(name) ? this.required(name, parse) : undefined;
	}

	/** A choice made in the editor or by an expression. @throws ParameterRefusal for any other value */
	choice<T extends string>(name: string, values: readonly T[], byDefault: T): T {
		return this.optional(name, oneOf(values)) ?? byDefault;
	}

	/**
	 * A switch; off when not given. An expression may also yield 1, or text such as TRUE or yes.
	 *
	 * @throws ParameterRefusal for anything else: a misread Dry Run would send
	 */
	flag(name: string): boolean {
		return this.optional(name, zeroOrOne) === 1;
	}

	private parsed<T>(name: string, value: unknown, parse: Parse<T>): T {
		try {
			return parse(value, this.zones);
		} catch (refusal) {
			throw this.refusal(name, refusal);
		}
	}

	private raw(name: string): unknown {
		try {
			return this.context.getNodeParameter(name, this.index, null);
		} catch (expression) {
			throw this.refusal(name, expression);
		}
	}

	/** Puts the name that the editor shows in front of the refusal. */
	private refusal(path: string, cause: unknown): ParameterRefusal {
		const [label, name] = [this.label(path), path.slice(path.lastIndexOf('.') + 1)];
		if (cause instanceof Refusal)
			return new ParameterRefusal(name, `"${label}" ${cause.message}`, cause.hint);
		const reason = cause instanceof Error ? cause.message : String(cause);
		return new ParameterRefusal(
			name,
			`"${label}" could not be read: ${reason}`,
			'Check the expression.',
		);
	}

	/** The displayed name of the innermost field of the path, as in the editor. */
	private label(path: string): string {
		let fields: INodeProperties[] = this.fields;
		let label = path;
		for (const name of path.split('.')) {
			const field = fields.find((candidate) => candidate.name === name);
			if (!field) continue;
			label = field.displayName;
			fields = (field.options ?? []).flatMap((option) =>
				'values' in option ? option.values : 'type' in option ? [option] : [],
			);
		}
		return label;
	}
}
