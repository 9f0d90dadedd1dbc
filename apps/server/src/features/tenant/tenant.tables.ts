import type { DeclaredTable } from '../../db/declared-table.ts';

export const tenantTables: readonly DeclaredTable[] = [
  { name: 'tenants', leftBehind: 'the settings are in export.json', person: null },
  { name: 'tenant_hosts', leftBehind: 'a host belongs to one installation', person: null },
  { name: 'sites', exported: true, person: null },
];
