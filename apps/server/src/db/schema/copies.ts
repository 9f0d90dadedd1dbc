import type { WithDefault } from '../columns.ts';

/** The tables by which the copies of the server agree with each other. */
export interface CopyTables {
  leases: { name: string; holder: string; held_until: Date };
  live_workers: { worker_id: string; seen_until: Date; has_lock: WithDefault<boolean> };
  rate_limits: { tenant_id: number; bucket: string; window_started_at: Date; hits: number };
  secret_keys: { key_id: string; added_at: Date };
}
