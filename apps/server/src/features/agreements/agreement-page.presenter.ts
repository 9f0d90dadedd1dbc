import { addressLines } from '@quayside/contract/account/address-lines.ts';
import {
  type AgreementAccount,
  type AgreementSite,
  type AgreementToSign,
} from '@quayside/contract/agreements/agreement-signing.ts';
import {
  type AgreementFile,
  agreementFileKinds,
  type SignedAgreement,
} from '@quayside/contract/agreements/agreements.ts';
import { titledFullName } from '../account/account.exports.ts';
import { maskEmail } from '../../lib/texts/mask-email.ts';
import { presentAgreement } from './agreements.presenter.ts';
import { documentHash, shownHash } from './papers/document-hash.rules.ts';
import type { AgreementFileRow, AgreementPageRow, SignatureRow } from './agreement-page.queries.ts';

/** The person who looks: a session of the account, or a holder of the guid. */
export interface Viewer {
  isOwner: boolean;
  /** The guid by which they name the agreement. */
  guid: string;
  /** A portal without pages of orders mentions none (decision P1.3). */
  showsOrders: boolean;
}

const kinds = {
  reading: agreementFileKinds.document,
  sealed: agreementFileKinds.document,
  'hard-copy': agreementFileKinds.hardCopy,
} as const;

/** The PDF that was read is no longer the agreement's document: the sealed paper is. */
const signedKinds = { ...kinds, reading: agreementFileKinds.terms } as const;

const presentFile = (
  { guid, kind, name, content_type, size }: AgreementFileRow,
  property: AgreementFile['property'] = kinds[kind],
): AgreementFile => ({
  guid,
  property,
  name,
  contentType: content_type,
  size,
});

export function presentToSign(
  row: AgreementPageRow,
  files: readonly AgreementFileRow[],
  { isOwner, guid, showsOrders }: Viewer,
): AgreementToSign {
  const isOpen = row.signed_at === null;
  return {
    ...presentAgreement({ ...row, guid }, isOwner && showsOrders),
    declarationText: isOpen ? row.declaration : null,
    documentHash: isOpen ? shownHash(row, files) : null,
    fileReferences: isOpen ? files.map((file) => presentFile(file)) : [],
  };
}

/**
 * Presents a signed agreement. One that was signed on paper has only the time and the name: the scan shows the rest
 * (AGR-2).
 */
export function presentSigned(
  row: AgreementPageRow,
  signature: SignatureRow | null,
  files: readonly AgreementFileRow[],
  showsOrders: boolean,
): SignedAgreement {
  const isSigned = row.signed_at !== null;
  const isOnPaper = isSigned && files.some(({ kind }) => kind === 'hard-copy');
  const shown = isOnPaper ? null : signature;
  // Nobody signed the portal's PDF if the agreement was signed on paper.
  const signedFiles = isSigned ? files.filter(({ kind }) => !(isOnPaper && kind === 'reading')) : [];
  return {
    ...presentAgreement(row, showsOrders),
    declarationText: isSigned && !isOnPaper ? row.declaration : null,
    documentHash: isSigned && !isOnPaper ? (documentHash(row, files)?.toString('hex') ?? null) : null,
    fullName: signature?.full_name ?? null,
    email: shown?.email ?? null,
    signature: shown?.image ?? null,
    method: (shown?.method ?? null) as SignedAgreement['method'],
    ipAddress: shown?.ip_address ?? null,
    browser: shown?.browser ?? null,
    os: shown?.os ?? null,
    userAgent: shown?.user_agent ?? null,
    hardAgreementUploaded: isOnPaper,
    fileReferences: signedFiles.map((file) => presentFile(file, signedKinds[file.kind])),
    signerAccount: { guid: row.account_guid, titledFullName: titledFullName(row) },
  };
}

/** Presents the agreement's account. @param emailHint a part of the address on file; null: there is none */
export function presentAccountOf(
  row: AgreementPageRow,
  emailHint: string | null,
  { isOwner, name, isNameWhole }: { isOwner: boolean; name: string; isNameWhole: boolean },
): AgreementAccount {
  return {
    guid: row.account_guid,
    email: isOwner && row.account_email !== '' ? row.account_email : null,
    maskedEmail: emailHint === null ? null : maskEmail(emailHint),
    titledFullName: name,
    isNameWhole,
    registeredForPortal: row.is_registered,
  };
}

/** Presents the agreement's site, with its address in lines. */
export const presentSiteOf = (row: AgreementPageRow, telephone: string): AgreementSite => ({
  name: row.site_name,
  address: addressLines(row.site_address).join('<br/>'),
  telephone: row.site_telephone || telephone,
});
