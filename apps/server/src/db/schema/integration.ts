import type { ColumnType } from 'kysely';
import type { Json, WithDefault } from '../sql/columns.ts';

/** The tables of the integration API. */
export interface IntegrationTables {
  integration_keys: {
    tenant_id: number;
    id: number;
    name: string;
    mode: 'live' | 'test';
    key_hash: Buffer;
    /** The key’s last characters, by which its owner recognises it. */
    hint: string;
    scopes: string[];
    created_at: Date;
    created_by: string;
    /** Null: it has no end. */
    expires_at: Date | null;
    revoked_at: WithDefault<Date | null>;
    /** Accurate to a minute. */
    last_used_at: WithDefault<Date | null>;
  };
  /** Answers by their idempotency keys, so that the same request again does nothing twice. */
  integration_answers: {
    tenant_id: number;
    key_id: number;
    idempotency_key: string;
    /** The SHA-256 of the call and its content. */
    request_hash: Buffer;
    answer: Json;
    created_at: Date;
  };
  events: {
    tenant_id: number;
    id: string;
    /** The order in which the transaction recorded its events. */
    ordinal: WithDefault<number>;
    /** Given when the transaction commits. */
    sequence: WithDefault<number | null>;
    type: string;
    /** The marina’s own name of the object, or the number of a payment. Null if it has none. */
    reference: string | null;
    /** The object as it was then. */
    object: Json;
    /** The version of the object then: a hash of it. */
    version: string;
    occurred_at: Date;
  };
  webhook_endpoints: {
    tenant_id: number;
    id: number;
    reference: string;
    url: string;
    /** Empty: all. */
    types: string[];
    /** Encrypted: the secret that signs, and the one before it until its end. */
    secrets: Json;
    /** The number of the last event that has its delivery. */
    sent_up_to: number;
    off_reason: WithDefault<'office' | 'failing' | null>;
    /** The first failure since the last success. */
    failing_since: WithDefault<Date | null>;
    /** The time when the office was told last that it fails. */
    failure_told_at: WithDefault<Date | null>;
    /** An endpoint that gave no answer is left alone until then. */
    resume_at: WithDefault<Date | null>;
    created_at: Date;
  };
  webhook_deliveries: {
    tenant_id: number;
    id: number;
    endpoint_id: number;
    event_id: string;
    state: WithDefault<'waiting' | 'delivered' | 'failed'>;
    attempts: WithDefault<number>;
    /** Tried until three days after this. */
    begun_at: Date;
    next_at: Date | null;
    /** Sent after those that are not late: a further try, a replay, or an event of a time when the endpoint failed. */
    is_late: WithDefault<boolean>;
    last_at: WithDefault<Date | null>;
    status: WithDefault<number | null>;
    duration_ms: WithDefault<number | null>;
    answer: WithDefault<string | null>;
    problem: WithDefault<string | null>;
  };
  imports: {
    tenant_id: number;
    id: number;
    key_id: number;
    /** Null: each line names its own kind. */
    kind: string | null;
    dry_run: boolean;
    office_wins: boolean;
    state: WithDefault<'waiting' | 'working' | 'done' | 'refused' | 'failed'>;
    step: WithDefault<'reading' | 'checking' | 'storing' | null>;
    failure: WithDefault<'body-lost' | 'gave-up' | null>;
    /** The body. Null after the end. */
    storage_name: string | null;
    size: number;
    sha256: Buffer;
    received_at: Date;
    started_at: WithDefault<Date | null>;
    ended_at: WithDefault<Date | null>;
    /** Counts the starts, and tells an abandoned run that another one has begun. */
    attempts: WithDefault<number>;
    rows_read: WithDefault<number>;
    result: ColumnType<unknown, string | undefined, string>;
    problem_count: WithDefault<number>;
  };
  import_problems: {
    tenant_id: number;
    import_id: number;
    number: number;
    severity: 'error' | 'note';
    kind: string | null;
    line: number;
    column_name: string | null;
    message: string;
  };
}
