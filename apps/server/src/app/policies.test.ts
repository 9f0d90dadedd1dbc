import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Call, isFile } from '@quayside/contract/shared/call.ts';
import { portalPages } from '@quayside/contract/portal/portal-routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveProvider } from '../features/payments/providers/providers.service.ts';
import { inputOf } from '../testing/contract/contract-example.ts';
import { examples } from '../testing/contract/contract-examples.ts';
import { makeContractFixture, type ContractFixture } from '../testing/contract/contract-fixture.ts';
import type { HttpClient } from '../testing/http-client.ts';
import { makePortalFolder } from '../testing/portal-folder.ts';

let fixture: ContractFixture;
const portal = makePortalFolder();

beforeAll(async () => {
  fixture = await makeContractFixture(undefined, { portalFolder: portal.folder });
  const settings = {
    displayName: 'Card',
    inTestMode: true,
    apiBaseUrl: 'https://api.provider.example',
    accountId: '1001',
    scriptBaseUrl: 'https://scripts.provider.example/base',
    serverKey: 's',
    serverSecret: 'secret',
    tokenKey: 't',
    tokenSecret: 'secret',
    force3dsV1: true,
    bankOrigins: ['https://acs.bank.example'],
    googlePay: { gatewayMerchantId: 'g' },
  };
  await saveProvider(fixture.tenant.db, fixture.tenant.id, { siteId: 1, key: 'paysafe', position: 1, settings });
});
afterAll(async () => {
  await fixture.close();
  portal.remove();
});

/** Returns an answer's policy by directive. A document or file without one fails. */
function policyOf({ headers }: Awaited<ReturnType<HttpClient['get']>>, what: string): Map<string, string> {
  const policy = headers.get('content-security-policy');
  expect(policy, `${what} has a policy`).not.toBeNull();
  return new Map(
    (policy ?? '').split('; ').map((rule): [string, string] => [rule.split(' ')[0] ?? '', rule.replace(/^\S+ /, '')]),
  );
}

/** Expects that only named styles and scripts are allowed: by origin, hash or nonce. */
function expectStrict(answer: Awaited<ReturnType<HttpClient['get']>>, what: string): void {
  const policy = policyOf(answer, what);
  for (const [directive, sources] of policy)
    expect(sources, `${what}: ${directive}`).not.toMatch(/unsafe|\*|^https?:$/);
  const styles = policy.get('style-src') ?? policy.get('default-src');
  expect(styles, `${what}: styles`).toMatch(/^('none'|'self'|'sha256-[\w+/=]{44}'|'nonce-[\w-]{43}'| )+$/);
  expect(policy.get('script-src') ?? policy.get('default-src'), `${what}: scripts`).not.toMatch(/nonce|sha256/);
}

const screens = Object.keys(portalPages).map((path) => path.replace(/:\w+/g, '5a175a17-0001-4000-8000-000000000001'));

test('[SAFE-4] no document takes inline styles: every page, signed in or not, lost, or of no marina', async () => {
  expect(screens.length).toBeGreaterThan(40);
  const { app, owner, tenant } = fixture;
  for (const path of [...screens, '/nowhere', '/portal/login/']) {
    for (const client of [app.client(tenant.key), owner.client]) expectStrict(await client.get(path), path);
    expectStrict(await app.client('nobody').get(path), `${path} of no marina`);
  }
});

test('[SAFE-4] no file takes inline styles: every call that answers one', async () => {
  const files = fixture.app.app.routesOfContract.map(({ call }): Call => call).filter(({ answer }) => isFile(answer));
  expect(files.length).toBeGreaterThanOrEqual(5);
  for (const call of files) {
    const answer = await fixture.owner.client.call(call, inputOf(examples[call.name]?.(fixture)));
    expect([call.name, answer.status]).toEqual([call.name, 200]);
    expectStrict(answer, call.name);
  }
});

test('[SAFE-4] no picture takes inline styles but its own', async () => {
  const folder = join(import.meta.dirname, '../features/tenant/brand');
  const pictures = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+\.\w+$/.test(name),
  );
  expect(pictures).toContain('saltmarsh/logo.v1.svg');
  for (const name of pictures) expectStrict(await fixture.app.client(fixture.tenant.key).get(`/brand/${name}`), name);
});
