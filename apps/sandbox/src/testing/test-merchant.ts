import { randomInt, randomUUID } from 'node:crypto';
import type { SandboxProcess } from './sandbox-process.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  // Tests compare the parsed body as a whole or by its parts, because its shape is what they test.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** A merchant for one test alone, so that other tests do not affect it. */
export interface TestMerchant {
  readonly accountId: string;
  readonly serverKey: string;
  readonly tokenKey: string;
  server(method: string, path: string, body?: object): Promise<HttpAnswer>;
  browser(method: string, path: string, body?: object): Promise<HttpAnswer>;
  /** Changes a card into a single-use token. */
  token(cardNum?: string): Promise<string>;
  authorise(fields?: object): Promise<HttpAnswer>;
  books(): Promise<HttpAnswer['body']>;
  fault(fault: object): Promise<HttpAnswer>;
}

export const visa = '4111111111111111';
export const cardExpiry = { month: 12, year: 2040 };

/** Registers a merchant for one test. */
export async function createMerchant(
  sandbox: SandboxProcess,
  currency = 'GBP',
  more: object = {},
): Promise<TestMerchant> {
  const name = randomUUID();
  const [serverKey, tokenKey, accountId] = [`${name}-server`, `${name}-token`, String(randomInt(2 ** 47))];
  const keys = { serverKey, serverSecret: 'server secret', tokenKey, tokenSecret: 'token secret' };
  await request(`${sandbox.provider}/_sandbox/merchants`, 'POST', { ...keys, accountId, currency, ...more });
  const server = (method: string, path: string, body?: object) =>
    request(`${sandbox.provider}${path}`, method, body, { Authorization: basic(serverKey, 'server secret') });
  const browser = (method: string, path: string, body?: object) =>
    request(`${sandbox.provider}${path}`, method, body, {
      Authorization: basic(tokenKey, 'token secret'),
      Origin: 'http://shop.localhost:3000',
    });
  const token = async (cardNum = visa) => {
    const { body } = await browser('POST', '/customervault/v1/singleusetokens', {
      card: { cardNum, cardExpiry, cvv: cardNum.startsWith('3') ? '1234' : '123', holderName: 'Jo Sailor' },
    });
    return String(body.paymentToken);
  };
  return {
    accountId,
    serverKey,
    tokenKey,
    server,
    browser,
    token,
    authorise: async (fields) =>
      server('POST', `/cardpayments/v1/accounts/${accountId}/auths`, {
        merchantRefNum: randomUUID(),
        amount: 1250,
        settleWithAuth: true,
        card: { paymentToken: await token() },
        ...fields,
      }),
    books: async () => (await request(`${sandbox.provider}/_sandbox/books?accountId=${accountId}`, 'GET')).body,
    fault: (fault) => request(`${sandbox.provider}/_sandbox/faults`, 'POST', { accountId, ...fault }),
  };
}

/** Sends JSON, and reads the answer as JSON. */
export async function request(
  url: string,
  method: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<HttpAnswer> {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** Returns a header of basic authentication. */
export function basic(key: string, secret: string): string {
  return `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
}
