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
}
