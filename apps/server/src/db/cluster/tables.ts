/** The tables that every node has whole: a marina is looked up in them before one is known. */
export const sharedTables: readonly string[] = ['tenants', 'tenant_hosts'];

/** The tables without a marina. They stay on the coordinator, as do the queue's. */
export const coordinatorTables: readonly string[] = [
  'checked_providers',
  'kysely_migration',
  'kysely_migration_lock',
  'leases',
  'live_workers',
  'secret_keys',
];
