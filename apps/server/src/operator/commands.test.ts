import { openStaffView } from '@quayside/contract/identity/staff-views.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnvironment } from '../lib/settings/env.ts';
import { formatSiteTime } from '../lib/texts/formats.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { auditOf } from '../testing/audit.ts';
import {
  makeAccount,
  makeLogin,
  makeTenant,
  type TestAccount,
  type TestTenant,
} from '../testing/factories/factories.ts';
import { testSecretsKey } from '../testing/secret-keys.ts';
import { commands, groups } from './commands.ts';
import { programOf } from './program.ts';
import { runCommand } from './run-command.ts';

let app: TestApp;
let tenant: TestTenant;
let account: TestAccount;
let login: { email: string };

beforeAll(async () => {
  app = await startTestApp();
  app.clock.set(new Date().toISOString()); // a command has the system's time
  tenant = await makeTenant(app, { key: 'saltmarsh', name: 'Saltmarsh Marina', hosts: ['saltmarsh.localhost'] });
  account = await makeAccount(tenant, { email: 'jo.sailor@example.com' });
  login = await makeLogin(tenant, account);
});
afterAll(() => app.close());

/** Runs a command in production, as typed, and returns the lines that it prints. */
async function quayside(...args: string[]): Promise<string[]> {
  const said: string[] = [];
  await quaysideSaying(said, ...args);
  return said;
}

async function quaysideSaying(said: string[], ...args: string[]): Promise<void> {
  const { appUrl, ownerUrl } = app.testDatabase;
  const settings = {
    NODE_ENV: 'production',
    SECRETS_KEY: testSecretsKey,
    DATABASE_URL: appUrl,
    MIGRATION_DATABASE_URL: ownerUrl,
  };
  const lines = { write: (text: string) => said.push(text.trimEnd()), isTTY: false };
  const terminal = { stdin: process.stdin, stdout: lines, stderr: lines };
  const program = programOf(commands, groups, (command, options) =>
    runCommand(command, options, readEnvironment(settings), terminal),
  );
  await program.parseAsync(args, { from: 'user' });
}

const staffLink = (wanted: string, as = 'Sam Office', ...more: string[]) =>
  quayside('staff-link', '--tenant', 'saltmarsh', '--account', wanted, '--as', as, ...more);

test('[LOGIN-12] staff-link: by number, by address, by login: a link that opens the portal', async () => {
  for (const wanted of [String(account.id), 'Jo.Sailor@example.com', login.email]) {
    const said = (await staffLink(wanted)).join('\n');
    expect(said).toContain(`For Sam Office, to look at the portal of Robin Test (account ${account.id}):`);
    const [, token = ''] = /^https:\/\/saltmarsh\.localhost\/staff-view#(\S+)$/m.exec(said) ?? [];
    const { body } = await app.client('saltmarsh').call(openStaffView, { body: { token } });
    expect(body.userSession).toMatchObject({ isAccountUser: false, accountGuid: account.guid });
  }
});

test('[RUN-190] staff-link: until when it works by the clock of the marina’s first site', async () => {
  const setZone = (zone: string) => tenant.db.updateTable('sites').set({ time_zone: zone }).execute();
  await setZone('Pacific/Auckland');
  const said = await staffLink(String(account.id));
  await setZone('Europe/London');
  const link = tenant.db.selectFrom('staff_links').select('expires_at').orderBy('expires_at', 'desc');
  const { expires_at: end } = await link.limit(1).executeTakeFirstOrThrow();
  expect(said.at(-1)).toBe(`It works once, until ${formatSiteTime(end, 'Pacific/Auckland')} (Pacific/Auckland).`);
});

test('[LOGIN-12] staff-link: who made it, for whom and why is in the audit trail', async () => {
  await staffLink(String(account.id), 'Kim Office', '--reason', 'Asked by telephone');
  expect((await auditOf(tenant)).at(-1)).toMatchObject({
    event: 'staff-link.made',
    actor: { kind: 'operator', name: expect.stringMatching(/./) },
    accountId: account.id,
    details: { staff: 'Kim Office', reason: 'Asked by telephone' },
  });
});

test('staff-link: a wrong option is refused in words, and no link is made', async () => {
  // Created one after the other, so that their numbers are in this order.
  const elder = await makeAccount(tenant, { email: 'twins@example.com' });
  const twins = [elder, await makeAccount(tenant, { email: 'twins@example.com' })];
  const closed = await makeAccount(tenant, { closed_at: new Date() });
  const homeless = await makeTenant(app, { key: 'homeless' });
  const made = async () => (await tenant.db.selectFrom('staff_links').select('account_id').execute()).length;
  const before = await made();
  await expect(quayside('staff-link', '--tenant', 'nowhere', '--account', '1', '--as', 'Sam')).rejects.toThrow(
    /^There is no marina "nowhere"/,
  );
  for (const wanted of ['999', 'nobody@example.com', String(closed.id), '%'])
    await expect(staffLink(wanted)).rejects.toThrow(
      `Saltmarsh Marina has no open account "${wanted}". "account find" looks for a name or a boat.`,
    );
  await expect(staffLink('twins@example.com')).rejects.toThrow(
    `Name one by its number:\n${twins.map(({ id }) => `  ${id}  Robin Test`).join('\n')}`,
  );
  await expect(staffLink(String(account.id), ' ')).rejects.toThrow(/^--as: /);
  const { id } = await makeAccount(homeless);
  await expect(quayside('staff-link', '--tenant', 'homeless', '--account', String(id), '--as', 'Sam')).rejects.toThrow(
    /has no host, so its portal has no address/,
  );
  expect(await made()).toBe(before);
});

test('audit verify: every marina or one; the first broken entry is named, and the command fails', async () => {
  await makeTenant(app, { key: 'quiet' });
  const whole = /^saltmarsh: \d+ entries, whole, ending in [0-9a-f]{64}$/;
  expect(await quayside('audit', 'verify', '--tenant', 'saltmarsh')).toEqual([expect.stringMatching(whole)]);
  expect(await quayside('audit', 'verify')).toEqual(
    expect.arrayContaining([expect.stringMatching(whole), expect.stringMatching(/^quiet: 0 entries, whole/)]),
  );

  await changeEntry(2);
  const said: string[] = [];
  await expect(quaysideSaying(said, 'audit', 'verify')).rejects.toThrow(/^The audit trail is broken/);
  expect(said).toContain('saltmarsh: BROKEN: entry 2 was changed');
  expect(await quayside('audit', 'verify', '--tenant', 'quiet')).toHaveLength(1);
});

/** Changes an entry with the rights of the tables' owner, who can disable the triggers. */
async function changeEntry(sequence: number): Promise<void> {
  await app.ownerDb.transaction().execute(async (trx) => {
    await sql`select set_config('app.tenant_id', ${String(tenant.id)}, true)`.execute(trx);
    await sql`alter table audit_entries disable trigger user`.execute(trx);
    await sql`update audit_entries set content = '{}' where sequence = ${sequence}`.execute(trx);
    await sql`alter table audit_entries enable trigger user`.execute(trx);
  });
}
