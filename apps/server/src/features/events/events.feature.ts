import * as consentsContract from '@quayside/contract/integration/consents.ts';
import * as eventsContract from '@quayside/contract/integration/events/events.ts';
import * as loginsContract from '@quayside/contract/integration/logins.ts';
import * as paymentsContract from '@quayside/contract/integration/payments/payments.ts';
import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { eventIntegrationRoutes } from './events.integration.ts';
import { sweepEvents } from './events.service.ts';
import { eventTables } from './events.tables.ts';

export const eventsFeature: Feature = {
  integration: {
    chapter: {
      name: 'events',
      description: 'What happened to the marina’s business.',
      files: [eventsContract, paymentsContract, consentsContract, loginsContract],
    },
    routes: () => eventIntegrationRoutes,
  },
  recurring: () => [
    {
      name: 'sweep-events',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepEvents(db, tenant.id, clock.now()),
    },
  ],
  tables: eventTables,
};
