import type { Stay } from '@quayside/contract/stays.ts';
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
