import type { StayResource } from '@quayside/contract/integration/stays.ts';
import type { Stay } from '@quayside/contract/account/stays.ts';
import type { z } from 'zod';
import type { StayResourceRow } from './stay-resources.queries.ts';
import type { StayRow } from './stays.queries.ts';

export function presentStay(row: StayRow): Stay {
  return {
    id: row.id,
    boatId: row.boat_id,
    boatName: row.boat_name,
    from: row.arrives_on,
    depart: row.departs_on,
    assetName: row.asset_name,
    type: row.type,
  };
}

/** Presents a stay to the marina's programs. */
export const presentStayResource = (row: StayResourceRow): z.input<typeof StayResource> => ({
  reference: row.reference,
  number: row.id,
  account: row.account,
  boat: row.boat_name,
  boatReference: row.boat,
  arrivesOn: row.arrives_on,
  departsOn: row.departs_on,
  place: row.asset_name,
  type: row.type,
  updatedAt: row.updated_at.toISOString(),
});
