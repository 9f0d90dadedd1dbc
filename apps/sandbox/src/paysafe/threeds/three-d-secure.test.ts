import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SandboxProcess, startSandbox } from '../../testing/sandbox-process.ts';
import { createMerchant, type HttpAnswer, type TestMerchant } from '../../testing/test-merchant.ts';

let sandbox: SandboxProcess;
let merchant: TestMerchant;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.dispose());
beforeEach(async () => {
  merchant = await createMerchant(sandbox);
});

const path = () => `/threedsecure/v2/accounts/${merchant.accountId}/authentications`;

async function openSession(): Promise<string> {
  const card = { cardBin: '400000' };
  const answer = await merchant.browser('POST', '/threedsecure/v2/jwt', { accountId: merchant.accountId, card });
  return answer.body.deviceFingerprintingId;
}

async function authenticate(cardNum: string, fields: object = {}): Promise<HttpAnswer> {
  return merchant.server('POST', path(), {
    merchantRefNum: randomUUID(),
    amount: 1250,
    currency: 'GBP',
    merchantName: 'Saltmarsh & Sons',
    merchantUrl: 'http://shop.localhost:3000',
    card: { paymentToken: await merchant.token(cardNum) },
    deviceFingerprintingId: await openSession(),
    deviceChannel: 'BROWSER',
    messageCategory: 'PAYMENT',
    authenticationPurpose: 'PAYMENT_TRANSACTION',
    profile: { email: 'jo@example.com', cellPhone: '07700900000' },
    ...fields,
  });
}

const read = async (id: string) => (await merchant.server('GET', `${path()}/${id}`)).body;

interface ChallengePayload {
  id: string;
  accountId: string;
  transactionId: string;
  payload: string;
  threeDSecureVersion: string;
}

function unpack(sdkChallengePayload: string): ChallengePayload {
  return JSON.parse(Buffer.from(sdkChallengePayload, 'base64').toString()) as ChallengePayload;
}

async function postForm(url: string, fields: Record<string, string>, language = 'en'): Promise<string> {
  const body = new URLSearchParams(fields);
  const response = await fetch(url, { method: 'POST', body, headers: { 'Accept-Language': language } });
  return response.text();
}

async function showChallenge(sdkChallengePayload: string, language?: string): Promise<string> {
  const { payload } = unpack(sdkChallengePayload);
  const claims = JSON.parse(Buffer.from(payload.split('.')[1] ?? '', 'base64url').toString()) as Record<string, string>;
  return postForm(claims['acsUrl'] ?? '', { creq: claims['creq'] ?? '', threeDSSessionData: 'mine' }, language);
}

async function answerChallenge(sdkChallengePayload: string, code: string): Promise<Record<string, unknown>> {
  const { transactionId } = unpack(sdkChallengePayload);
  const fields = { acsTransID: transactionId, threeDSSessionData: 'mine', answer: 'confirm', code };
  const page = await postForm(`${sandbox.bank}/acs/answer`, fields);
  expect(page).toContain(`action="${sandbox.provider}/threedsecure/frames/challenge-done"`);
  expect(page).toContain('name="threeDSSessionData" value="mine"');
  const cres = /name="cres" value="([^"]+)"/.exec(page)?.[1] ?? '';
  return JSON.parse(Buffer.from(cres, 'base64url').toString()) as Record<string, unknown>;
}

describe('without a challenge', () => {
  test.each([
    ['4000000000001000', 'Y', 5],
    ['5200000000001005', 'Y', 2],
    ['340000000001007', 'Y', 5],
    ['4000000000001018', 'N', 7],
    ['5200000000001013', 'N', 0],
    ['4000000000001026', 'A', 6],
    ['5200000000001021', 'A', 1],
    ['4000000000001034', 'U', 7],
    ['4000000000001042', 'R', 7],
    ['4111111111111111', 'Y', 5],
  ])('the card %s has the result %s with the indicator %i', async (cardNum, threeDResult, eci) => {
    const { status, body } = await authenticate(cardNum);
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'COMPLETED', threeDResult, eci, threeDSecureVersion: '2.2.0' });
    expect(body).not.toHaveProperty('sdkChallengePayload');
    expect('cavv' in body).toBe(['Y', 'A'].includes(threeDResult));
    expect(await read(body.id)).toEqual(body);
  });

  test.each([
    ['4000000000001059', 'COMPLETED'],
    ['4000000000001067', 'FAILED'],
    ['4000000000001075', 'FAILED'],
  ])('the card %s falls back to an unknown enrolment and %s', async (cardNum, status) => {
    const { body } = await authenticate(cardNum);
    expect(body).toMatchObject({ status, threeDSecureVersion: '1.0.2', threeDEnrollment: 'U' });
    expect(body).not.toHaveProperty('eci');
    expect(body).not.toHaveProperty('threeDResult');
  });
});

describe('with a challenge', () => {
  test.each([
    ['4000000000001091', '1234', 'COMPLETED', 'Y', 5],
    ['5200000000001096', '1234', 'COMPLETED', 'Y', 2],
    ['4000000000001091', '4321', 'COMPLETED', 'N', 7],
    ['4000000000001109', '1234', 'COMPLETED', 'N', 7],
    ['4000000000001117', '1234', 'COMPLETED', 'U', 7],
  ])('the card %s after the code %s is %s with %s', async (cardNum, code, status, threeDResult, eci) => {
    const { body } = await authenticate(cardNum);
    expect(body).toMatchObject({ status: 'PENDING', threeDResult: 'C' });
    const cres = await answerChallenge(body.sdkChallengePayload, code);
    expect(cres).toMatchObject({ messageType: 'CRes', transStatus: threeDResult });
    expect(await read(body.id)).toMatchObject({ status, threeDResult, eci });
  });

  test('the bank of card 4000000000001125 breaks down', async () => {
    const { body } = await authenticate('4000000000001125');
    expect(await answerChallenge(body.sdkChallengePayload, '1234')).toMatchObject({ messageType: 'Erro' });
    expect(await read(body.id)).toMatchObject({ status: 'FAILED', threeDResult: 'E', error: { code: '1007' } });
  });

  test('a second answer changes nothing', async () => {
    const { body } = await authenticate('4000000000001091');
    await answerChallenge(body.sdkChallengePayload, '0');
    await answerChallenge(body.sdkChallengePayload, '1234');
    expect(await read(body.id)).toMatchObject({ threeDResult: 'N' });
  });

  test('a bank of version 1 shows its enrolment, then a signed result', async () => {
    const { body } = await authenticate('4206720814705635');
    expect(body).toMatchObject({ status: 'PENDING', threeDSecureVersion: '1.0.2', threeDEnrollment: 'Y' });
    expect(body).not.toHaveProperty('threeDResult');
    await answerChallenge(body.sdkChallengePayload, '1234');
    expect(await read(body.id)).toMatchObject({ status: 'COMPLETED', threeDResult: 'Y', signatureStatus: 'Y', eci: 5 });
  });

  test('a mandated challenge comes for any card', async () => {
    const { body } = await authenticate('4111111111111111', { requestorChallengePreference: 'CHALLENGE_MANDATED' });
    expect(body).toMatchObject({ status: 'PENDING', threeDResult: 'C' });
  });

  test('the payload is Base64 of what the scripts know', async () => {
    const { body } = await authenticate('4000000000001091');
    expect(unpack(body.sdkChallengePayload)).toEqual({
      id: body.id,
      accountId: merchant.accountId,
      transactionId: expect.any(String),
      payload: expect.any(String),
      threeDSecureVersion: '2.2.0',
    });
  });

  test('the page names merchant, amount and masked card, in the reader’s language, escaped', async () => {
    const { body } = await authenticate('4000000000001091');
    const english = await showChallenge(body.sdkChallengePayload);
    for (const text of ['Sandbox', 'Saltmarsh &#38; Sons', '£12.50', '1091', 'inputmode="numeric"']) {
      expect(english).toContain(text);
    }
    expect(english).not.toContain('4000000000001091');
    const french = await showChallenge(body.sdkChallengePayload, 'de;q=0.1, fr-FR');
    expect(french).toContain('Confirmez votre paiement');
    expect(french).toContain('<html lang="fr">');
  });

  test('giving up ends it with N; a stranger’s payload does not', async () => {
    const { body } = await authenticate('4000000000001091');
    const finalize = `${path()}/${body.id}/finalize`;
    const { body: other } = await authenticate('4000000000001091');
    const strange = await merchant.browser('POST', finalize, { payload: unpack(other.sdkChallengePayload).payload });
    expect(strange.status).toBe(400);
    expect((await read(body.id)).status).toBe('PENDING');
    const ended = await merchant.browser('POST', finalize, { payload: unpack(body.sdkChallengePayload).payload });
    expect(ended.body).toMatchObject({ status: 'COMPLETED', threeDResult: 'N' });
  });

  test('the end in the browser does not change what the bank decided', async () => {
    const { body } = await authenticate('4000000000001091');
    await answerChallenge(body.sdkChallengePayload, '1234');
    const { payload } = unpack(body.sdkChallengePayload);
    await merchant.browser('POST', `${path()}/${body.id}/finalize`, { payload });
    expect(await read(body.id)).toMatchObject({ threeDResult: 'Y' });
  });
});

describe('strictness', () => {
  test.each([
    ['an unknown session', { deviceFingerprintingId: 'made-up' }, 'deviceFingerprintingId'],
    ['no session in a browser', { deviceFingerprintingId: undefined }, 'deviceFingerprintingId'],
    ['another currency than the account’s', { currency: 'EUR' }, 'currency'],
    ['an unknown field', { currencyCode: 'GBP' }, 'currencyCode'],
  ])('%s is 400 with 5068', async (_what, fields, field) => {
    const answer = await authenticate('4000000000001000', fields);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: '5068', fieldErrors: [{ field }] });
  });

  test('a used reference is 409', async () => {
    await authenticate('4000000000001000', { merchantRefNum: 'ref-3ds-1' });
    expect((await authenticate('4000000000001000', { merchantRefNum: 'ref-3ds-1' })).status).toBe(409);
  });
});

describe('the authentication in a payment', () => {
  test('is compared with what was issued, and shown in the books', async () => {
    const paymentToken = await merchant.token('4000000000001000');
    const { body } = await authenticate('', { card: { paymentToken } });
    const { id, eci, cavv, threeDResult, threeDSecureVersion } = body;
    const authentication = { id, eci, cavv, threeDResult, threeDSecureVersion };
    const charge = (fields: object) => merchant.authorise({ card: { paymentToken }, authentication, ...fields });
    expect((await charge({})).status).toBe(200);
    await merchant.authorise({ authentication });
    const again = await merchant.token('4000000000001000');
    await merchant.authorise({ card: { paymentToken: again }, authentication, amount: 9999 });
    await merchant.authorise();
    const checks = (await merchant.books()).auths.map(
      (auth: { authenticationCheck: string }) => auth.authenticationCheck,
    );
    expect(checks).toEqual(['genuine', 'other-card', 'other-amount', 'none']);
  });

  test('is found in the content of the token', async () => {
    const paymentToken = await merchant.token('4000000000001026');
    const { body } = await authenticate('', { card: { paymentToken } });
    const content = await merchant.server('POST', '/customervault/v1/singleusetokens/search', { paymentToken });
    expect(content.body.card.authentication).toMatchObject({ id: body.id, threeDResult: 'A', eci: 6 });
  });
});

test('the bank’s look at the browser returns to the provider, and nowhere else', async () => {
  const ask = (threeDSMethodNotificationURL: string) => {
    const message = JSON.stringify({ threeDSServerTransID: 'x', threeDSMethodNotificationURL });
    const threeDSMethodData = Buffer.from(message).toString('base64url');
    return postForm(`${sandbox.bank}/acs/method`, { threeDSMethodData });
  };
  const address = `${sandbox.provider}/threedsecure/frames/method-done`;
  expect(await ask(address)).toContain(`action="${address}"`);
  expect(await ask('http://elsewhere.example/')).not.toContain('elsewhere');
});
