import { readFileSync } from 'node:fs';
import { getConfig } from '@quayside/contract/tenant.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAccount, makeRenewalCodeOf, makeTenant } from '../../testing/factories.ts';
import { type SandboxProcess, startSandboxProcess } from '../../testing/sandbox-process.ts';
import { control, makePerson, SignOnBrowser } from '../../testing/sign-on-world.ts';

const guide = readFileSync(new URL('../../../../../docs/operating/single-sign-on.md', import.meta.url), 'utf8');

let app: TestApp;
let sandbox: SandboxProcess;

beforeAll(async () => {
  app = await startTestApp();
  sandbox = await startSandboxProcess();
});
afterAll(async () => {
  await sandbox.stop();
  await app.close();
});

test('[LOGIN-7] an operator adds a provider by the statements of the guide', async () => {
  const tenant = await makeTenant(app, { key: 'saltmarsh' });
  const client = { clientId: 'the-id', clientSecret: 'the-secret' };
  const redirectUris = ['http://localhost/harbour/api/auth/club/callback'];
  await control(sandbox, 'sso/clients', { ...client, redirectUris });
  const owner = new pg.Client(app.testDatabase.ownerUrl);
  await owner.connect();
  for (const [, statements = ''] of guide.matchAll(/```sql\n(.*?)```/gs))
    await owner.query(
      statements
        .replace('https://id.example.com', `${sandbox.ssoUrl}/harbour-id`)
        .replace('"clientId": "…"', `"clientId": "${client.clientId}"`)
        .replace('"clientSecret": "…"', `"clientSecret": "${client.clientSecret}"`),
    );
  await owner.end();

  const visitor = new SignOnBrowser(app.client(tenant.key));
  const config = await visitor.client.call(getConfig, {});
  expect(config.body.authProviders.map(({ key }) => key)).toEqual(['credentials', 'club']);
  expect(config.text).not.toContain(client.clientId);
  const account = await makeAccount(tenant);
  const renewalToken = await makeRenewalCodeOf(tenant, account);
  const carried = { renewalToken, accountGuid: account.guid };
  expect(await visitor.signOn('club', await makePerson(sandbox), carried)).toBe('/sso-redirect');
});
