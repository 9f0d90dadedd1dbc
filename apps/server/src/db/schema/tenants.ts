import type { GeneratedAlways } from 'kysely';
import type { Json, NotedTime } from '../sql/columns.ts';

/** The tables of marinas, their addresses, their sites and their look. */
export interface TenantTables {
  /** Marinas. `settings` are `TenantSettings`. */
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
    /** The beginning of the content’s SHA-256. A new content has a new address. */
    hash: string;
    content_type: string;
    content: Buffer;
    /** The same as PNG, for mails. Null if no mail shows it. */
    picture: Buffer | null;
    created_at: Date;
  };
  /** The last running numbers of each marina. Customers quote them, so they must not tell another marina’s volume. */
  counters: { tenant_id: number; name: string; last: number };
  /** The keys and certificates about whose end the office was told, and how many days before. */
  told_credentials: {
    tenant_id: number;
    kind: string;
    reference: string;
    ends_at: Date;
    days: number;
    told_at: Date;
  };
}
