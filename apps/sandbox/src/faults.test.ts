import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SandboxProcess, startSandbox } from './testing/sandbox-process.ts';
import { createMerchant, request, type TestMerchant } from './testing/test-merchant.ts';

let sandbox: SandboxProcess;
let merchant: TestMerchant;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.dispose());
beforeEach(async () => {
  merchant = await createMerchant(sandbox);
});

const operation = 'auths.create';
const references = async () =>
  (await merchant.books()).auths.map((auth: { merchantRefNum: string }) => auth.merchantRefNum);

const myFaults = async () => {
  const { body } = await request(`${sandbox.provider}/_sandbox/faults`, 'GET');
  return body.faults.filter(({ accountId }: { accountId: string }) => accountId === merchant.accountId);
};

describe('a fault', () => {
  test('drop-before loses the request, once', async () => {
    await merchant.fault({ operation, kind: 'drop-before' });
    await expect(merchant.authorise({ merchantRefNum: 'a' })).rejects.toThrow('fetch failed');
    expect(await references()).toEqual([]);
    expect((await merchant.authorise({ merchantRefNum: 'a' })).status).toBe(200);
  });

  test('drop-after-commit loses the answer only', async () => {
    await merchant.fault({ operation, kind: 'drop-after-commit' });
    await expect(merchant.authorise({ merchantRefNum: 'a' })).rejects.toThrow('fetch failed');
    expect(await references()).toEqual(['a']);
  });

  test('status answers instead of the work, status-after-commit after it', async () => {
    await merchant.fault({ operation, kind: 'status', status: 503, times: 2 });
    expect((await merchant.authorise({ merchantRefNum: 'a' })).status).toBe(503);
    expect((await merchant.authorise({ merchantRefNum: 'a' })).status).toBe(503);
    expect(await references()).toEqual([]);
    await merchant.fault({ operation, kind: 'status-after-commit', status: 500 });
    expect((await merchant.authorise({ merchantRefNum: 'a' })).status).toBe(500);
    expect(await references()).toEqual(['a']);
  });

  test('duplicate delivers the request twice: the caller gets the refusal of the second', async () => {
    await merchant.fault({ operation, kind: 'duplicate' });
    expect((await merchant.authorise({ merchantRefNum: 'a' })).status).toBe(409);
    expect(await references()).toEqual(['a']);
    expect((await merchant.books()).refusals).toHaveLength(1);
    await merchant.fault({ operation, kind: 'duplicate', status: 402 });
    const { status, body } = await merchant.authorise({ merchantRefNum: 'b' });
    expect([status, body.error.code]).toEqual([402, '3044']);
    expect(await references()).toEqual(['a', 'b']);
  });

  test('invisible keeps the charge out of searches, together with a lost answer', async () => {
    await merchant.fault({ operation, kind: 'invisible', ms: 60_000 });
    await merchant.fault({ operation, kind: 'drop-after-commit' });
    await expect(merchant.authorise({ merchantRefNum: 'a' })).rejects.toThrow('fetch failed');
    const search = `/cardpayments/v1/accounts/${merchant.accountId}/auths?merchantRefNum=a`;
    expect((await merchant.server('GET', search)).body.auths).toEqual([]);
    const clock = { offsetMs: 60_000, accountId: merchant.accountId };
    await request(`${sandbox.provider}/_sandbox/clock`, 'POST', clock);
    expect((await merchant.server('GET', search)).body.auths).toHaveLength(1);
  });

  test('invalid-json breaks off the body, slow-body sends it in pieces', async () => {
    await merchant.fault({ operation, kind: 'invalid-json' });
    await expect(merchant.authorise()).rejects.toThrow(SyntaxError);
    await merchant.fault({ operation, kind: 'slow-body', ms: 50 });
    expect((await merchant.authorise()).body.status).toBe('COMPLETED');
  });

  test('delay waits before the work, delay-answer after it', async () => {
    await merchant.fault({ operation, kind: 'delay', ms: 600_000 });
    const waiting = merchant.authorise({ merchantRefNum: 'never' }).catch(() => undefined);
    await expect.poll(myFaults, { timeout: 20_000 }).toEqual([]);
    expect(await references()).toEqual([]);
    await merchant.fault({ operation, kind: 'delay-answer', ms: 600_000 });
    const answering = merchant.authorise({ merchantRefNum: 'booked' }).catch(() => undefined);
    await expect.poll(references, { timeout: 20_000 }).toEqual(['booked']);
    await sandbox.stop('SIGKILL');
    expect(await Promise.all([waiting, answering])).toEqual([undefined, undefined]);
    sandbox = await sandbox.restart();
  });

  test('affects only its own account', async () => {
    const neighbour = await createMerchant(sandbox);
    await merchant.fault({ operation: 'tokens.create', kind: 'status', status: 500 });
    const card = { cardNum: '4111111111111111', cardExpiry: { month: 1, year: 2040 } };
    const create = (who: TestMerchant) => who.browser('POST', '/customervault/v1/singleusetokens', { card });
    expect((await create(neighbour)).status).toBe(200);
    expect((await create(merchant)).status).toBe(500);
  });

  test('is listed until it is used up or removed', async () => {
    const { body: fault, status } = await merchant.fault({ operation, kind: 'status', times: 3 });
    expect(status).toBe(201);
    await merchant.authorise();
    expect(await myFaults()).toMatchObject([{ id: fault.id, remaining: 2, kind: 'status' }]);
    await request(`${sandbox.provider}/_sandbox/faults?accountId=${merchant.accountId}`, 'DELETE');
    expect(await myFaults()).toEqual([]);
  });

  test('of an unknown operation or kind is refused', async () => {
    expect((await merchant.fault({ operation: 'auths.creat', kind: 'delay' })).status).toBe(400);
    expect((await merchant.fault({ operation, kind: 'explode' })).status).toBe(400);
  });
});
