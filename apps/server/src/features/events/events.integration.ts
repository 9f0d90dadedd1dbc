import { listEvents } from '@quayside/contract/integration/events/events.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import { presentEvent } from './events.presenter.ts';
import { firstSequence, lastSequence, listEventsAfter } from './events.queries.ts';

/** The calls of the integration API about events. */
export const eventIntegrationRoutes: Route[] = [
  integrationRoute(listEvents, async ({ db, tenant }, { query: { limit, after, types } }) => {
    // Read before the list, which then has all events up to it. So a reader of few types need not look again at others.
    const last = await lastSequence(db, tenant.id);
    // A restored database knows fewer numbers than its reader. The reader must not wait for them in silence.
    if (after > last) return { items: [], next: last, hasMore: false, expired: after - last };
    const rows = await listEventsAfter(db, tenant.id, { after, take: limit + 1, types });
    // Read after the list: what the sweep deletes in between is counted, and not missed in silence.
    const first = await firstSequence(db, tenant.id);
    const hasMore = rows.length > limit;
    const items = rows.slice(0, limit).map(presentEvent);
    return {
      items,
      next: hasMore ? (items.at(-1)?.sequence ?? after) : Math.max(after, last, items.at(-1)?.sequence ?? 0),
      hasMore,
      expired: after === 0 ? 0 : Math.max(0, first - after - 1),
    };
  }),
];
