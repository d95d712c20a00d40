import { deviations } from './conformity.mts';
import { nullable, object, type Schema } from './schema.mts';

const schema: Schema = object({
	id: nullable('integer'),
	price: { type: 'number' },
	texts: { type: 'array', items: { type: 'string' } },
	inner: object({ final: { type: 'boolean' } }),
});

it.each([
	[{ id: 1, price: 0.5, inner: { final: true } }, []],
	[{ id: null, price: 1 }, []],
	[{ id: '1' }, ['.id: string']],
	[{ id: 1.5, price: null }, ['.id: number', '.price: null']],
	[{ inner: { final: 1, more: 2 } }, ['.inner.final: integer', '.inner.more: not in the schema']],
	[{ inner: null }, ['.inner: no object']],
	[{ texts: [] }, []],
	[{ texts: ['a', 1] }, ['.texts.1: integer']],
	[{ texts: 'a' }, ['.texts: no array']],
])('%j deviates in %j', (value, expected) => {
	expect(deviations(value, schema)).toEqual(expected);
});
