import * as documentsContract from '@quayside/contract/documents/documents.ts';
import * as documentTypeResources from '@quayside/contract/integration/document-types.ts';
import * as documentResources from '@quayside/contract/integration/documents.ts';
import { z } from 'zod';
import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { documentIntegrationRoutes } from './documents.integration.ts';
import { documentReviewMail, documentsOfficeMail } from './documents.mail.ts';
import { documentRoutes } from './documents.routes.ts';
import { officeDocumentRoutes } from './office/office-documents.integration.ts';
import { sweepUploads } from './files/sweep-uploads.service.ts';
import { tellOffice } from './office/tell-office.service.ts';
import { documentTables } from './documents.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'document.upload': true;
    'document.infected': true;
    'document.erased': true;
    'document.accept': true;
    'document.reject': true;
  }
}

declare module '../../jobs/tasks.ts' {
  interface JobPayloads {
    'tell-office-of-documents': object;
  }
}

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    'document-review': { documentId: number };
    'documents-office': { documentIds: number[] };
  }
}

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    'document-type': true;
    'account-document': true;
  }
}

export const documentsFeature: Feature = {
  chapter: { name: 'documents', description: 'What customers hand in.', files: [documentsContract] },
  routes: documentRoutes,
  integration: {
    chapter: {
      name: 'documents',
      description: 'What customers hand in.',
      files: [documentResources, documentTypeResources],
    },
    routes: ({ files, scanner, takeRows }) => [
      ...documentIntegrationRoutes(files),
      ...officeDocumentRoutes(takeRows, { files, scanner }),
    ],
  },
  tasks: () => ({ 'tell-office-of-documents': { payload: z.strictObject({}), run: tellOffice } }),
  mails: {
    'document-review': { payload: z.object({ documentId: z.int() }), write: documentReviewMail },
    'documents-office': { payload: z.object({ documentIds: z.array(z.int()) }), write: documentsOfficeMail },
  },
  recurring: ({ files }) => [
    { name: 'sweep-uploads', by: 'one-copy', everyMs: hour, run: (ctx) => sweepUploads(ctx, files) },
  ],
  tables: documentTables,
};
