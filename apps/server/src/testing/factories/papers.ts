import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import { type FileStorage, newFileName } from '../../providers/files/file-storage.ts';
import type { Owner } from './orders.ts';

export interface DocumentTypeInput {
  name?: string;
  guidance?: string;
  level?: 'Account' | 'Boat';
  /** Default: every site. */
  siteId?: number;
  isExpiryRequired?: boolean;
  promptInPortal?: boolean;
  /** The months for which files are kept. Default: for ever. */
  keepMonths?: number;
  retiredAt?: Date;
}

/**
 * Makes a proof of insurance that the marina asks every account for and that expires, unless `overrides` says
 * otherwise.
 */
export async function makeDocumentType(
  db: TenantDb,
  tenantId: number,
  overrides: DocumentTypeInput = {},
): Promise<number> {
  const id = await takeNumbers(db, tenantId, 'document-type');
  const name = overrides.name ?? 'Proof of insurance';
  await db
    .insertInto('document_types')
    .values({
      tenant_id: tenantId,
      id,
      position: id,
      names: JSON.stringify({ 'en-GB': name, 'fr-FR': `${name} (fr)` }),
      guidance: JSON.stringify({ 'en-GB': overrides.guidance ?? '' }),
      attachment_level: overrides.level ?? 'Account',
      site_id: overrides.siteId ?? null,
      is_expiry_required: overrides.isExpiryRequired ?? true,
      prompt_in_portal: overrides.promptInPortal ?? true,
      keep_months: overrides.keepMonths ?? null,
      retired_at: overrides.retiredAt ?? null,
    })
    .execute();
  return id;
}

export interface DocumentInput {
  boatId?: number;
  version?: number;
  name?: string;
  /** `YYYY-MM-DD` */
  expiresOn?: string;
  createdAt?: Date;
  /** True if its file is not stored yet: the document does not count. */
  isPending?: boolean;
  supersededAt?: Date;
  /** The office's decision on the day after. A rejected document counts no more. */
  review?: { isAccepted: boolean; reason: string };
}

/** Makes a document with its file, unless it is pending. It never expires unless `overrides` says otherwise. */
export async function makeDocument(
  db: TenantDb,
  owner: Owner,
  documentTypeId: number,
  overrides: DocumentInput = {},
): Promise<{ id: number; fileGuid: string }> {
  const { tenantId, accountId } = owner;
  const createdAt = overrides.createdAt ?? new Date('2026-02-03T10:00:00Z');
  const id = await takeNumbers(db, tenantId, 'account-document');
  const reviewedAt = new Date(createdAt.getTime() + 24 * 60 * 60_000);
  const file = overrides.isPending ? null : await makeFile(db, owner, createdAt);
  await db
    .insertInto('account_documents')
    .values({
      tenant_id: tenantId,
      id,
      account_id: accountId,
      document_type_id: documentTypeId,
      boat_id: overrides.boatId ?? null,
      version: overrides.isPending ? null : (overrides.version ?? 1),
      name: overrides.name ?? 'policy.pdf',
      expires_on: overrides.expiresOn ?? null,
      file_id: file?.id ?? null,
      created_at: createdAt,
      ready_at: overrides.isPending ? null : createdAt,
      superseded_at: overrides.supersededAt ?? (overrides.review?.isAccepted === false ? reviewedAt : null),
      ...(overrides.review && {
        review: overrides.review.isAccepted ? 'accepted' : 'rejected',
        review_reason: overrides.review.reason,
        reviewed_at: reviewedAt,
      }),
    })
    .execute();
  return { id, fileGuid: file?.guid ?? '' };
}

/** The content of each document's file, one byte. */
const content = Buffer.from('%');

async function makeFile(db: TenantDb, { tenantId, accountId }: Owner, createdAt: Date) {
  const guid = randomUUID();
  const id = await takeNumbers(db, tenantId, 'file');
  await db
    .insertInto('files')
    .values({
      tenant_id: tenantId,
      id,
      guid,
      account_id: accountId,
      name: 'policy.pdf',
      content_type: 'application/pdf',
      size: 1,
      sha256: createHash('sha256').update(content).digest(),
      storage_name: newFileName(),
      created_at: createdAt,
    })
    .execute();
  return { id, guid };
}

/** Stores the content of a document's file. By default its file has a row alone. */
export async function storeContent(
  db: TenantDb,
  files: FileStorage,
  { tenantId }: Pick<Owner, 'tenantId'>,
  fileGuid: string,
): Promise<void> {
  const row = db.selectFrom('files').select('storage_name').where('tenant_id', '=', tenantId);
  const { storage_name: name } = await row.where('guid', '=', fileGuid).executeTakeFirstOrThrow();
  await files.put(tenantId, Readable.from([content]), 1, name ?? '');
}

export interface WaitingListInput {
  /** The marina's own name of the list. Default: none. */
  reference?: string;
  title?: string;
  type?: string;
  position?: number | null;
  /** `YYYY-MM-DD` */
  joinedOn?: string | null;
  addedOn?: string;
  /** The last move of the office. */
  move?: { isUp: boolean; movedAt: Date; reason: string };
}

/** Makes a waiting list with the account on it. Others join with `joinWaitingList`. */
export async function makeWaitingListEntry(
  db: TenantDb,
  owner: Owner,
  overrides: WaitingListInput = {},
): Promise<number> {
  const id = await takeNumbers(db, owner.tenantId, 'waiting-list');
  const title = overrides.title ?? 'Annual berth, up to 12 m';
  await db
    .insertInto('waiting_lists')
    .values({
      tenant_id: owner.tenantId,
      id,
      title,
      type: overrides.type ?? 'Berth',
      reference: overrides.reference ?? null,
    })
    .execute();
  await joinWaitingList(db, owner, id, overrides);
  return id;
}

/** Puts an account on a waiting list, at place 4 unless `overrides` says otherwise. */
export async function joinWaitingList(
  db: TenantDb,
  { tenantId, accountId }: Owner,
  waitingListId: number,
  overrides: WaitingListInput = {},
): Promise<void> {
  await db
    .insertInto('waiting_list_entries')
    .values({
      tenant_id: tenantId,
      waiting_list_id: waitingListId,
      account_id: accountId,
      position: overrides.position === undefined ? 4 : overrides.position,
      joined_on: overrides.joinedOn === undefined ? '2024-03-09' : overrides.joinedOn,
      added_on: overrides.addedOn ?? '2024-03-11',
      ...(overrides.move && {
        moved_at: overrides.move.movedAt,
        moved_up: overrides.move.isUp,
        move_reason: overrides.move.reason,
      }),
    })
    .execute();
}

/** Makes a Visa card that has expired, unless `overrides` says otherwise. */
export async function makeIneligibleCard(
  db: TenantDb,
  { tenantId, accountId }: Owner,
  overrides: {
    lastDigits?: string;
    reason?: 'expired' | 'no-sca' | 'migrated';
    nickName?: string;
    createdAt?: Date;
  } = {},
): Promise<number> {
  const id = await takeNumbers(db, tenantId, 'ineligible-card');
  await db
    .insertInto('ineligible_cards')
    .values({
      tenant_id: tenantId,
      id,
      account_id: accountId,
      provider_key: 'paysafe',
      card_type: 'VI',
      last_digits: overrides.lastDigits ?? '1091',
      expiry_month: 4,
      expiry_year: 2026,
      holder_name: 'R Test',
      nick_name: overrides.nickName ?? '',
      reason: overrides.reason ?? 'expired',
      created_at: overrides.createdAt ?? new Date('2026-05-01T10:00:00Z'),
    })
    .execute();
  return id;
}
