import type { TenantDb } from '../../db/client.ts';
import { CallError } from '../../http/errors.ts';
import { keepAccount } from './account-rows.queries.ts';

/**
 * Keeps an account open until the transaction ends. DANGER: a transaction that stores something of a signed-in
 * customer must begin with it. The account may have been erased since the request began, and nobody would erase what
 * comes after.
 * @throws CallError ACCOUNT_CLOSED
 */
export async function keepOpenAccount(trx: TenantDb, tenantId: number, accountId: number): Promise<void> {
  if (!(await keepAccount(trx, tenantId, accountId))) throw new CallError('ACCOUNT_CLOSED');
}
