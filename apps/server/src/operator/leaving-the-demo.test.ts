import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signIn } from '@quayside/contract/identity/identity.ts';
import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { checkRenewalToken, registerAccount } from '@quayside/contract/identity/registration.ts';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/databases/test-database.ts';
import { samplePassword } from '../testing/factories/factories.ts';
import { HttpClient } from '../testing/http-client.ts';
import { chargeOutsidePortal, chargesOf, type TestMerchant } from '../testing/payments/card-payments.ts';
import { startServerProcess } from '../testing/processes/server-process.ts';
import { testSecretsKey } from '../testing/secret-keys.ts';
import { runOperator } from './testing/operator.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const page = readFileSync(join(root, 'docs/operating/leaving-the-demo.md'), 'utf8');

/** The commands that the page tells people to type. */
const commands = [...page.matchAll(/```sh\n(.*?)```/gs)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .filter((line) => /^npm run (-s )?quayside/.test(line));

/** Runs a command as a person types it, through npm. */
function shell(line: string, env: NodeJS.ProcessEnv) {
  const {
    status: code,
    stdout: out,
    stderr: err,
  } = spawnSync('sh', ['-c', line], { cwd: root, env, encoding: 'utf8' });
  return { code, out, err };
}

/** Fills in an example of a provider's settings, as the page asks its reader to. @returns the copy's path */
function filledIn(name: string, folder: string): string {
  const example = readFileSync(join(root, 'docs/operating/example-settings', name), 'utf8');
  writeFileSync(join(folder, name), example.replaceAll('your-', 'own-'));
  return join(folder, name);
}

/** Returns what the shell passes to `quayside` for a command's line: the words behind `--` and the standard input. */
function typed(line: string, database: TestDatabase): Parameters<typeof runOperator> {
  const script = `npm() { printf '%s\\0' "$@"; cat; }; ${line}`;
  const words = spawnSync('sh', ['-c', script], { cwd: root, encoding: 'utf8', input: '' }).stdout.split('\0');
  const input = words.pop();
  return [words.slice(words.indexOf('--') + 1), { database, input }];
}

test('the walk-through leads from an empty database to a customer who signs in and sees what they owe', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-walk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const settings = {
    DATABASE_URL: database.appUrl,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    NODE_ENV: 'production',
    SECRETS_KEY: testSecretsKey,
  };
  const env = { ...settings, PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`, HOME: folder };

  expect(commands.length).toBeGreaterThan(7);
  const output: string[] = [];
  for (const [index, command] of commands.entries()) {
    const asTyped = index === 0 || command.includes(' > ');
    const line = command
      .replace('> letters.csv', `> ${folder}/letters.csv`)
      .replace(/< ([\w-]+\.json)$/, (_, name: string) => `< ${filledIn(name, folder)}`);
    const { code, out, err } = asTyped ? shell(line, env) : await runOperator(...typed(line, database));
    expect({ command, code, err: code === 0 ? '' : err }).toEqual({ command, code: 0, err: '' });
    output.push(out);
  }
  expect(readFileSync(join(folder, 'letters.csv'), 'utf8')).toContain('Kittiwake Charters Ltd');
  const code = /renewal-token=(\w{10})/.exec(output.join('\n'))?.[1] ?? '';

  const server = await startServerProcess({
    database,
    sandboxUrl: 'http://127.0.0.1:9',
    env: { DEMO: 'off', WORKER: 'off' },
  });
  onTestFinished(() => server.stop());
  const client = new HttpClient(server.url, 'gullhaven');
  const { body: opened } = await client.call(checkRenewalToken, { query: { renewalToken: code } });
  expect(opened).toMatchObject({ firstname: 'Morgan', siteName: 'Gullhaven Marina' });
  const guid = opened.accountGuid;
  const email = 'morgan@example.com';
  const account = { guid, renewalToken: code, email };
  expect((await client.call(registerAccount, { body: { account, password: samplePassword } })).status).toBe(200);
  await client.call(signIn, { body: { userName: email, password: samplePassword, rememberMe: false } });
  const { body } = await client.call(listOutstandingOrders, { params: { guid } });
  expect(JSON.stringify(body)).toContain('2788.75');
});

test('the trial’s settings are those of a merchant that the sandbox knows', async () => {
  const file = join(root, 'docs/operating/example-settings/sandbox-provider.json');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as TestMerchant['settings'];
  expect(settings).toMatchObject({ inTestMode: true, apiBaseUrl: 'http://127.0.0.1:4220' });
  expect(page).toContain('SANDBOX_PORT=4220');
  const merchant = { accountId: String(settings.accountId), currency: 'GBP', settings };
  const sandbox = inject('sandbox');
  const reference = `QS-${randomUUID()}`;
  await chargeOutsidePortal(sandbox.url, merchant, reference);
  expect(await chargesOf({ sandbox, merchant }, reference)).toMatchObject([{ status: 'COMPLETED', amount: 10_000 }]);
});
