import type { Feature } from '../feature.ts';
import { sealTables } from './seals.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'seal-certificate.made': true;
    'seal-certificate.installed': true;
  }
}

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    'seal-certificate': true;
  }
}

export const sealsFeature: Feature = { tables: sealTables };
