import type { WithDefault } from '../sql/columns.ts';

/** The tables by which the copies of the server agree with each other. */
export interface CopyTables {
  /** Work that one copy does at a time, and the copy that does it. */
  leases: { name: string; holder: string; held_until: Date };
  /** The workers that have reported lately. `worker_id` is the queue’s name for one. */
  live_workers: { worker_id: string; seen_until: Date; has_lock: WithDefault<boolean> };
  /** Counts of calls, by the name of the limit and the caller. */
  rate_limits: { tenant_id: number; bucket: string; window_started_at: Date; hits: number };
  /** The names of the keys that encrypted secrets of this database. The keys are stored nowhere. */
  secret_keys: { key_id: string; added_at: Date };
}
