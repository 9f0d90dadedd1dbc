import type { Day, Json, Place, Reference, WithDefault, NotedTime } from '../columns.ts';

/** The tables of files and documents. */
export interface DocumentTables {
  files: {
    tenant_id: number;
    id: number;
    guid: string;
    account_id: number;
    name: string;
    content_type: string;
    size: number;
    sha256: Buffer;
    storage_name: WithDefault<string | null>;
    created_at: Date;
    place: Place;
  };
  file_uploads: { tenant_id: number; storage_name: string; begun_at: Date };
  document_types: {
    tenant_id: number;
    id: number;
    position: number;
    names: Json;
    guidance: Json;
    attachment_level: 'Account' | 'Boat';
    site_id: WithDefault<number | null>;
    is_expiry_required: boolean;
    prompt_in_portal: boolean;
    retired_at: WithDefault<Date | null>;
    reference: Reference;
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
  boat_id: number | null;
  version: number | null;
  name: string;
  notes: WithDefault<string>;
  expires_on: Day | null;
  file_id: WithDefault<number | null>;
  created_at: Date;
  ready_at: Date | null;
  superseded_at: WithDefault<Date | null>;
  downloads: WithDefault<number>;
  downloaded_at: WithDefault<Date | null>;
  reference: Reference;
  erased_sha256: WithDefault<Buffer | null>;
  review: WithDefault<'accepted' | 'rejected' | null>;
  review_reason: WithDefault<string>;
  reviewed_at: WithDefault<Date | null>;
  is_news: WithDefault<boolean>;
  updated_at: NotedTime;
  made_at: NotedTime;
}
