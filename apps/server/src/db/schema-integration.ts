import type { Json, WithDefault } from './columns.ts';

/** The tables of the integration API. */
export interface IntegrationTables {
  integration_keys: {
    tenant_id: number;
    id: number;
    name: string;
    mode: 'live' | 'test';
    key_hash: Buffer;
    hint: string;
    scopes: string[];
    created_at: Date;
    created_by: string;
    expires_at: Date | null;
    revoked_at: WithDefault<Date | null>;
    last_used_at: WithDefault<Date | null>;
  };
  integration_answers: {
    tenant_id: number;
    key_id: number;
    idempotency_key: string;
    request_hash: Buffer;
    answer: Json;
    created_at: Date;
  };
  events: {
    tenant_id: number;
    id: string;
    ordinal: WithDefault<number>;
    /** Given when the transaction commits. */
    sequence: WithDefault<number | null>;
    type: string;
    reference: string | null;
    object: Json;
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
    secrets: Json;
    /** The number of the last event that has its delivery. */
    sent_up_to: number;
    off_reason: WithDefault<'office' | 'failing' | null>;
    failing_since: WithDefault<Date | null>;
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
    last_at: WithDefault<Date | null>;
    status: WithDefault<number | null>;
    duration_ms: WithDefault<number | null>;
    answer: WithDefault<string | null>;
    problem: WithDefault<string | null>;
  };
}
