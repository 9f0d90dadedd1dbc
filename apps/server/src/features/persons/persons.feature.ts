import type { Feature } from '../feature.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    /** Everything about a customer was written to an archive. */
    'account.export': true;
    /** The personal data of a customer was erased. */
    'account.erase': true;
  }
}

export const personsFeature: Feature = {};
