import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testSecretsKey } from '../secret-keys.ts';
import { programs } from './child-process.ts';

export interface OperatorOptions {
  database: { appUrl: string; ownerUrl: string };
  nodeFlags?: readonly string[];
  /** The folder for its files. Default: one that is removed after the process. */
  dataDir?: string;
  /** Further settings. */
  env?: Readonly<Record<string, string>>;
}

export interface OperatorOutcome {
  code: number | NodeJS.Signals;
  /** The result. */
  out: string;
  /** Errors and progress. */
  err: string;
}

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

/**
 * Runs `npm run quayside -- …` as its own process on a given database. `operator/testing/operator.ts` needs no
 * process, and a tenth of the time.
 */
export function startOperator(
  args: readonly string[],
  { database, nodeFlags = [], dataDir, env = {} }: OperatorOptions,
): { child: ChildProcess; ended: Promise<OperatorOutcome> } {
  const { PATH, HOME } = process.env;
  const ownDir = dataDir ?? mkdtempSync(join(tmpdir(), 'quayside-test-data-'));
  const child = spawn(process.execPath, [...nodeFlags, programs.operator, ...args], {
    cwd: root,
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
      DATABASE_URL: database.appUrl,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      DATA_DIR: ownDir,
      SECRETS_KEY: testSecretsKey,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.err += text));
  const ended = new Promise<OperatorOutcome>((resolve) => {
    child.once('close', (code, signal) => {
      if (dataDir === undefined) rmSync(ownDir, { recursive: true });
      resolve({ code: code ?? signal ?? 1, ...written });
    });
  });
  return { child, ended };
}
