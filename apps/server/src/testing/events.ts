import type { EventType } from '@quayside/contract/integration/events/events.ts';
import type { TestTenant } from './factories/factories.ts';

export interface CommittedEvent {
  type: EventType;
  reference: string | null;
  object: Record<string, unknown>;
}

/** Returns the committed events of a marina in their order, after one of them. */
export async function committedEvents({ db, id }: Pick<TestTenant, 'db' | 'id'>, after = 0): Promise<CommittedEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['type', 'reference', 'object'])
    .where('tenant_id', '=', id)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .execute();
  return rows as CommittedEvent[];
}
