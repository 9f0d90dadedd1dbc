import type { GeneratedAlways } from 'kysely';
import type { Day, NotedTime, Readable, Reference, WithDefault } from '../sql/columns.ts';

/** The tables of stays, and of the calendars that show them. */
export interface StayTables {
  stays: StaysTable;
  stay_totals: StayTotalsTable;
  calendar_links: {
    tenant_id: number;
    account_id: number;
    /** The hash of the token in the calendar’s address, which is stored nowhere. */
    token_hash: Buffer;
    /** Calendars send no language. */
    language: string;
    created_at: Date;
  };
}

interface StaysTable {
  tenant_id: number;
  id: number;
  account_id: number;
  reference: Reference;
  /** Null: no known boat. Its name stays as it was written. */
  boat_id: WithDefault<number | null>;
  boat_name: string;
  arrives_on: Day;
  /** The last day. Null while the stay is open. */
  departs_on: Day | null;
  /** `infinity` while the stay is open. */
  last_day: GeneratedAlways<Day>;
  /** The place, such as `Berth A12`. */
  asset_name: string;
  type: string;
  updated_at: NotedTime;
}

/** The number of stays of each account. The database itself keeps it. */
type StayTotalsTable = Readable<{ tenant_id: number; account_id: number; stays: number }>;
