import type { BoatSummary } from '@quayside/contract/account/boats.ts';
import type { BoatRow } from './boats.queries.ts';

export function presentBoat(row: BoatRow): BoatSummary {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    length: Number(row.length),
    beam: Number(row.beam),
    draft: Number(row.draft),
    relationship: row.relationship,
    currentStickerNumber: row.current_sticker_number,
  };
}
