import * as webhooksContract from '@quayside/contract/integration/events/webhooks.ts';
import * as webhookTestContract from '@quayside/contract/integration/events/webhook-test.ts';
import { z } from 'zod';
import { minute } from '../../lib/time/durations.ts';
import { unsafeTenantsWith } from '../../jobs/tenants-with-work.queries.ts';
import type { Feature } from '../feature.ts';
import { lookAfterEndpoints, sendWebhooks } from './send-webhooks.service.ts';
import { webhookFailingMail, webhookOffMail } from './webhook-notices.mail.ts';
import { webhookIntegrationRoutes } from './webhooks.integration.ts';
import { webhookTables } from './webhooks.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'webhook.created': true;
    'webhook.changed': true;
    'webhook.rotated': true;
    'webhook.deleted': true;
  }
}

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    'webhook-endpoint': true;
  }
}

declare module '../../jobs/tasks.ts' {
  interface JobPayloads {
    'send-webhooks': { webhookEndpointId: number };
  }
}

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    'webhook-failing': { webhookEndpointId: number };
    'webhook-off': { webhookEndpointId: number };
  }
}

export const webhooksFeature: Feature = {
  integration: {
    chapter: {
      name: 'webhooks',
      description: 'Addresses of yours that are called with each event.',
      files: [webhooksContract, webhookTestContract],
    },
    routes: ({ privateHosts }) => webhookIntegrationRoutes(privateHosts),
  },
  tasks: ({ privateHosts }) => ({
    'send-webhooks': {
      payload: z.strictObject({ webhookEndpointId: z.int().positive() }),
      isOutgoing: true,
      run: (ctx, { webhookEndpointId }) =>
        sendWebhooks(ctx, webhookEndpointId, { privateHosts, chance: () => Math.random() }),
    },
  }),
  recurring: () => [
    {
      name: 'look-after-webhooks',
      by: 'one-copy',
      everyMs: minute,
      findTenants: unsafeTenantsWith('webhook_endpoints'),
      run: lookAfterEndpoints,
    },
  ],
  mails: {
    'webhook-failing': { payload: z.object({ webhookEndpointId: z.int() }), write: webhookFailingMail },
    'webhook-off': { payload: z.object({ webhookEndpointId: z.int() }), write: webhookOffMail },
  },
  tables: webhookTables,
};
