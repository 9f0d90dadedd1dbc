import type { ColumnType } from 'kysely';
import type { WithDefault } from '../sql/columns.ts';

/** The tables of stored cards, and of what their banks answered. */
export interface CardTables {
  card_vault_profiles: {
    tenant_id: number;
    account_id: number;
    provider_key: string;
    /** The provider’s account that holds the profile. */
    provider_account: string;
    /** The provider’s id of the customer’s profile. */
    profile_id: string;
    /** The time until which only one request may keep a card, so that two can’t pass the limit together. */
    keeping_until: WithDefault<Date | null>;
  };
  component_cards: ComponentCardsTable;
  /** Stored cards that can’t pay any more. */
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
    /** The office's own name for the card. */
    reference: WithDefault<string | null>;
    /** Set once the customer has deleted or replaced the card. A later file does not bring it back. */
    removed_at: WithDefault<Date | null>;
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

/** The questions to the cards’ banks (3-D Secure), one or more for an attempt to pay. */
interface ThreeDSecureLookupsTable {
  tenant_id: number;
  payment_id: number;
  /** Counts the questions of one payment. */
  attempt: number;
  /** The provider’s id. Null while the answer is not known. */
  authentication_id: string | null;
  payment_token_hash: Buffer;
  status: string | null;
  version: number | null;
  enrollment: string | null;
  result: string | null;
  outcome: string | null;
  /** The proof that is sent along with the charge: `eci`, `cavv` and others. */
  authentication: ColumnType<unknown, string | null, string | null>;
  created_at: Date;
}

/** The keys that a bank’s page posts back without cookies (3-D Secure 1). Each is valid for one answer. */
interface BankKeysTable {
  tenant_id: number;
  payment_id: number;
  attempt: number;
  key_hash: Buffer;
  expires_at: Date;
  used_at: WithDefault<Date | null>;
}
