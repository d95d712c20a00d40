import { pages } from './pages.mts';
import { pictures } from './pictures.mts';

/** All that is generated in `docs/`, by file name. */
export const files = async (): Promise<Map<string, string | Uint8Array>> =>
	new Map<string, string | Uint8Array>([...(await pages()), ...pictures()]);
