import type { Readable } from '../columns.ts';

/** The tables of the audit trail. The server's role can only add to it. */
export interface AuditTables {
  audit_entries: Readable<AuditEntry>;
  earlier_audit_entries: Readable<AuditEntry & { trail: number; written_as: number }>;
  audit_heads: Readable<{ tenant_id: number; sequence: number; hash: Buffer }>;
}

interface AuditEntry {
  tenant_id: number;
  sequence: number;
  content: unknown;
  previous_hash: Buffer;
  hash: Buffer;
  event: string;
  account_id: number | null;
}
