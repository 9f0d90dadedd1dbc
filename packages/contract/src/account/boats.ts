import { z } from 'zod';

/** A boat. Lengths are in the tenant's measurement system. */
export const BoatSummary = z.object({
  /** The id that documents use for their boat. */
  id: z.number().int(),
  name: z.string(),
  type: z.string(),
  length: z.number(),
  beam: z.number(),
  draft: z.number(),
  relationship: z.string(),
  currentStickerNumber: z.string().nullable(),
});
export type BoatSummary = z.output<typeof BoatSummary>;
