import type { DeclaredTable, ExportedTable } from '../../db/declared-table.ts';

/** The audit trail is no table of its own: it joins the marina's own chain and those of earlier installations. */
export const auditTrail = 'earlier_audit_entries';

/** Returns the tables whose rows an export contains. */
export const archivedTables = (tables: readonly DeclaredTable[]): ExportedTable[] =>
  tables.filter((table) => 'exported' in table);
