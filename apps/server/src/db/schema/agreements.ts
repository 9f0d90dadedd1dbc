import type { Day, WithDefault, NotedTime } from '../columns.ts';

/** The tables of agreements, their signatures, and what seals their papers. */
export interface AgreementTables {
  declarations: { tenant_id: number; hash: Buffer; html: string; created_at: Date };
  agreements: AgreementsTable;
  agreement_totals: { tenant_id: number; account_id: number; agreements: number; signed: number };
  agreement_signatures: {
    tenant_id: number;
    agreement_id: number;
    declaration_hash: Buffer | null;
    full_name: string;
    email: string;
    method: string;
    image: string;
    ip_address: string;
    browser: string;
    os: string;
    user_agent: string;
    idempotency_key: WithDefault<string | null>;
    language: string;
  };
  agreement_files: { tenant_id: number; agreement_id: number; kind: AgreementFileKind; file_id: number };
  agreement_keys: { tenant_id: number; key_hash: Buffer; agreement_id: number; expires_at: Date };
  agreement_email_codes: {
    tenant_id: number;
    agreement_id: number;
    email: string;
    code_hash: Buffer;
    expires_at: Date;
  };
  seal_certificates: {
    tenant_id: number;
    id: number;
    certificates: string;
    private_key: Buffer | null;
    installed: boolean;
    created_at: Date;
  };
}

interface AgreementsTable {
  tenant_id: number;
  id: number;
  guid: string;
  pay_link_guid: WithDefault<string>;
  account_id: number;
  type: string;
  optional: WithDefault<boolean>;
  signature_required: WithDefault<boolean>;
  signed_at: Date | null;
  start_date: Day | null;
  end_date: Day | null;
  created_at: Date;
  site_id: number;
  declaration_hash: WithDefault<Buffer | null>;
  sign_by: WithDefault<Day | null>;
  withdrawn_at: WithDefault<Date | null>;
  first_viewed_at: WithDefault<Date | null>;
  reference: WithDefault<string | null>;
  updated_at: NotedTime;
  made_at: NotedTime;
}

export type AgreementFileKind = 'reading' | 'sealed' | 'hard-copy';
