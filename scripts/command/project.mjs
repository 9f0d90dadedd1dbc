import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, independent of the current folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Returns a path inside the project.
 * @param {string[]} parts
 */
export const inProject = (...parts) => join(root, ...parts);
