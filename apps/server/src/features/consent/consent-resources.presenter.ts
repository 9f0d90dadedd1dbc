import type { ConsentGroupResource, ConsentResource } from '@quayside/contract/integration/consents.ts';
import type { z } from 'zod';
import type { ConsentGroupResourceRow, ConsentResourceRow } from './consent-resources.queries.ts';

/** Presents a group to the marina's programs. */
export const presentConsentGroup = (row: ConsentGroupResourceRow): z.input<typeof ConsentGroupResource> => ({
  reference: row.reference,
  number: row.id,
  position: row.position,
  description: row.descriptions,
  retired: row.retired_at !== null,
  updatedAt: row.updated_at.toISOString(),
});

/** Presents a customer's choice to the marina's programs. */
export const presentChoice = (row: ConsentResourceRow): z.input<typeof ConsentResource> => ({
  account: row.account,
  accountNumber: row.account_id,
  group: row.group,
  granted: row.granted,
  source: row.source,
  changedAt: row.recorded_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
