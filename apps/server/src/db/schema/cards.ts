import type { ColumnType } from 'kysely';
import type { WithDefault } from '../columns.ts';

/** The tables of stored cards, and of what their banks answered. */
export interface CardTables {
  card_vault_profiles: {
    tenant_id: number;
    account_id: number;
    provider_key: string;
    provider_account: string;
    profile_id: string;
    keeping_until: WithDefault<Date | null>;
  };
  component_cards: ComponentCardsTable;
  ineligible_cards: {
    tenant_id: number;
    id: number;
    account_id: number;
    provider_key: string;
    card_type: string;
    last_digits: string;
    expiry_month: number;
    expiry_year: number;
    holder_name: string;
    nick_name: WithDefault<string>;
    reason: 'expired' | 'no-sca' | 'migrated';
    created_at: Date;
  };
  three_d_secure_lookups: ThreeDSecureLookupsTable;
  bank_keys: BankKeysTable;
}

/** Cards that a provider keeps and that only we can name. */
interface ComponentCardsTable {
  tenant_id: number;
  id: number;
  account_id: number;
  provider_key: string;
  provider_account: string;
  /** DANGER: never leaves the server. */
  permanent_token: string;
  card_type: string;
  last_digits: string;
  expiry_month: number;
  expiry_year: number;
  holder_name: string;
  nick_name: WithDefault<string>;
  created_at: Date;
}

interface ThreeDSecureLookupsTable {
  tenant_id: number;
  payment_id: number;
  attempt: number;
  authentication_id: string | null;
  payment_token_hash: Buffer;
  status: string | null;
  version: number | null;
  enrollment: string | null;
  result: string | null;
  outcome: string | null;
  authentication: ColumnType<unknown, string | null, string | null>;
  created_at: Date;
}

interface BankKeysTable {
  tenant_id: number;
  payment_id: number;
  attempt: number;
  key_hash: Buffer;
  expires_at: Date;
  used_at: WithDefault<Date | null>;
}
