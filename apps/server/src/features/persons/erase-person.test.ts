import { randomUUID } from 'node:crypto';
import { patchAccount } from '@quayside/contract/integration/accounts.ts';
import { putBoat } from '@quayside/contract/integration/boats.ts';
import { makeRegistrationCode } from '@quayside/contract/integration/registration-codes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unsafeFindTenant } from '../../http/tenant/tenant.queries.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { countAwaitedLocks } from '../../testing/databases/awaited-locks.ts';
import { makeAccount, makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { codeOf, type HttpClient } from '../../testing/http-client.ts';
import { tables } from '../tables.ts';
import { erasePerson, lockForErasure } from './persons.exports.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const boat = { account: 'C-1', name: 'Tern', type: 'Yacht', length: 9.5, beam: 3, draft: 1.5, relationship: 'Owner' };

type Answer = Parameters<typeof codeOf>[0];

/** Each request of a program that stores something of the customer C-1. */
const requests = {
  accounts: (program: HttpClient) =>
    program.call(patchAccount, { params: { reference: 'C-1' }, body: { firstName: 'Joanna' } }),
  boats: (program: HttpClient) => program.call(putBoat, { params: { reference: 'B-1' }, body: boat }),
} as const;

/** Erases a customer while a request waits for their account. @returns how it was answered */
async function eraseMeanwhile(marina: TestTenant, accountId: number, send: () => Promise<Answer>): Promise<string> {
  const tenant = await unsafeFindTenant(app.database, 'key', marina.key);
  if (!tenant) throw new Error('the marina was made');
  const sent = await marina.db.transaction().execute(async (trx) => {
    expect(await lockForErasure(trx, tenant, accountId)).toEqual([]);
    const answer = send().then(codeOf);
    await expect.poll(() => countAwaitedLocks(app.ownerDb), { timeout: 10_000 }).toBe(1);
    await erasePerson(trx, tenant, { accountId, tables, now: app.clock.now() });
    return { answer };
  });
  return sent.answer;
}

test.each(Object.entries(requests))(
  '[SAFE-117] a program that writes into %s while the customer is erased waits, and is refused',
  async (_, send) => {
    const marina = await makeTenant(app);
    const { id: accountId } = await makeAccount(marina, { reference: 'C-1' });
    const program = await programOf(app, marina);
    expect(await eraseMeanwhile(marina, accountId, () => send(program))).toBe('409 ROW_REFUSED');
    const accounts = marina.db.selectFrom('accounts').select(['id', 'firstname']);
    expect(await accounts.execute()).toEqual([{ id: accountId, firstname: '' }]);
    expect(await marina.db.selectFrom('boats').select('id').execute()).toEqual([]);
  },
);

test.each([{ mail: false }, { mail: true }])(
  '[SAFE-122] a registration code is neither stored nor mailed for a customer who is erased meanwhile: %j',
  async (body) => {
    const marina = await makeTenant(app, { hosts: [`${randomUUID()}.example`] });
    const { id: accountId } = await makeAccount(marina, { reference: 'C-1', email: 'jo@example.com' });
    const program = await programOf(app, marina);
    const answer = await eraseMeanwhile(marina, accountId, () =>
      program.call(makeRegistrationCode, { params: { reference: 'C-1' }, body }),
    );
    expect(answer).toBe('404 NOT_FOUND');
    expect(await marina.db.selectFrom('renewal_codes').select('account_id').execute()).toEqual([]);
    expect(await marina.db.selectFrom('mails').select('recipient').execute()).toEqual([]);
  },
);
