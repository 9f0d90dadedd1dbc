import type { BoatSummary } from '@quayside/contract/account/boats.ts';
import type { TenantDb } from '../../db/client.ts';
import { presentBoat } from './boats.presenter.ts';
import { boatsOfAccount } from './boats.queries.ts';

/** Returns an account's boats by name. */
export async function summariseBoats(db: TenantDb, tenantId: number, accountId: number): Promise<BoatSummary[]> {
  return (await boatsOfAccount(db, tenantId, accountId)).map(presentBoat);
}
