import type { Readable } from '../sql/columns.ts';

/** The tables of the audit trail. The server's role can only add to it. */
export interface AuditTables {
  audit_entries: Readable<AuditEntry>;
  /** The trails that came with exports: 1 is the oldest. `written_as` is the marina’s number there, which is hashed. */
  earlier_audit_entries: Readable<AuditEntry & { trail: number; written_as: number }>;
  /** The end of each marina’s chain. Its lock puts entries in sequence, and it shows if the last ones are lost. */
  audit_heads: Readable<{ tenant_id: number; sequence: number; hash: Buffer }>;
}

interface AuditEntry {
  tenant_id: number;
  sequence: number;
  /** The very text that is hashed. */
  content: unknown;
  previous_hash: Buffer;
  hash: Buffer;
  event: string;
  account_id: number | null;
}
