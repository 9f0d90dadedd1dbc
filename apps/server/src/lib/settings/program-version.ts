import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the digest of the sources from which `npm run build` made the running program. Each change of the server
 * and of its packages changes it. Undefined if the program runs from its sources.
 */
export function programVersion(): string | undefined {
  const file = join(dirname(process.argv[1] ?? ''), '.sources');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
