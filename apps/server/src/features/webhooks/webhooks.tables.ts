import { sql } from 'kysely';
import type { DeclaredTable, FindRows } from '../../db/declared-table.ts';
import { ofPersonEvents } from '../events/events.exports.ts';

/** Row level security shows only events of the tenant. */
const ofDeliveries: FindRows = (person) =>
  sql`t.event_id in (select t.id from events t where ${ofPersonEvents(person)})`;

export const webhookTables: readonly DeclaredTable[] = [
  { name: 'webhook_endpoints', kept: 'few', leftBehind: 'an endpoint has a secret', person: null },
  {
    name: 'webhook_deliveries',
    kept: { sweptBy: 'sweep-events' },
    leftBehind: 'deliveries to an endpoint',
    person: {
      whose: ofDeliveries,
      erasure: 'goes',
      goes: (person) => sql`t.state <> 'waiting' and ${ofDeliveries(person)}`,
      why: 'they were delivered; one that still waits brings its program the event without personal data',
    },
  },
];
