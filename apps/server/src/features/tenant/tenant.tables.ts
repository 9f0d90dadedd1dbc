import type { DeclaredTable } from '../../db/declared-table.ts';

export const tenantTables: readonly DeclaredTable[] = [
  { name: 'tenants', kept: 'few', leftBehind: 'the settings are in export.json', person: null },
  { name: 'tenant_hosts', kept: 'few', leftBehind: 'a host belongs to one installation', person: null },
  { name: 'sites', kept: 'few', exported: true, person: null },
];
