import type { EventType, IntegrationEvent } from '@quayside/contract/integration/events/events.ts';
import type { z } from 'zod';
import type { EventRow } from './events.queries.ts';

/** Presents an event to the marina's programs. */
export const presentEvent = (row: EventRow): z.input<typeof IntegrationEvent> => ({
  id: row.id,
  sequence: Number(row.sequence),
  type: row.type as EventType,
  occurredAt: row.occurred_at.toISOString(),
  reference: row.reference,
  version: row.version,
  object: row.object as Record<string, unknown>,
});
