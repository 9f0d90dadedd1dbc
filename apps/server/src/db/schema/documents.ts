import type { Day, Json, Place, Reference, WithDefault, NotedTime } from '../sql/columns.ts';

/** The tables of files and documents. */
export interface DocumentTables {
  files: {
    tenant_id: number;
    id: number;
    /** Names the file in addresses. It opens nothing by itself. */
    guid: string;
    account_id: number;
    name: string;
    content_type: string;
    /** In bytes. */
    size: number;
    sha256: Buffer;
    /** The name in the storage. Null: there is no file, as for the demo’s first documents. */
    storage_name: WithDefault<string | null>;
    created_at: Date;
    place: Place;
  };
  /** Notes of files that are stored before a row names them. A note that stays marks a file that was given up. */
  file_uploads: { tenant_id: number; storage_name: string; begun_at: Date };
  document_types: {
    tenant_id: number;
    id: number;
    position: number;
    /** The names by language, as `guidance`. */
    names: Json;
    guidance: Json;
    /** Each account has one, or each of its boats. */
    attachment_level: 'Account' | 'Boat';
    /** The site that asks for it. Null: every site. */
    site_id: WithDefault<number | null>;
    is_expiry_required: boolean;
    /** True if the portal asks for it. */
    prompt_in_portal: boolean;
    retired_at: WithDefault<Date | null>;
    reference: Reference;
    /** The months for which a file is kept after its document is superseded or has expired. Null: for ever. */
    keep_months: WithDefault<number | null>;
    updated_at: NotedTime;
  };
  account_documents: AccountDocumentsTable;
  invoice_papers: { tenant_id: number; order_id: number; file_id: number };
}

interface AccountDocumentsTable {
  tenant_id: number;
  id: number;
  account_id: number;
  document_type_id: number;
  /** Null: a document of the account. */
  boat_id: number | null;
  /** Null until its file is complete. */
  version: number | null;
  name: string;
  notes: WithDefault<string>;
  /** The last day on which it is valid, at the account’s site. */
  expires_on: Day | null;
  /** Null: on paper, in the office. */
  file_id: WithDefault<number | null>;
  created_at: Date;
  /** The time since when its file is stored and safe. Null: it does not count yet. */
  ready_at: Date | null;
  /** The time at which a new version took its place, or the office rejected it. */
  superseded_at: WithDefault<Date | null>;
  downloads: WithDefault<number>;
  downloaded_at: WithDefault<Date | null>;
  reference: Reference;
  /** The hash of a file that is gone. The import recognises the marina’s file by it. */
  erased_sha256: WithDefault<Buffer | null>;
  /** The office’s decision. Null: it has not decided. */
  review: WithDefault<'accepted' | 'rejected' | null>;
  /** Shown to the customer. */
  review_reason: WithDefault<string>;
  reviewed_at: WithDefault<Date | null>;
  /** True from the upload until a mail tells the office of it. */
  is_news: WithDefault<boolean>;
  updated_at: NotedTime;
  made_at: NotedTime;
}
