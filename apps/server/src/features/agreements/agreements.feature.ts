import * as agreementsContract from '@quayside/contract/agreements/agreements.ts';
import * as agreementSigningContract from '@quayside/contract/agreements/agreement-signing.ts';
import * as agreementPapersContract from '@quayside/contract/agreements/agreement-papers.ts';
import * as agreementResources from '@quayside/contract/integration/agreements.ts';
import { z } from 'zod';
import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { sweepKeys } from './agreement-keys.queries.ts';
import { agreementResourceRoutes } from './agreement-resources.integration.ts';
import { agreementIntegrationRoutes } from './agreements.integration.ts';
import { agreementCodeMail, agreementOfficeMail, agreementSignedMail } from './agreements.mail.ts';
import { agreementRoutes } from './agreements.routes.ts';
import { agreementTables } from './agreements.tables.ts';
import { sealAgreement } from './signing/seal-agreement.service.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'agreement.viewed': true;
    'agreement.signed': true;
    'agreement.refused': true;
    'agreement.sealed': true;
    'agreement.downloaded': true;
    'agreement.sent': true;
  }
}

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    agreement: true;
  }
}

declare module '../../jobs/tasks.ts' {
  interface JobPayloads {
    'seal-agreement': { agreementId: number };
  }
}

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    'agreement-signed': { agreementId: number };
    'agreement-signed-office': { agreementId: number };
    'agreement-code': { agreementId: number };
  }
}

export const agreementsFeature: Feature = {
  chapter: {
    name: 'agreements',
    description: 'Agreements: to read, to sign, to check.',
    files: [agreementsContract, agreementSigningContract, agreementPapersContract],
  },
  routes: agreementRoutes,
  integration: {
    chapter: { name: 'agreements', description: 'Agreements that customers sign.', files: [agreementResources] },
    routes: ({ files, originOf, takeRows }) => [
      ...agreementIntegrationRoutes(originOf),
      ...agreementResourceRoutes(takeRows, { files, originOf }),
    ],
  },
  tasks: (services) => ({
    'seal-agreement': {
      payload: z.strictObject({ agreementId: z.int().positive() }),
      run: async (ctx, { agreementId }) => void (await sealAgreement({ ...ctx, ...services }, agreementId)),
    },
  }),
  recurring: () => [
    {
      name: 'sweep-agreement-keys',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepKeys(db, tenant.id, clock.now()),
    },
  ],
  mails: {
    'agreement-signed': { payload: z.object({ agreementId: z.int() }), write: agreementSignedMail },
    'agreement-signed-office': { payload: z.object({ agreementId: z.int() }), write: agreementOfficeMail },
    'agreement-code': { payload: z.object({ agreementId: z.int() }), write: agreementCodeMail },
  },
  tables: agreementTables,
};
