import type { Json, WithDefault } from '../columns.ts';

/** The tables of logins and their credentials. */
export interface IdentityTables {
  logins: {
    tenant_id: number;
    id: number;
    email: string | null;
    password_hash: string | null;
    created_at: Date;
    email_confirmed_at: Date | null;
    address_on_file: WithDefault<string | null>;
    language: WithDefault<string | null>;
  };
  address_confirmations: {
    tenant_id: number;
    login_id: number;
    email: string;
    token_hash: Buffer | null;
    created_at: Date;
    expires_at: Date;
  };
  login_accounts: { tenant_id: number; login_id: number; account_id: number };
  sessions: SessionsTable;
  sign_in_locks: {
    tenant_id: number;
    name_hash: Buffer;
    source_hash: Buffer;
    failures: number;
    window_started_at: Date;
    locked_until: Date | null;
    locks: WithDefault<number>;
  };
  known_devices: { tenant_id: number; login_id: number; token_hash: Buffer; used_at: Date };
  renewal_codes: {
    tenant_id: number;
    code_hash: Buffer;
    account_id: number;
    created_at: Date;
    expires_at: Date;
    spent_at: WithDefault<Date | null>;
    tries: WithDefault<number>;
  };
  password_resets: { tenant_id: number; login_id: number; token_hash: Buffer; created_at: Date; expires_at: Date };
  staff_links: {
    tenant_id: number;
    token_hash: Buffer;
    account_id: number;
    staff_name: string;
    created_at: Date;
    expires_at: Date;
    used_at: WithDefault<Date | null>;
  };
  sign_on_providers: { tenant_id: number; key: string; settings: Json };
  login_identities: { tenant_id: number; issuer: string; subject: string; login_id: number; linked_at: Date };
  sign_ons: {
    tenant_id: number;
    token_hash: Buffer;
    state_hash: Buffer | null;
    provider_key: string;
    auth_type: 'login' | 'register';
    code_hash: Buffer | null;
    expires_at: Date;
  };
  sign_on_confirmations: {
    tenant_id: number;
    token_hash: Buffer;
    provider_key: string;
    issuer: string;
    subject: string;
    login_id: number;
    expires_at: Date;
  };
}

interface SessionsTable {
  tenant_id: number;
  token_hash: Buffer;
  name: string;
  login_id: number | null;
  account_id: number;
  staff_name: WithDefault<string | null>;
  is_account_user: boolean;
  remember: boolean;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  authenticated_at: Date;
  accept_header: WithDefault<string | null>;
  /** Over TLS only sessions that were opened over TLS are accepted. */
  is_opened_over_tls: WithDefault<boolean>;
}
