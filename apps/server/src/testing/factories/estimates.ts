import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import {
  createEstimates,
  type NewEstimate,
  type NewEstimateLine,
} from '../../features/estimates/new-estimates.service.ts';
import type { Owner } from './orders.ts';

/** Returns a line: a metre of berth for £100.00, tax included. */
export function estimateLine(overrides: Partial<NewEstimateLine> = {}): NewEstimateLine {
  return {
    tariffName: 'Annual berth',
    quantity: '1',
    grossUnitMinor: 10_000,
    vatPercent: 20,
    boatName: 'Kittiwake',
    boatLength: '11.35',
    ...overrides,
  };
}

/** Makes an estimate for £100.00 that never expires, unless `overrides` says otherwise. Returns its number. */
export async function makeEstimate(
  db: TenantDb,
  { tenantId, accountId, siteId }: Owner,
  overrides: Partial<NewEstimate> = {},
): Promise<number> {
  const estimate: NewEstimate = {
    accountId,
    siteId,
    reference: null,
    createdAt: new Date('2026-05-04T10:00:00Z'),
    expiresOn: null,
    expiresAt: null,
    startDate: '2026-06-01',
    departureDate: '2027-05-31',
    currency: 'GBP',
    convertedOrderId: null,
    lines: [estimateLine()],
    ...overrides,
  };
  const [id = 0] = await createEstimates(db, tenantId, [estimate]);
  return id;
}

export interface StayInput {
  /** Default: no known boat. */
  boatId?: number;
  boatName?: string;
  /** `YYYY-MM-DD`. Default: 2026-04-01. */
  from?: string;
  /** null: open. Default: 2027-03-31. */
  depart?: string | null;
  assetName?: string;
  type?: string;
}

/** Makes an annual berth, unless `overrides` says otherwise. */
export async function makeStay(
  db: TenantDb,
  { tenantId, accountId }: Owner,
  overrides: StayInput = {},
): Promise<number> {
  const id = await takeNumbers(db, tenantId, 'stay');
  await db
    .insertInto('stays')
    .values({
      tenant_id: tenantId,
      id,
      account_id: accountId,
      boat_id: overrides.boatId ?? null,
      boat_name: overrides.boatName ?? 'Kittiwake',
      arrives_on: overrides.from ?? '2026-04-01',
      departs_on: overrides.depart === undefined ? '2027-03-31' : overrides.depart,
      asset_name: overrides.assetName ?? 'B 12',
      type: overrides.type ?? 'Annual berth',
    })
    .execute();
  return id;
}
