import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, wherever the command was called from. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A path inside the project. @param {string[]} parts */
export const inProject = (...parts) => join(root, ...parts);
