import type { Json, WithDefault } from '../sql/columns.ts';

/** The tables of logins and their credentials. */
export interface IdentityTables {
  logins: {
    tenant_id: number;
    id: number;
    /** Trimmed and in lower case. Null: the login signs in by a provider, or somebody else has proven its address. */
    email: string | null;
    /** The salted hash, with its parameters. Null: the login has no password. */
    password_hash: string | null;
    created_at: Date;
    /** The time at which its owner opened a mailed link. Null: not confirmed. */
    email_confirmed_at: Date | null;
    /** The account’s address on file, for a login that was registered with another one and has not confirmed it. */
    address_on_file: WithDefault<string | null>;
    /** The language of the last sign-in, for mails that nobody asked for. */
    language: WithDefault<string | null>;
  };
  /** The newest request of a login to confirm its own or a new address. */
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
  /** Wrong passwords, by the hashes of the typed name (known or not) and of the network or device that sent them. */
  sign_in_locks: {
    tenant_id: number;
    name_hash: Buffer;
    source_hash: Buffer;
    failures: number;
    window_started_at: Date;
    locked_until: Date | null;
    /** The locks in a row. Each is twice as long as the one before. */
    locks: WithDefault<number>;
  };
  /** Browsers that signed in before. Wrong passwords of others do not lock them out. */
  known_devices: { tenant_id: number; login_id: number; token_hash: Buffer; used_at: Date };
  /** Registration codes. */
  renewal_codes: {
    tenant_id: number;
    code_hash: Buffer;
    account_id: number;
    created_at: Date;
    expires_at: Date;
    /** The time at which its account was registered with it. */
    spent_at: WithDefault<Date | null>;
    /** Failed uses. Beyond a few the code opens nothing any more. */
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
  /** The providers of single sign-on. `settings` hold the client’s secret, encrypted. */
  sign_on_providers: { tenant_id: number; key: string; settings: Json };
  /** The identities of logins: `issuer` and `subject` are the claims `iss` and `sub`. */
  login_identities: { tenant_id: number; issuer: string; subject: string; login_id: number; linked_at: Date };
  /** Visits to a provider of single sign-on that are under way. */
  sign_ons: {
    tenant_id: number;
    token_hash: Buffer;
    /** The hash of the state, by which an answer from another site’s form finds its visit without a cookie. */
    state_hash: Buffer | null;
    provider_key: string;
    auth_type: 'login' | 'register';
    /** The hash of the registration code that it spends. Null: it signs in. */
    code_hash: Buffer | null;
    expires_at: Date;
  };
  /** Identities that wait for the password of their login. */
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
  /** The SHA-256 of the cookie’s token, which is stored nowhere. */
  token_hash: Buffer;
  name: string;
  /** Null: staff who view a customer’s portal. */
  login_id: number | null;
  account_id: number;
  /** The name of that staff. Null in a customer’s own session. */
  staff_name: WithDefault<string | null>;
  is_account_user: boolean;
  remember: boolean;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  /** The time at which its owner last proved who they are. */
  authenticated_at: Date;
  /** The browser’s Accept header for documents, which banks use to judge a payment. */
  accept_header: WithDefault<string | null>;
  /** Over TLS only sessions that were opened over TLS are accepted. */
  is_opened_over_tls: WithDefault<boolean>;
}
