import { registerFile, storePaper } from '../features/files/files.service.ts';
import type { FileStorage } from '../providers/files/file-storage.ts';
import type { TenantDb } from '../db/client.ts';
import { takeNumbers } from '../db/sql/numbers.ts';
import { daysFrom, officeHour } from './calendar.ts';
import { documentPdf } from './document-pdf.ts';
import { type DemoDocumentType, demoDocumentTypes } from './document-types.ts';
import type { Random } from './random.ts';
import { listBoats, listDocuments, setDocumentFile } from './demo.queries.ts';
import { insertRows } from '../db/sql/insert-rows.ts';

interface Owner {
  accountId: number;
  /** null: the account itself owns it. */
  boatId: number | null;
}

/** The days until a document expires; below zero if it has expired. */
type Ends = number;

interface Stored {
  trx: TenantDb;
  tenantId: number;
  language: 'en' | 'fr';
  accountIds: readonly number[];
  /** The account that has one document of every kind that matters. */
  showcaseId: number;
  today: string;
  files: FileStorage;
  random: Random;
}

/** Stores the document types of the marina, and the documents that its customers handed in on paper. */
export async function storeDocuments(demo: Stored): Promise<void> {
  const { trx, tenantId } = demo;
  const firstType = await takeNumbers(trx, tenantId, 'document-type', demoDocumentTypes.length);
  const types = demoDocumentTypes.map((type, index) => ({ ...type, id: firstType + index }));
  await insertRows(
    trx,
    tenantId,
    'document_types',
    types.map(({ id, names, guidance, attachmentLevel, isExpiryRequired, promptInPortal }, index) => ({
      id,
      position: index + 1,
      names,
      guidance,
      attachment_level: attachmentLevel,
      is_expiry_required: isExpiryRequired,
      prompt_in_portal: promptInPortal,
    })),
  );
  const owners = await ownersOf(demo);
  const rows = types.flatMap((type) =>
    owners[type.attachmentLevel].flatMap((owner) => {
      const ends = endOf(demo, type, owner, owners.Boat);
      return ends === null ? [] : [documentRow(demo, type, owner, ends)];
    }),
  );
  const first = await takeNumbers(trx, tenantId, 'account-document', rows.length);
  await insertRows(
    trx,
    tenantId,
    'account_documents',
    rows.map((row, index) => ({ id: first + index, ...row })),
  );
  await storeFiles(demo, types);
}

/**
 * Stores files of the named customer's documents, so that they can be opened. The others' are on paper at the
 * office.
 */
async function storeFiles(demo: Stored, types: readonly (DemoDocumentType & { id: number })[]): Promise<void> {
  const { trx, tenantId, language, showcaseId: accountId } = demo;
  for (const { id, ...document } of await listDocuments(trx, tenantId, accountId)) {
    const type = types.find((each) => each.id === document.document_type_id);
    if (!type) continue;
    const { created_at: now, expires_on: expiresOn, boat, owner, name } = document;
    const issuedOn = now.toISOString().slice(0, 10);
    const pdf = await documentPdf(type, { language, owner, boat, issuedOn, expiresOn });
    const stored = await storePaper({ ...demo, db: trx }, tenantId, pdf, now);
    const contentType = 'application/pdf';
    const fileId = await registerFile(trx, { tenantId, accountId, name, contentType, stored, now });
    await setDocumentFile(trx, tenantId, id, fileId);
  }
}

async function ownersOf({ trx, tenantId, accountIds }: Stored): Promise<Record<'Account' | 'Boat', Owner[]>> {
  const boats = (await listBoats(trx, tenantId)).map(({ id: boatId, accountId }) => ({ boatId, accountId }));
  return { Account: accountIds.map((accountId) => ({ accountId, boatId: null })), Boat: boats };
}

/** Returns the days until a document expires; null if none was handed in. */
function endOf({ random, showcaseId }: Stored, type: DemoDocumentType, owner: Owner, boats: Owner[]): Ends | null {
  const { goodFor, percent } = type;
  if (owner.accountId === showcaseId) {
    const isFirstBoat = boats.find(({ accountId }) => accountId === showcaseId)?.boatId === owner.boatId;
    return showcaseEnd(type, isFirstBoat);
  }
  if (!random.chance(percent / 100)) return null;
  // A few per cent have forgotten to renew it.
  return random.whole(-12, goodFor ?? 365);
}

/**
 * Returns the showcase's days: the account's identity expires soon, the first boat's insurance has expired, and the
 * second boat has none.
 */
function showcaseEnd({ key }: DemoDocumentType, isFirstBoat: boolean): Ends | null {
  if (key === 'identity') return 21;
  if (key === 'insurance') return isFirstBoat ? -12 : null;
  return 365;
}

function documentRow({ language, today }: Stored, type: DemoDocumentType & { id: number }, owner: Owner, ends: Ends) {
  const expiresOn = type.goodFor === null ? null : daysFrom(today, ends);
  const handedIn = daysFrom(today, Math.min(ends - (type.goodFor ?? 500), -1));
  const createdAt = officeHour(handedIn, 90);
  return {
    account_id: owner.accountId,
    document_type_id: type.id,
    boat_id: owner.boatId,
    version: 1,
    name: `${type.fileName[language]} ${handedIn.slice(0, 4)}.pdf`,
    expires_on: expiresOn,
    created_at: createdAt,
    ready_at: createdAt,
  };
}
