import { randomUUID } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SandboxProcess, startSandbox } from '../../testing/sandbox-process.ts';
import { createMerchant, type TestMerchant } from '../../testing/test-merchant.ts';

let sandbox: SandboxProcess;
let merchant: TestMerchant;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.dispose());
beforeEach(async () => {
  merchant = await createMerchant(sandbox);
});

const enrolled = '4206720814705635';
const path = () => `/threedsecure/v1/accounts/${merchant.accountId}/enrollmentchecks`;

async function enroll(cardNum: string, fields: object = {}) {
  return merchant.server('POST', path(), {
    merchantRefNum: randomUUID(),
    amount: 1250,
    currency: 'GBP',
    userAgent: 'test',
    acceptHeader: '*/*',
    merchantUrl: 'http://shop.localhost:3000',
    card: { paymentToken: await merchant.token(cardNum) },
    ...fields,
  });
}

const termUrl = 'http://shop.localhost:3000/back?tenant=shop';

async function postToBank(address: string, fields: Record<string, string>) {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) });
  return {
    status: response.status,
    text: await response.text(),
    policy: response.headers.get('content-security-policy'),
  };
}

/** Answers the bank's page as its customer does, and returns the form that comes back. */
async function answer(acsURL: string, paReq: string, code: string) {
  const question = { PaReq: paReq, TermUrl: termUrl, MD: 'key & key' };
  const { text, policy } = await postToBank(`${acsURL}/answer`, { ...question, answer: 'confirm', code });
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1];
  return { action: /action="([^"]*)"/.exec(text)?.[1], paRes: field('PaRes') ?? '', md: field('MD'), policy };
}

const authenticate = (id: string, paRes: string) =>
  merchant.server('POST', `${path()}/${id}/authentications`, { merchantRefNum: randomUUID(), paRes });

test('[CARD-6] an enrolled card: PaReq to the bank, PaRes back, and the provider reads the signed answer', async () => {
  const { status, body } = await enroll(enrolled);
  expect([status, body.status, body.threeDEnrollment]).toEqual([200, 'COMPLETED', 'Y']);
  const xml = inflateSync(Buffer.from(body.paReq, 'base64')).toString();
  expect(xml).toMatch(/<PAReq>.*<purchAmount>1250<\/purchAmount><currency>GBP<\/currency>/);
  const page = await postToBank(body.acsURL, { PaReq: body.paReq, TermUrl: termUrl, MD: 'key' });
  expect([page.status, page.policy]).toEqual([200, expect.stringContaining("form-action 'self'")]);
  expect(page.text).toContain('£12.50');

  const back = await answer(body.acsURL, body.paReq, '1234');
  expect(back.action?.replaceAll('&#38;', '&')).toBe(termUrl);
  expect(back.md?.replaceAll('&#38;', '&')).toBe('key & key');
  expect(back.policy).toContain('form-action http://shop.localhost:3000;');
  const result = await authenticate(body.id, back.paRes);
  expect(result.body).toMatchObject({ status: 'COMPLETED', threeDResult: 'Y', signatureStatus: 'Y', eci: 5 });
  const { threeDResult, signatureStatus, eci, cavv, xid } = result.body;
  const authentication = {
    threeDEnrollment: 'Y',
    threeDSecureVersion: '1.0.2',
    threeDResult,
    signatureStatus,
    eci,
    cavv,
    xid,
  };
  await merchant.authorise({ authentication, card: { paymentToken: await merchant.token(enrolled) } });
  expect((await merchant.books()).auths[0].authenticationCheck).toBe('genuine');
});

test('[CARD-6] a wrong code is N; what the bank did not sign is no result, and the first answer stays', async () => {
  const wrong = await enroll(enrolled);
  const { paRes } = await answer(wrong.body.acsURL, wrong.body.paReq, '9999');
  expect((await authenticate(wrong.body.id, paRes)).body).toMatchObject({ threeDResult: 'N', signatureStatus: 'Y' });
  const late = await answer(wrong.body.acsURL, wrong.body.paReq, '1234');
  expect((await authenticate(wrong.body.id, late.paRes)).body.threeDResult).toBe('N');

  const forged = await enroll(enrolled);
  await merchant.fault({ operation: 'acs.pares', kind: 'wrong-signature' });
  const unsigned = await answer(forged.body.acsURL, forged.body.paReq, '1234');
  expect((await authenticate(forged.body.id, unsigned.paRes)).body).toMatchObject({
    threeDResult: 'U',
    signatureStatus: 'N',
  });
});

test('[CARD-6] other cards are not enrolled or unknown, and there is nothing to ask the bank', async () => {
  for (const [card, enrollment] of [
    ['4000000000001000', 'N'],
    ['5200000000001005', 'N'],
    ['4000000000001059', 'U'],
  ] as const) {
    const { body } = await enroll(card);
    expect([body.threeDEnrollment, body.paReq, body.acsURL]).toEqual([enrollment, undefined, undefined]);
    expect((await authenticate(body.id, 'x')).status).toBe(404);
  }
});

test('[CARD-6] a wrong question and a wrong answer are refused', async () => {
  const merchantRefNum = randomUUID();
  const { body } = await enroll(enrolled, { merchantRefNum });
  expect((await enroll(enrolled, { merchantRefNum })).status).toBe(409);
  expect((await enroll(enrolled, { currency: 'EUR' })).status).toBe(400);
  expect((await enroll(enrolled, { surprise: 1 })).status).toBe(400);
  expect((await authenticate(body.id, 'not a message')).status).toBe(400);
  const other = await enroll(enrolled);
  const { paRes } = await answer(other.body.acsURL, other.body.paReq, '1234');
  expect((await authenticate(body.id, paRes)).body.error.fieldErrors[0].error).toBe('Of another transaction');
  const fields = { PaReq: body.paReq, TermUrl: termUrl, MD: '' };
  const wrongs: Record<string, string>[] = [
    { PaReq: 'eJwDAAAAAAE=' },
    { TermUrl: 'javascript:alert(1)' },
    { Extra: '1' },
  ];
  for (const wrong of wrongs) expect((await postToBank(body.acsURL, { ...fields, ...wrong })).status).toBe(400);
});
