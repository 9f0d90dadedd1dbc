import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxProcess, startSandbox } from '../testing/sandbox-process.ts';
import { basic, createMerchant, request, type TestMerchant } from '../testing/test-merchant.ts';

let sandbox: SandboxProcess;
let merchant: TestMerchant;
beforeAll(async () => {
  sandbox = await startSandbox();
  merchant = await createMerchant(sandbox);
});
afterAll(() => sandbox.dispose());

const profile = { merchantCustomerId: 'jo', locale: 'en_GB' };

describe('credentials', () => {
  test('a wrong secret is 401 with 5279, in body and header', async () => {
    const answer = await request(`${sandbox.provider}/customervault/v1/profiles`, 'POST', profile, {
      Authorization: basic(merchant.serverKey, 'guessed'),
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('X-Application-Status-Code')).toBe('5279');
    expect(answer.headers.get('X-Applicationuid')).toMatch(/^GUID=/);
    expect(answer.body).toEqual({
      error: {
        code: '5279',
        message: expect.any(String),
        links: [{ rel: 'errorinfo', href: expect.stringContaining('5279') }],
      },
    });
  });

  test('the public key may neither charge nor read nor settle', async () => {
    const { accountId } = merchant;
    const calls = [
      ['POST', `/cardpayments/v1/accounts/${accountId}/auths`],
      ['GET', `/cardpayments/v1/accounts/${accountId}/auths`],
      ['POST', `/cardpayments/v1/accounts/${accountId}/auths/x/settlements`],
      ['POST', '/customervault/v1/profiles'],
      ['GET', `/threedsecure/v2/accounts/${accountId}/authentications/x`],
      ['POST', '/customervault/v1/singleusetokens/search'],
    ] as const;
    for (const [method, path] of calls) {
      const answer = await merchant.browser(method, path, method === 'GET' ? undefined : {});
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 403, '5270']);
    }
  });

  test('the server key is refused from a page, and does not make tokens', async () => {
    const headers = { Authorization: basic(merchant.serverKey, 'server secret') };
    const fromPage = await request(`${sandbox.provider}/customervault/v1/profiles`, 'POST', profile, {
      ...headers,
      Origin: 'http://shop.localhost:3000',
    });
    expect(fromPage.status).toBe(403);
    expect((await merchant.server('POST', '/customervault/v1/singleusetokens', {})).status).toBe(403);
  });

  test('the account of another merchant is out of reach, and an account that nobody has is not found', async () => {
    const other = await createMerchant(sandbox);
    const answer = await merchant.server('GET', `/cardpayments/v1/accounts/${other.accountId}/auths`);
    expect(answer.status).toBe(403);
    const unknown = await merchant.server('GET', '/cardpayments/v1/accounts/404/auths');
    expect([unknown.status, unknown.body.error.code]).toEqual([400, '5016']);
  });
});

describe('pages of other origins', () => {
  test('may make tokens, after a preflight, and none of the server’s calls', async () => {
    const preflight = (path: string) =>
      fetch(`${sandbox.provider}${path}`, {
        method: 'OPTIONS',
        headers: { Origin: 'http://shop.localhost:3000', 'Access-Control-Request-Method': 'POST' },
      });
    const allowed = await preflight('/customervault/v1/singleusetokens');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(allowed.headers.get('Access-Control-Allow-Headers')).toContain('Authorization');
    const refused = await preflight('/customervault/v1/profiles');
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  test('do not turn the switches', async () => {
    const answer = await request(`${sandbox.provider}/_sandbox/faults`, 'GET', undefined, {
      Origin: 'http://shop.localhost:3000',
    });
    expect(answer.status).toBe(403);
  });
});

test('monitors and health answer without credentials', async () => {
  for (const service of ['cardpayments', 'customervault', 'threedsecure']) {
    const answer = await request(`${sandbox.provider}/${service}/monitor`, 'GET');
    expect(answer.body).toEqual({ status: 'READY' });
  }
  for (const origin of [sandbox.provider, sandbox.bank, sandbox.mailbox]) {
    expect((await request(`${origin}/health`, 'GET')).body.status).toBe('ready');
  }
});

test('a body that is no JSON is 400 with 5023', async () => {
  const response = await fetch(`${sandbox.provider}/customervault/v1/profiles/`, {
    method: 'POST',
    headers: { Authorization: basic(merchant.serverKey, 'server secret'), 'Content-Type': 'application/json' },
    body: '{"merchantCustomerId":',
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: '5023' } });
});

test('a merchant can’t register a key of another merchant', async () => {
  const answer = await request(`${sandbox.provider}/_sandbox/merchants`, 'POST', {
    serverKey: 'thief',
    serverSecret: 's',
    tokenKey: merchant.tokenKey,
    tokenSecret: 't',
    accountId: merchant.accountId,
    currency: 'GBP',
  });
  expect(answer.status).toBe(409);
});
