import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getConfig } from '@quayside/contract/tenant/tenant.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { unsafeFindTenant } from '../../../http/tenant/tenant.queries.ts';
import type { Environment } from '../../../lib/settings/env.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { auditOf } from '../../../testing/audit.ts';
import { makeAccount, makeRenewalCodeOf, makeTenant, type TestTenant } from '../../../testing/factories/factories.ts';
import { makeFolder } from '../../../testing/import-files.ts';
import { control, makePerson, setProvidersClock, SignOnBrowser } from '../../../testing/sign-on-fixture.ts';
import { runOperator } from '../../testing/operator.ts';
import { setTenant } from './tenant-set.ts';

const guide = readFileSync(new URL('../../../../../../docs/operating/single-sign-on.md', import.meta.url), 'utf8');
/** The file from the guide, and the field that its other command sets. */
const [clubFile = ''] = /\{\n.*?\n +\}/s.exec(guide) ?? [];
const [, switchedOff = ''] = /echo '(.*?)' \|/.exec(guide) ?? [];

const client = { clientId: 'the-id', clientSecret: 'the-secret' };
const sandbox = inject('sandbox');
let app: TestApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app, { key: 'saltmarsh' });
  const redirectUris = ['http://localhost/harbour/api/auth/club/callback'];
  await control(sandbox, 'sso/clients', { ...client, redirectUris });
  await setProvidersClock(sandbox, client.clientId, app.clock);
});
afterAll(() => app.close());

/** Runs `tenant set` with a file, in this process. Returns the refusal; null if the command succeeds. */
async function refusal(text: string, setting = 'sign-on.club', changes: object = {}): Promise<string | null> {
  const file = join(makeFolder({ 'club.json': text }), 'club.json');
  const { ownerUrl } = app.testDatabase;
  const owner = { ownerDb: () => app.ownerDb, ownerUrl: () => ownerUrl };
  const ctx = { database: app.database, ...owner, clock: app.clock, say: () => {} };
  const options = { tenant: tenant.key, setting, file, ...changes };
  const run = setTenant.run({ ...ctx, environment: {} as Environment, terminal: process }, options);
  return run.then(
    () => null,
    (error: Error) => error.message,
  );
}

const club = () =>
  clubFile
    .replace('https://id.example.com', `${sandbox.ssoUrl}/harbour-id`)
    .replace('"clientId": "…"', `"clientId": "${client.clientId}"`)
    .replace('"clientSecret": "…"', `"clientSecret": "${client.clientSecret}"`);

test('[LOGIN-7] an operator adds a provider by the command of the guide, and somebody registers with it', async () => {
  const [, command = ''] = /quayside -- (tenant set .*) < club\.json/.exec(guide) ?? [];
  const outcome = await runOperator(command.split(' '), { database: app.testDatabase, input: club() });
  expect(outcome).toMatchObject({ code: 0, err: '' });
  const visitor = new SignOnBrowser(app.client(tenant.key));
  const config = await visitor.client.call(getConfig, {});
  expect(config.body.authProviders.map(({ key }) => key)).toEqual(['credentials', 'club']);
  expect(config.text).not.toContain(client.clientId);
  const account = await makeAccount(tenant);
  const renewalToken = await makeRenewalCodeOf(tenant, account);
  const carried = { renewalToken, accountGuid: account.guid };
  const person = await makePerson(sandbox);
  expect(await visitor.signOn('club', person, carried)).toBe('/sso-redirect');

  // A file with one field changes that field and leaves the rest.
  await refusal(JSON.stringify({ clientSecret: 'another' }));
  expect(await visitor.signOn('club', person)).toBe('/sso-redirect?f=untrusted');
  expect(await refusal(JSON.stringify({ clientSecret: client.clientSecret }))).toBeNull();
  expect(await visitor.signOn('club', person)).toBe('/sso-redirect');
  expect(await refusal(switchedOff)).toBeNull();
  const stored = await unsafeFindTenant(app.database, 'key', tenant.key);
  expect(stored?.settings.authProviders).toMatchObject([
    { key: 'credentials' },
    { key: 'club', displayName: 'Sailing Club', icon: null, enabledInPortal: false },
  ]);
});

test('[SAFE-5] tenant show, the audit trail and the errors of a wrong file never show its secret', async () => {
  expect(await refusal(club())).toBeNull();
  const shown = await runOperator(['tenant', 'show', tenant.key], { database: app.testDatabase });
  expect(JSON.parse(shown.out)).toMatchObject({
    signOn: [{ key: 'club', settings: { clientId: client.clientId, clientSecret: '(secret)' } }],
  });
  const refusals = [
    await refusal(club().replace(client.clientId, '')),
    await refusal(club().slice(0, -1)),
    await refusal('', 'sign-on.club', { file: undefined, value: club() }),
    await refusal(club().replace('"issuer"', '"isuer"')),
    await refusal(club(), 'sign-on.logout'),
    await refusal(club(), 'sign-on.credentials'),
    await refusal(club(), 'sign-on.club', { site: 1 }),
    await refusal('{"displayName": "New"}', 'sign-on.new'),
    await refusal('{"colour": "blue"}'),
  ];
  expect(refusals).toEqual([
    expect.stringMatching(/^clientId: /),
    'The given text is not a JSON object.',
    expect.stringMatching(/^The settings of a provider hold secrets/),
    expect.stringMatching(/Unrecognized key: "isuer"/),
    expect.stringMatching(/^authProviders\.\d\.key: is the name of a call$/),
    'E-mail and password have no issuer, clientId, clientSecret.',
    'A provider of single sign-on serves all sites.',
    expect.stringMatching(/^issuer: /),
    'colour of club: "blue" is not a colour such as #0f6e6a',
  ]);
  const said = shown.out + refusals.join() + JSON.stringify(await auditOf(tenant));
  expect(said).not.toContain(client.clientSecret);
});
