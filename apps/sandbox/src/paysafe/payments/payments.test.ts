import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SandboxProcess, startSandbox } from '../../testing/sandbox-process.ts';
import { createMerchant, request, type TestMerchant, visa } from '../../testing/test-merchant.ts';

let sandbox: SandboxProcess;
let merchant: TestMerchant;
let base: string;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.dispose());
beforeEach(async () => {
  merchant = await createMerchant(sandbox);
  base = `/cardpayments/v1/accounts/${merchant.accountId}`;
});

const moveClock = (offsetMs: number, { accountId } = merchant) =>
  request(`${sandbox.provider}/_sandbox/clock`, 'POST', { offsetMs, accountId });
const oneDayMs = 24 * 60 * 60 * 1000;

describe('authorisations', () => {
  test('an approved purchase answers in the recorded shape', async () => {
    const profile = { firstName: 'Jo', lastName: 'Sailor', email: 'jo@example.com' };
    const billingDetails = { street: '1 Quay', city: 'Portsmouth', country: 'GB', zip: 'PO1 2AB' };
    const { status, body } = await merchant.authorise({ merchantRefNum: 'ref-1', profile, billingDetails });
    expect(status).toBe(200);
    const self = (kind: string) => `${sandbox.provider}${base}/${kind}/${body.id}`;
    const txnTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(body).toEqual({
      links: [
        { rel: 'settlement', href: self('settlements') },
        { rel: 'self', href: self('auths') },
      ],
      id: expect.any(String),
      merchantRefNum: 'ref-1',
      txnTime,
      status: 'COMPLETED',
      amount: 1250,
      settleWithAuth: true,
      preAuth: false,
      availableToSettle: 0,
      card: { type: 'VI', lastDigits: '1111', cardExpiry: { month: 12, year: 2040 } },
      authCode: expect.stringMatching(/^\d{6}$/),
      profile,
      billingDetails,
      visaAdditionalAuthData: {},
      currencyCode: 'GBP',
      avsResponse: 'MATCH',
      cvvVerification: 'MATCH',
      settlements: [
        {
          links: [{ rel: 'self', href: self('settlements') }],
          id: body.id,
          merchantRefNum: 'ref-1',
          txnTime,
          status: 'PENDING',
          amount: 1250,
          availableToRefund: 1250,
        },
      ],
    });
    const read = await merchant.server('GET', `${base}/auths/${body.id}`);
    expect(read.body).not.toHaveProperty('settlements');
    expect(read.body).toMatchObject({
      status: 'COMPLETED',
      storedCredential: { type: 'ADHOC', occurrence: 'INITIAL' },
    });
    expect(read.body.links[0].rel).toBe('settlement');
  });

  test.each([
    [4, 402, '3015'],
    [5, 402, '3009'],
    [6, 500, '1007'],
    [11, 402, '3022'],
    [12, 402, '3023'],
    [13, 402, '3024'],
    [20, 500, '1007'],
    [23, 402, '4002'],
    [24, 402, '3007'],
    [25, 402, '4001'],
    [77, 402, '3060'],
  ])('the amount %i is declined with %i and %s, and found as FAILED', async (amount, status, code) => {
    const declined = await merchant.authorise({ merchantRefNum: 'ref', amount });
    expect(declined.status).toBe(status);
    expect(declined.headers.get('X-Application-Status-Code')).toBe(code);
    expect(declined.body).toEqual({
      links: [{ rel: 'self', href: `${sandbox.provider}${base}/auths/${declined.body.id}` }],
      id: expect.any(String),
      merchantRefNum: 'ref',
      error: { code, message: expect.any(String), links: [{ rel: 'errorinfo', href: expect.any(String) }] },
      riskReasonCode: [1005],
      settleWithAuth: true,
    });
    const { body } = await merchant.server('GET', `${base}/auths?merchantRefNum=ref`);
    expect(body.auths).toMatchObject([{ id: declined.body.id, status: 'FAILED', amount, error: { code } }]);
    expect((await merchant.books()).charged).toBe(0);
  });

  test('an amount that the bank wants authenticated passes with an authentication', async () => {
    const authentication = { threeDResult: 'Y', eci: 5, cavv: 'proof', threeDSecureVersion: '2.2.0' };
    const answer = await merchant.authorise({ amount: 77, authentication });
    expect(answer.body).toMatchObject({ status: 'COMPLETED', authentication });
    expect((await merchant.books()).auths[0]).toMatchObject({ authentication, authenticationCheck: 'unknown' });
  });

  test('a slow clearing house shows RECEIVED until it is done', async () => {
    const answering = merchant.authorise({ merchantRefNum: 'slow', amount: 95 }).catch(() => undefined);
    const search = async () => (await merchant.server('GET', `${base}/auths?merchantRefNum=slow`)).body.auths;
    await expect.poll(search, { timeout: 20_000 }).toMatchObject([{ status: 'RECEIVED' }]);
    await moveClock(30_000);
    expect(await search()).toMatchObject([{ status: 'COMPLETED', amount: 95 }]);
    await sandbox.stop('SIGKILL');
    expect(await answering).toBeUndefined();
    sandbox = await sandbox.restart();
  });

  test('the amount 97 is charged and its answer lost', async () => {
    await expect(merchant.authorise({ merchantRefNum: 'lost', amount: 97 })).rejects.toThrow('fetch failed');
    const { body } = await merchant.server('GET', `${base}/auths?merchantRefNum=lost`);
    expect(body.auths).toMatchObject([{ status: 'COMPLETED', amount: 97 }]);
  });

  test('the amount 99 is charged and stays out of searches for 20 seconds', async () => {
    const { body } = await merchant.authorise({ merchantRefNum: 'hidden', amount: 99 });
    expect(body.status).toBe('COMPLETED');
    const search = async () => (await merchant.server('GET', `${base}/auths?merchantRefNum=hidden`)).body.auths;
    expect(await search()).toEqual([]);
    expect((await merchant.books()).auths).toMatchObject([{ merchantRefNum: 'hidden', visible: false }]);
    await moveClock(20_000);
    expect(await search()).toHaveLength(1);
  });

  test.each([
    ['COMPLETED', 98],
    ['CANCELLED', 0],
  ])('the amount 98 is held until it is %s by hand', async (status, charged) => {
    const held = await merchant.authorise({ amount: 98 });
    expect(held.body).toMatchObject({ status: 'HELD' });
    expect(held.body).not.toHaveProperty('settlements');
    const released = await merchant.server('PUT', `${base}/auths/${held.body.id}`, { status });
    expect(released.body.status).toBe(status);
    expect((await merchant.books()).charged).toBe(charged);
    expect((await merchant.server('PUT', `${base}/auths/${held.body.id}`, { status })).body.error.code).toBe('3415');
  });

  test('a used reference is 409 with 5031, echoes it, and is noted in the books', async () => {
    await merchant.authorise({ merchantRefNum: 'twice' });
    const again = await merchant.authorise({ merchantRefNum: 'twice' });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ id: expect.any(String), merchantRefNum: 'twice', error: { code: '5031' } });
    const books = await merchant.books();
    expect(books).toMatchObject({ charged: 1250, refusals: [{ merchantRefNum: 'twice', code: '5031' }] });
    expect(books.auths).toHaveLength(1);
  });

  test('a hundred requests with one reference at a time are one charge', async () => {
    const card = { cardNum: visa, cardExpiry: { month: 12, year: 2040 } };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => merchant.authorise({ merchantRefNum: 'race', card })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await merchant.books()).toMatchObject({ charged: 1250, auths: [{ merchantRefNum: 'race' }] });
  });

  test('the first payment of a card that is kept needs its security code, and the later ones do not', async () => {
    const card = { cardNum: visa, cardExpiry: { month: 12, year: 2040 } };
    const first = { storedCredential: { type: 'ADHOC', occurrence: 'INITIAL' } };
    const refused = await merchant.authorise({ card, ...first });
    expect([refused.status, refused.body.error.fieldErrors[0].field]).toEqual([400, 'card.cvv']);
    expect((await merchant.authorise({ card: { ...card, cvv: '123' }, ...first })).status).toBe(200);
    const later = { storedCredential: { type: 'ADHOC', occurrence: 'SUBSEQUENT' } };
    expect((await merchant.authorise({ card, ...later })).status).toBe(200);
    expect((await merchant.authorise({ card })).status).toBe(200);
    const { auths } = await merchant.books();
    expect(auths.map(({ sentCredential }: { sentCredential: object | null }) => sentCredential)).toEqual([
      first.storedCredential,
      later.storedCredential,
      null,
    ]);
  });

  test.each([
    ['a fraction', { amount: 12.5 }, 'amount'],
    ['a text', { amount: '1250' }, 'amount'],
    ['nothing', { amount: 0 }, 'amount'],
    ['a currency of its own', { currencyCode: 'GBP' }, 'currencyCode'],
    [
      'recurring beside a stored credential',
      { recurring: 'INITIAL', storedCredential: { type: 'ADHOC', occurrence: 'INITIAL' } },
      'recurring',
    ],
  ])('%s is 400 with 5068, echoes the reference, and leaves no trace', async (_what, fields, field) => {
    const answer = await merchant.authorise({ merchantRefNum: 'ref', ...fields });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ id: expect.any(String), merchantRefNum: 'ref', error: { code: '5068' } });
    expect(answer.body.error.fieldErrors[0].field).toBe(field);
    expect((await merchant.books()).auths).toEqual([]);
  });
});

test('the third decimal of a currency that has one is rounded, half up', async () => {
  const dinars = await createMerchant(sandbox, 'TND');
  for (const [asked, processed] of [
    [10_139, 10_140],
    [10_134, 10_130],
    [10_135, 10_140],
    [10_130, 10_130],
  ] as const)
    expect((await dinars.authorise({ merchantRefNum: `ref-${asked}`, amount: asked })).body).toMatchObject({
      amount: processed,
      settlements: [{ amount: processed, availableToRefund: processed }],
    });
  expect((await merchant.authorise({ merchantRefNum: 'ref-1', amount: 10_139 })).body.amount).toBe(10_139);
});

describe('searching', () => {
  test('goes page by page and through the times asked for', async () => {
    for (const merchantRefNum of ['a', 'b', 'c']) await merchant.authorise({ merchantRefNum });
    const references = (body: { auths: { merchantRefNum: string }[] }) => body.auths.map((auth) => auth.merchantRefNum);
    const first = await merchant.server('GET', `${base}/auths/?limit=2`);
    expect(references(first.body)).toEqual(['a', 'b']);
    const [next] = first.body.links;
    expect(next.rel).toBe('next');
    const second = await merchant.server('GET', String(next.href).slice(sandbox.provider.length));
    expect([references(second.body), second.body.links]).toEqual([['c'], []]);
    await moveClock(31 * oneDayMs);
    expect(references((await merchant.server('GET', `${base}/auths`)).body)).toEqual([]);
    const old = await merchant.server('GET', `${base}/auths?startDate=2020-01-01T00:00:00Z`);
    expect(references(old.body)).toEqual(['a', 'b', 'c']);
    for (const startDate of ['2020-01-01T00:00:00.000Z', '2020-01-01', '2020-01-01T00:00:00+00:00']) {
      const query = new URLSearchParams({ startDate });
      const { status, body } = await merchant.server('GET', `${base}/auths?${query.toString()}`);
      expect([status, body.error.code, body.error.fieldErrors[0].field]).toEqual([400, '5068', 'startDate']);
    }
  });
});

describe('after the authorisation', () => {
  test('a reserved amount is settled in parts and given back, never more than it', async () => {
    const { body: auth } = await merchant.authorise({ settleWithAuth: false });
    expect(auth).toMatchObject({ availableToSettle: 1250 });
    const path = `${base}/auths/${auth.id}`;
    const part = await merchant.server('POST', `${path}/settlements`, { merchantRefNum: 's1', amount: 1000 });
    expect(part.body).toMatchObject({ status: 'PENDING', amount: 1000, availableToRefund: 1000 });
    const tooMuch = await merchant.server('POST', `${path}/settlements`, { merchantRefNum: 's2', amount: 251 });
    expect([tooMuch.status, tooMuch.body.error.code]).toEqual([402, '3204']);
    const unreserved = await merchant.server('POST', `${path}/voidauths`, { merchantRefNum: 'v0', amount: 251 });
    expect([unreserved.status, unreserved.body.error.code]).toEqual([402, '3501']);
    const rest = await merchant.server('POST', `${path}/voidauths`, { merchantRefNum: 'v1', amount: 250 });
    expect(rest.body).toMatchObject({ status: 'COMPLETED', amount: 250 });
    expect((await merchant.server('GET', `${base}/voidauths/${rest.body.id}`)).body.id).toBe(rest.body.id);
    expect((await merchant.books()).charged).toBe(1000);
    const spent = await merchant.server('POST', `${path}/settlements`, { merchantRefNum: 's3', amount: 1 });
    expect([spent.status, spent.body.error.code]).toEqual([402, '3203']);
    const settled = await merchant.server('POST', `${path}/voidauths`, { merchantRefNum: 'v2', amount: 1 });
    expect([settled.status, settled.body.error.code]).toEqual([402, '3502']);
  });

  test.each([
    ['to settle', 'auths/none/settlements', 404, '3201'],
    ['to reverse', 'auths/none/voidauths', 400, '3500'],
    ['to refund', 'settlements/none/refunds', 400, '3407'],
  ])('a missing object %s has a code of its own', async (_what, path, status, code) => {
    const answer = await merchant.server('POST', `${base}/${path}`, { merchantRefNum: 'r', amount: 1 });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  test('a pending settlement shows nothing to refund, if its account shows it once it is batched', async () => {
    const strict = await createMerchant(sandbox, 'GBP', { availableToRefund: 'onceBatched' });
    const { body: auth } = await strict.authorise();
    const path = `/cardpayments/v1/accounts/${strict.accountId}/settlements/${auth.id}`;
    const shown = async () => (await strict.server('GET', path)).body;
    expect(auth.settlements[0]).toMatchObject({ status: 'PENDING', amount: auth.amount, availableToRefund: 0 });
    expect(await shown()).toMatchObject({ status: 'PENDING', availableToRefund: 0 });
    await moveClock(oneDayMs, strict);
    expect(await shown()).toMatchObject({ status: 'COMPLETED', availableToRefund: auth.amount });
  });

  test('a cancelled settlement shows its status, and neither amount nor reference', async () => {
    const { body: auth } = await merchant.authorise();
    const path = `${base}/settlements/${auth.id}`;
    const { body } = await merchant.server('PUT', path, { status: 'CANCELLED' });
    expect(body).toEqual({
      links: [expect.anything()],
      id: auth.id,
      txnTime: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/),
      status: 'CANCELLED',
    });
    expect((await merchant.server('GET', path)).body).toEqual(body);
  });

  test('a settlement is cancelled before its batch, and refunded after it', async () => {
    const { body: auth } = await merchant.authorise();
    const path = `${base}/settlements/${auth.id}`;
    const early = await merchant.server('POST', `${path}/refunds`, { merchantRefNum: 'r1', amount: 200 });
    expect([early.status, early.body.error.code]).toEqual([402, '3406']);
    await moveClock(oneDayMs);
    const refund = await merchant.server('POST', `${path}/refunds`, { merchantRefNum: 'r1', amount: 200 });
    expect(refund.body).toMatchObject({ status: 'PENDING', amount: 200 });
    expect((await merchant.server('GET', path)).body).toMatchObject({ status: 'COMPLETED', availableToRefund: 1050 });
    expect((await merchant.books()).charged).toBe(1050);
    const late = await merchant.server('PUT', path, { status: 'CANCELLED' });
    expect([late.status, late.body.error.code]).toEqual([402, '3415']);
    await merchant.server('POST', `${path}/refunds`, { merchantRefNum: 'r2', amount: 1050 });
    const empty = await merchant.server('POST', `${path}/refunds`, { merchantRefNum: 'r3', amount: 1 });
    expect([empty.status, empty.body.error.code]).toEqual([402, '3404']);
    await merchant.server('PUT', `${base}/refunds/${refund.body.id}`, { status: 'CANCELLED' });
    expect((await merchant.books()).charged).toBe(200);
  });

  test('a verification moves no money and spends no token', async () => {
    const paymentToken = await merchant.token();
    const body = { merchantRefNum: 'v', card: { paymentToken } };
    const verified = await merchant.server('POST', `${base}/verifications`, body);
    expect(verified.status).toBe(200);
    expect(verified.body).toMatchObject({
      status: 'COMPLETED',
      avsResponse: 'NOT_PROCESSED',
      cvvVerification: 'MATCH',
    });
    expect((await merchant.authorise({ card: { paymentToken } })).status).toBe(200);
  });
});
