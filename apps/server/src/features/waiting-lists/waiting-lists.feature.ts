import * as waitingListResources from '@quayside/contract/integration/waiting-lists.ts';
import * as waitingListsContract from '@quayside/contract/account/waiting-lists.ts';
import { z } from 'zod';
import type { Feature } from '../feature.ts';
import { waitingListMoveMail } from './waiting-list-move.mail.ts';
import { waitingListIntegrationRoutes } from './waiting-lists.integration.ts';
import { waitingListTables } from './waiting-lists.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'waiting-list-entry.moved': true;
  }
}

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    'waiting-list-move': { listId: number; accountId: number; movedAt: string };
  }
}

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    'waiting-list': true;
  }
}

export const waitingListsFeature: Feature = {
  chapter: { name: 'account', files: [waitingListsContract] },
  integration: {
    chapter: { name: 'waiting lists', description: 'Customers who wait for a berth.', files: [waitingListResources] },
    routes: ({ takeRows }) => waitingListIntegrationRoutes(takeRows),
  },
  mails: {
    'waiting-list-move': {
      payload: z.object({ listId: z.int(), accountId: z.int(), movedAt: z.iso.datetime() }),
      write: waitingListMoveMail,
    },
  },
  tables: waitingListTables,
};
