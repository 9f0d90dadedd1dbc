import type { EventType } from '@quayside/contract/integration/events/events.ts';
import type { WebhookDelivery, WebhookEndpoint } from '@quayside/contract/integration/events/webhooks.ts';
import type { z } from 'zod';
import type { DeliveryRow } from './deliveries.queries.ts';
import type { EndpointRow } from './endpoints.queries.ts';

/** Presents an endpoint. @param secret a secret that was just made; null: it is not shown again */
export const presentEndpoint = (row: EndpointRow, secret: string | null = null): z.input<typeof WebhookEndpoint> => ({
  reference: row.reference,
  url: row.url,
  types: row.types as EventType[],
  isOn: row.off_reason === null,
  offReason: row.off_reason,
  failingSince: row.failing_since?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  secret,
});

export const presentDelivery = (row: DeliveryRow): z.input<typeof WebhookDelivery> => ({
  id: row.id,
  event: row.event_id,
  type: row.type as EventType,
  sequence: row.sequence ?? 0,
  state: row.state,
  attempts: row.attempts,
  nextAt: row.next_at?.toISOString() ?? null,
  lastAt: row.last_at?.toISOString() ?? null,
  status: row.status,
  durationMs: row.duration_ms,
  answer: row.answer,
  problem: row.problem,
});
