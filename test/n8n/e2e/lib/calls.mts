import qs from 'qs';
import type { CallRecord } from '../../../service/index.mts';

/** The methods of the service that were called, in order. */
export const methodsOf = (calls: CallRecord[]): string[] => calls.map(({ method }) => method);

/** The parameters of a call as they came over the wire: every value is a text. */
export const parametersOf = ({ rawBody }: CallRecord) => qs.parse(rawBody);
