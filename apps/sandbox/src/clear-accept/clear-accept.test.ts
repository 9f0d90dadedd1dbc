import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createClearAcceptMerchant,
  fetchBearer,
  type TestClearAcceptMerchant,
} from '../testing/clear-accept-merchant.ts';
import { type SandboxProcess, startSandbox } from '../testing/sandbox-process.ts';
import { request } from '../testing/test-merchant.ts';

let sandbox: SandboxProcess;
let merchant: TestClearAcceptMerchant;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.dispose());
beforeEach(async () => {
  merchant = await createClearAcceptMerchant(sandbox);
});

const visa = { CardNumber: '4000000000001000', ExpiryDate: { month: 12, year: 2040 }, Cvv: '123' };

const order = (fields: object = {}) => ({
  MerchantAccountId: merchant.merchantAccountId,
  Amount: 1250,
  Currency: 'GBP',
  Channel: 'ECOM',
  Capture: true,
  PlatformReferences: { CustomerReference: 'jo', TransactionReference: 'QS-1' },
  ...fields,
});

const create = async (fields: object = {}) =>
  (await merchant.api('POST', '/payment-requests', order(fields))).body.PaymentRequestId as string;

const confirm = (id: string, method: object) =>
  merchant.api('POST', `/payment-requests/${id}/confirm`, {
    MerchantAccountId: merchant.merchantAccountId,
    PaymentMethod: method,
  });

const read = async (id: string) => (await merchant.api('GET', `/payment-requests/${id}`)).body;

describe('a payment request', () => {
  test('waits for a card, then for its confirmation, and is executed once', async () => {
    const id = await create();
    expect(await read(id)).toMatchObject({ Status: 'missing_token', Amount: 1250, Currency: 'GBP', Transactions: [] });
    const { TokenId } = (await merchant.type(id, visa)).body;
    expect(TokenId).toMatch(/^cardtemp_/);
    expect(await read(id)).toMatchObject({
      Status: 'pending_confirm',
      Token: TokenId,
      Threeds: { ThreedsStatus: 'Y' },
    });

    const { status, body } = await confirm(id, { Token: TokenId });
    expect(status).toBe(200);
    expect(body).toMatchObject({ Status: 'confirmed', PlatformReferences: { TransactionReference: 'QS-1' } });
    expect(body.Transactions).toMatchObject([
      {
        Type: 'Authorisation',
        Status: 'Approved',
        Amount: 1250,
        Captured: 1250,
        CardScheme: 'VISA',
        CardNumber: '400000******1000',
        ExpirationDate: '12/40',
      },
    ]);
    expect((await confirm(id, { Token: TokenId })).body).toEqual(body);
    expect(await merchant.books()).toMatchObject({ charged: 1250, paid: [{ transactionReference: 'QS-1' }] });
  });

  test.each([
    [5, 'Declined', 'Declined by issuer'],
    [11, 'Declined', 'Insufficient funds'],
    [98, 'Pending', undefined],
  ])('of %i is %s', async (Amount, Status, DeclineReason) => {
    const id = await create({ Amount });
    const { TokenId } = (await merchant.type(id, visa)).body;
    const { body } = await confirm(id, { Token: TokenId });
    expect(body.Status).toBe('confirmed');
    expect(body.Transactions).toMatchObject([
      { Status, ...(DeclineReason ? { DeclinedBy: 'Issuer', DeclineReason } : {}) },
    ]);
    expect((await merchant.books()).charged).toBe(0);
  });

  test('is paid back in parts, and no more than was taken', async () => {
    const id = await create();
    const { TokenId } = (await merchant.type(id, visa)).body;
    const [{ ReferenceId }] = (await confirm(id, { Token: TokenId })).body.Transactions;
    const refund = (Amount: number) =>
      merchant.api('POST', `/payment-requests/${id}/transactions/${ReferenceId}/refund`, {
        MerchantAccountId: merchant.merchantAccountId,
        Amount,
      });
    expect(await refund(1000)).toMatchObject({ status: 201, body: { Amount: 1000, Balance: 250, Status: 'Approved' } });
    expect((await refund(251)).status).toBe(400);
    expect((await merchant.books()).charged).toBe(250);
  });

  test.each([
    ['a decimal amount', { Amount: 12.5 }],
    ['no amount', { Amount: 0 }],
    ['another currency', { Currency: 'EUR' }],
    ['a field that nobody knows', { Tip: 1 }],
    ['a card that nobody keeps', { PaymentMethod: { Token: 'cardperm_unknown' } }],
  ])('with %s is refused', async (_, fields) => {
    const answer = await merchant.api('POST', '/payment-requests', order(fields));
    expect(answer).toMatchObject({ status: 400, body: { Message: expect.any(String) } });
  });

  test('is nobody else’s, and needs the bearer token, the headers and no browser', async () => {
    const id = await create();
    const other = await createClearAcceptMerchant(sandbox);
    expect((await other.api('GET', `/payment-requests/${id}`)).status).toBe(404);
    const path = `/payment-requests/${id}`;
    expect((await merchant.api('GET', path, undefined, { Authorization: 'Bearer x' })).status).toBe(401);
    expect((await merchant.api('GET', path, undefined, { MerchantId: 'another' })).status).toBe(403);
    expect((await merchant.api('GET', path, undefined, { Origin: 'http://shop.localhost' })).status).toBe(403);
    expect(await fetchBearer(sandbox, 'port-azur-client', 'wrong')).toBe('');
  });
});

describe('the hosted fields', () => {
  test.each([
    ['4000000000001018', 'N'],
    ['4000000000001034', 'U'],
  ])('give a token of the card %s too, whose bank says %s, and the charge is declined', async (CardNumber, letter) => {
    const id = await create();
    const { TokenId } = (await merchant.type(id, { ...visa, CardNumber })).body;
    expect((await read(id)).Threeds.ThreedsStatus).toBe(letter);
    const { body } = await confirm(id, { Token: TokenId });
    expect(body.Transactions).toMatchObject([{ Status: 'Declined', DeclinedBy: 'Threeds' }]);
  });

  test.each([
    ['withConfirm', 'Declined'],
    ['notEnforced', 'Approved'],
  ])('say what the bank said with the confirmation alone, where the merchant is %s: %s', async (threeDs, Status) => {
    merchant = await createClearAcceptMerchant(sandbox, threeDs);
    const id = await create();
    const { TokenId } = (await merchant.type(id, { ...visa, CardNumber: '4000000000001034' })).body;
    expect(await read(id)).not.toHaveProperty('Threeds');
    const { body } = await confirm(id, { Token: TokenId });
    expect(body).toMatchObject({ Threeds: { ThreedsStatus: 'U' }, Transactions: [{ Status }] });
  });

  test.each([
    ['1234', 'Y'],
    ['9999', 'N'],
    [null, 'N'],
  ])('let the bank ask first: after the code %s its word is %s', async (code, letter) => {
    const id = await create();
    const { Challenge } = (await merchant.type(id, { ...visa, CardNumber: '4000000000001091' })).body;
    const creq = JSON.parse(Buffer.from(Challenge.Creq, 'base64url').toString()) as { acsTransID: string };
    const page = await (await post(Challenge.AcsUrl, { creq: Challenge.Creq })).text();
    expect(page).toContain('Saltmarsh &#38; Sons');
    expect((await read(id)).Threeds.ThreedsStatus).toBe('C');
    if (code !== null) {
      const form = { acsTransID: creq.acsTransID, threeDSSessionData: '', answer: 'confirm', code };
      const back = await (await post(`${sandbox.bank}/acs/answer`, form)).text();
      expect(back).toContain(`action="${sandbox.clearAccept}/fields/v1/frames/challenge-done"`);
    }
    expect((await merchant.endChallenge(id)).body.TokenId).toMatch(/^cardtemp_/);
    expect((await read(id)).Threeds.ThreedsStatus).toBe(letter);
  });

  test('refuse a card that is wrong, a field token that is none, and a request that is over', async () => {
    const id = await create();
    for (const wrong of [{ Cvv: '1234' }, { ExpiryDate: { month: 1, year: 2020 } }, { CardNumber: '4000000000001001' }])
      expect((await merchant.type(id, { ...visa, ...wrong })).status).toBe(400);
    const headers = { Authorization: 'Bearer x' };
    expect((await request(`${sandbox.clearAccept}/fields/v1/tokens`, 'POST', visa, headers)).status).toBe(401);
    const { TokenId } = (await merchant.type(id, visa)).body;
    await confirm(id, { Token: TokenId });
    expect((await merchant.type(id, visa)).status).toBe(409);
  });

  test('a card that is kept pays again with its security code, and only its own', async () => {
    const first = await create();
    const { TokenId } = (await merchant.type(first, visa)).body;
    const { Token } = (await confirm(first, { Token: TokenId, Persist: true })).body;
    expect(Token).toMatch(/^cardperm_/);
    const id = await create({ PaymentMethod: { Token } });
    expect((await merchant.type(id, visa)).status).toBe(400);
    const { CvvToken } = (await merchant.type(id, { Cvv: '123' })).body;
    expect((await confirm(id, { Token, CvvToken: 'cvv_other' })).status).toBe(400);
    expect((await confirm(id, { Token, CvvToken })).body.Transactions).toMatchObject([{ Status: 'Approved' }]);
  });
});

test('answers survive a kill -9, and no card number is on the disk', async () => {
  const id = await create();
  await merchant.fault({ operation: 'payment-requests.confirm', kind: 'drop-after-commit' });
  const { TokenId } = (await merchant.type(id, visa)).body;
  await expect(confirm(id, { Token: TokenId })).rejects.toThrow('fetch failed');
  await sandbox.stop('SIGKILL');
  sandbox = await sandbox.restart();
  expect(await read(id)).toMatchObject({ Status: 'confirmed', Transactions: [{ Status: 'Approved' }] });
  const state = join(sandbox.folder, 'sandbox');
  for (const file of await readdir(state)) {
    expect((await readFile(join(state, file))).includes(visa.CardNumber)).toBe(false);
  }
});

const post = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
