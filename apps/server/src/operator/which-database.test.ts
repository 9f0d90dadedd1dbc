import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { makeDatabaseFolder } from '../testing/databases/database-folder.ts';
import { testSecretsKey } from '../testing/secret-keys.ts';
import { quayside } from './quayside.ts';

const base = makeDatabaseFolder('quayside-test-which-');
afterAll(() => rmSync(base, { recursive: true }));
const DATA_DIR = join(base, 'data');

/** Runs a command that has only DATA_DIR: it uses the embedded database. */
async function run(...args: string[]): Promise<{ code: number; err: string }> {
  let err = '';
  const code = await quayside(
    args,
    { DATA_DIR, SECRETS_KEY: testSecretsKey },
    {
      stdin: Readable.from(['']),
      stdout: { write: () => {}, isTTY: false },
      stderr: { write: (text) => void (err += text), isTTY: false },
    },
  );
  return { code, err };
}

const office = ['--name', 'Gullhaven', '--country', 'GB', '--currency', 'GBP', '--language', 'en-GB'];
const reach = ['--email', 'office@example.org', '--telephone', '+44 1000 000000'];

test('a command makes no second database beside the server’s, and names the one that it uses', async () => {
  const refused = await run('tenant', 'show', 'gullhaven');
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(`There is no database in ${DATA_DIR}. Set DATA_DIR to the folder of your server`);
  expect(existsSync(DATA_DIR)).toBe(false);

  const begun = await run('tenant', 'create', 'gullhaven', ...office, ...reach);
  expect(begun).toEqual({ code: 0, err: `Making the database in ${DATA_DIR}: there is none yet.\n` });

  const { err } = await run('tenant', 'show', 'nowhere');
  expect(err).toMatch(`There is no marina "nowhere" in the database in ${DATA_DIR}.`);
});
