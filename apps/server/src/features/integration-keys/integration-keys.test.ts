import { get } from 'node:http';
import { putConsentGroup } from '@quayside/contract/integration/consents.ts';
import { getOwnKey } from '@quayside/contract/integration/key.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { makeIntegrationKey, programOf, programWith } from '../../testing/factories/integration.ts';
import { codeOf } from '../../testing/http-client.ts';
import { idleComponents } from '../../testing/payments/component-payments.ts';
import { saveProvider } from '../payments/providers/providers.service.ts';
import { TakesRealMoney } from './integration-keys.service.ts';
import { readKeyText } from './key-text.rules.ts';

let app: TestApp;
let marina: TestTenant;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  marina = await makeTenant(app);
});

const ask = (text: string) => programWith(app, text).call(getOwnKey, {});

/** Asks with a key at a host that the client can't really reach. */
const statusAt = async (host: string, text: string) =>
  new Promise((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${text}` };
    get(`${app.url}/harbour/api/integration/v1/key`, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on('error', reject);
  });

describe('a key', () => {
  test('[KEY-1] has a prefix that scanners know, and a checksum that tells a key from a look-alike', async () => {
    const { text } = await makeIntegrationKey(app, marina);
    expect(text).toMatch(/^qs_live_[0-9A-Za-z]{44}$/);
    expect((await makeIntegrationKey(app, marina, { mode: 'test' })).text).toMatch(/^qs_test_/);
    expect(readKeyText(text)).toEqual({ mode: 'live', tenantId: marina.id });
    const other = text[20] === 'a' ? 'b' : 'a';
    expect(readKeyText(text.slice(0, 20) + other + text.slice(21))).toBeNull();
    expect(readKeyText(text.replace('live', 'test'))).toBeNull();
  });

  test('[KEY-1] is stored as a hash alone', async () => {
    const { text } = await makeIntegrationKey(app, marina);
    await ask(text);
    const rows = await marina.db.selectFrom('integration_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(text.slice(8, 46));
    expect(app.logs()).not.toContain(text.slice(8, 46));
  });

  test('[KEY-2] tells which key it is, and which marina it opens', async () => {
    const { text, id } = await makeIntegrationKey(app, marina, { scopes: ['sites:read'] });
    expect((await ask(text)).body).toEqual({
      id,
      name: 'Back office',
      mode: 'live',
      scopes: ['sites:read'],
      expiresAt: null,
      tenant: expect.objectContaining({ key: marina.key, name: `Marina ${marina.key}`, currency: 'GBP' }),
    });
  });

  test('[KEY-2] that is missing, wrong, ended or of another marina’s host opens nothing', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 3_600_000);
    const { text } = await makeIntegrationKey(app, marina, { expiresAt });
    expect((await ask(text)).status).toBe(200);
    expect((await ask(text)).body).toMatchObject({ expiresAt: expiresAt.toISOString() });
    const unknown = (await makeIntegrationKey(app, { ...(await makeTenant(app)), id: marina.id, db: marina.db })).text;
    await marina.db.deleteFrom('integration_keys').where('hint', '=', unknown.slice(-4)).execute();
    for (const wrong of ['', 'secret', unknown, text.toLowerCase(), `${text}x`])
      expect(codeOf(await ask(wrong)), wrong).toBe('401 API_KEY_INVALID');
    expect(codeOf(await programWith(app, text).call(getOwnKey, {}, { authorization: `Basic ${text}` }))).toBe(
      '401 API_KEY_INVALID',
    );
    const host = 'strand.example.com';
    await makeTenant(app, { hosts: [host] });
    expect(await statusAt(host, text)).toBe(401);
    expect(await statusAt('nobody.example.com', text)).toBe(200);
  });

  test('[KEY-4] tells the languages in which its marina needs each text', async () => {
    const { text } = await makeIntegrationKey(app, marina);
    const { body } = await ask(text);
    expect(body.tenant).toMatchObject({ defaultLanguage: 'en-GB', languages: ['en-GB', 'fr-FR'] });
    const program = programWith(app, text);
    const description = Object.fromEntries(body.tenant.languages.map((each) => [each, 'News']));
    const put = (texts: Record<string, string>) =>
      program.call(putConsentGroup, { params: { reference: 'news' }, body: { position: 1, description: texts } });
    expect(codeOf(await put({ [body.tenant.defaultLanguage]: 'News' }))).toBe('400 INVALID_REQUEST');
    expect((await put(description)).status).toBe(201);
  });

  test('[KEY-2] ends at its end', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 1_000);
    const { text } = await makeIntegrationKey(app, marina, { expiresAt });
    expect((await ask(text)).status).toBe(200);
    app.clock.advance({ seconds: 1 });
    expect(codeOf(await ask(text))).toBe('401 API_KEY_INVALID');
  });

  test('[KEY-1] for tests ends when the marina takes real money', async () => {
    const { text } = await makeIntegrationKey(app, marina, { mode: 'test' });
    const live = { ...idleComponents, inTestMode: false, apiBaseUrl: 'https://pay.example.com' };
    await saveProvider(marina.db, marina.id, { siteId: 1, key: 'clearAccept', position: 1, settings: idleComponents });
    expect((await ask(text)).status).toBe(200);
    await marina.db
      .updateTable('payment_providers')
      .set({ settings: JSON.stringify(live) })
      .execute();
    expect(codeOf(await ask(text))).toBe('401 API_KEY_INVALID');
    await expect(makeIntegrationKey(app, marina, { mode: 'test' })).rejects.toThrow(TakesRealMoney);
  });
});

describe('the limit of a key', () => {
  const spend = (tenant: TestTenant, hits: number) => tenant.db.updateTable('rate_limits').set({ hits }).execute();

  test('[KEY-3] stands in every answer, and is counted in the database', async () => {
    const program = await programOf(app, marina);
    const first = await program.call(getOwnKey, {});
    expect(first.headers.get('ratelimit-policy')).toBe('"requests";q=6000;w=60');
    expect(first.headers.get('ratelimit')).toBe('"requests";r=5999;t=60');
    await spend(marina, 4_000);
    expect((await program.call(getOwnKey, {})).headers.get('ratelimit')).toBe('"requests";r=1999;t=60');
  });

  test('[KEY-3] beyond it the answer says when to come back, and the next window opens', async () => {
    const program = await programOf(app, marina);
    await program.call(getOwnKey, {});
    await spend(marina, 6_000);
    app.clock.advance({ seconds: 20 });
    const answer = await program.call(getOwnKey, {});
    expect(codeOf(answer)).toBe('429 TOO_MANY_REQUESTS');
    expect(answer.text).toContain('This key has sent too many requests.');
    expect(answer.headers.get('retry-after')).toBe('40');
    expect(answer.headers.get('ratelimit')).toBe('"requests";r=0;t=40');
    app.clock.advance({ seconds: 40 });
    expect((await program.call(getOwnKey, {})).status).toBe(200);
  });

  test('[KEY-3] slows neither another key nor another marina', async () => {
    const program = await programOf(app, marina);
    await program.call(getOwnKey, {});
    await spend(marina, 6_000);
    expect((await program.call(getOwnKey, {})).status).toBe(429);
    expect((await (await programOf(app, marina)).call(getOwnKey, {})).status).toBe(200);
    const other = await programOf(app, await makeTenant(app));
    expect((await other.call(getOwnKey, {})).headers.get('ratelimit')).toBe('"requests";r=5999;t=60');
  });
});
