import * as documentsContract from '@quayside/contract/documents.ts';
import { hour } from '../../lib/durations.ts';
import type { Feature } from '../feature.ts';
import { documentRoutes } from './documents.routes.ts';
import { sweepUploads } from './sweep-uploads.service.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'document.upload': true;
    'document.infected': true;
    'document.erased': true;
  }
}

declare module '../../db/numbers.ts' {
  interface Counters {
    'document-type': true;
    'account-document': true;
  }
}

export const documentsFeature: Feature = {
  chapter: { name: 'documents', description: 'What customers hand in.', files: [documentsContract] },
  routes: documentRoutes,
  recurring: ({ files }) => [
    { name: 'sweep-uploads', by: 'one-copy', everyMs: hour, run: (ctx) => sweepUploads(ctx, files) },
  ],
};
