import type { GeneratedAlways } from 'kysely';
import type { Json, NotedTime } from '../columns.ts';

/** The tables of marinas, their addresses, their sites and their look. */
export interface TenantTables {
  tenants: { id: GeneratedAlways<number>; key: string; name: string; settings: Json; created_at: Date };
  tenant_hosts: { host: string; tenant_id: number };
  sites: {
    tenant_id: number;
    id: number;
    name: string;
    address: string;
    telephone: string;
    email: string;
    time_zone: string;
    updated_at: NotedTime;
    made_at: NotedTime;
  };
  look_files: {
    tenant_id: number;
    hash: string;
    content_type: string;
    content: Buffer;
    picture: Buffer | null;
    created_at: Date;
  };
  counters: { tenant_id: number; name: string; last: number };
  told_credentials: {
    tenant_id: number;
    kind: string;
    reference: string;
    ends_at: Date;
    days: number;
    told_at: Date;
  };
}
