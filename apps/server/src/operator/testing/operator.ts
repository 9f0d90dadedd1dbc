import { Readable } from 'node:stream';
import type { OperatorOutcome } from '../../testing/operator-process.ts';
import { quayside } from '../quayside.ts';

/**
 * `npm run quayside -- …` in production on a given database, all of it but the process.
 * @param input what it reads from its standard input
 */
export async function runOperator(
  args: readonly string[],
  { database, input = '' }: { database: { appUrl: string; ownerUrl: string }; input?: string },
): Promise<OperatorOutcome> {
  const settings = {
    NODE_ENV: 'production',
    DATABASE_URL: database.appUrl,
    MIGRATION_DATABASE_URL: database.ownerUrl,
  };
  const written = { out: '', err: '' };
  const code = await quayside(args, settings, {
    stdin: Readable.from([input]),
    stdout: { write: (text) => void (written.out += text), isTTY: false },
    stderr: { write: (text) => void (written.err += text), isTTY: false },
  });
  return { code, ...written };
}
