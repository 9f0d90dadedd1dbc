import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { OperatorOutcome } from '../../testing/processes/operator-process.ts';
import { testSecretsKey } from '../../testing/secret-keys.ts';
import { quayside } from '../quayside.ts';

interface OperatorOptions {
  database: { appUrl: string; ownerUrl: string };
  input?: string | undefined;
  dataDir?: string;
  /** Further settings. */
  env?: Readonly<Record<string, string>>;
}

/**
 * Runs `npm run quayside -- …` in production on a given database, without a process of its own.
 * @param input the standard input
 * @param dataDir the folder for files; default: one that is deleted after the command
 */
export async function runOperator(
  args: readonly string[],
  { database, input = '', dataDir, env = {} }: OperatorOptions,
): Promise<OperatorOutcome> {
  const ownDir = dataDir ?? (await mkdtemp(join(tmpdir(), 'quayside-test-data-')));
  const settings = {
    NODE_ENV: 'production',
    DATABASE_URL: database.appUrl,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    DATA_DIR: ownDir,
    SECRETS_KEY: testSecretsKey,
    ...env,
  };
  const written = { out: '', err: '' };
  const code = await quayside(args, settings, {
    stdin: Readable.from([input]),
    stdout: { write: (text) => void (written.out += text), isTTY: false },
    stderr: { write: (text) => void (written.err += text), isTTY: false },
  });
  if (dataDir === undefined) await rm(ownDir, { recursive: true });
  return { code, ...written };
}
