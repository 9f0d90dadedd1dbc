import type { BoatResourceRow } from './boat-resources.queries.ts';

/** Presents a boat as programs see it. It may have no reference. */
export const presentBoatResource = <Reference extends string | null>(row: BoatResourceRow<Reference>) => ({
  reference: row.reference,
  account: row.account,
  name: row.name,
  type: row.type,
  length: Number(row.length),
  beam: Number(row.beam),
  draft: Number(row.draft),
  relationship: row.relationship,
  sticker: row.current_sticker_number,
  retired: row.retired_at !== null,
  updatedAt: row.updated_at.toISOString(),
});
