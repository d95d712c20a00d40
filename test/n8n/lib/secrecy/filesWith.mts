import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** True when a file holds the text; read in parts, since databases grow large. */
async function holds(file: string, text: string): Promise<boolean> {
	let end = Buffer.alloc(0);
	for await (const part of createReadStream(file)) {
		const bytes = Buffer.concat([end, part]);
		if (bytes.includes(text)) return true;
		// It may begin in this part and end in the next.
		end = bytes.subarray(Math.max(0, bytes.length - text.length + 1));
	}
	return false;
}

/** The files below a folder that hold a text, whatever kind of file they are, and how many were searched. */
export async function filesWith(
	folder: string,
	text: string,
): Promise<{ found: string[]; searched: number }> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	const found: string[] = [];
	for (const { parentPath, name } of files) {
		const path = join(parentPath, name);
		if (await holds(path, text)) found.push(path);
	}
	return { found, searched: files.length };
}
