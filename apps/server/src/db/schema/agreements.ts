import type { Day, WithDefault, NotedTime } from '../sql/columns.ts';

/** The tables of agreements, their signatures, and what seals their papers. */
export interface AgreementTables {
  /** The texts to sign, as cleaned HTML, by the SHA-256 of their bytes. They never change. Agreements share them. */
  declarations: { tenant_id: number; hash: Buffer; html: string; created_at: Date };
  agreements: AgreementsTable;
  /** The numbers of each account: agreements that were not withdrawn, and signed ones. The database counts them. */
  agreement_totals: { tenant_id: number; account_id: number; agreements: number; signed: number };
  agreement_signatures: {
    tenant_id: number;
    agreement_id: number;
    /** The hash of the signed text. Null if there was nothing to read. */
    declaration_hash: Buffer | null;
    full_name: string;
    email: string;
    method: string;
    /** The signature as a data URL, as it was sent. */
    image: string;
    /** The sender’s address and browser, as the server saw them. */
    ip_address: string;
    browser: string;
    os: string;
    user_agent: string;
    /** The key of the request that signed. The same request again gets the same answer. */
    idempotency_key: WithDefault<string | null>;
    /** The signer’s language, for the paper and the mail. */
    language: string;
  };
  agreement_files: { tenant_id: number; agreement_id: number; kind: AgreementFileKind; file_id: number };
  /** The keys of mails’ links, and of browsers that signed by a link. A key opens the paper of one agreement. */
  agreement_keys: { tenant_id: number; key_hash: Buffer; agreement_id: number; expires_at: Date };
  /** The codes that prove a signer’s address if the marina has none on file. */
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
    /** PEM: the certificate, then those above it. Kept for ever, because it proves what it sealed. */
    certificates: string;
    /** PKCS#8, encrypted. Null once another certificate has taken over. */
    private_key: Buffer | null;
    /** True if the operator brought it, false if the server made it. */
    installed: boolean;
    created_at: Date;
  };
}

interface AgreementsTable {
  tenant_id: number;
  id: number;
  /** Names the agreement in addresses. The holder may read and sign it. */
  guid: string;
  /** Names the agreement at a pay link, which may be forwarded and must not reveal its owner. */
  pay_link_guid: WithDefault<string>;
  account_id: number;
  type: string;
  /** True if its orders can be paid before it is signed. */
  optional: WithDefault<boolean>;
  signature_required: WithDefault<boolean>;
  signed_at: Date | null;
  start_date: Day | null;
  end_date: Day | null;
  created_at: Date;
  site_id: number;
  /** The text to read. Null if there is none. */
  declaration_hash: WithDefault<Buffer | null>;
  /** The last day on which it can be signed, at its site. Null: any day. */
  sign_by: WithDefault<Day | null>;
  /** The time at which the marina withdrew it, before it was signed. */
  withdrawn_at: WithDefault<Date | null>;
  /** The first view, by its customer or a holder of its guid. */
  first_viewed_at: WithDefault<Date | null>;
  reference: WithDefault<string | null>;
  updated_at: NotedTime;
  made_at: NotedTime;
}

/** `reading`: the PDF to read before signing. `sealed`: the signed paper. `hard-copy`: the scan of a signed paper. */
export type AgreementFileKind = 'reading' | 'sealed' | 'hard-copy';
