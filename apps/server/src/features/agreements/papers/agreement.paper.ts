import { createHash } from 'node:crypto';
import type { Tenant } from '../../../http/context.ts';
import { formatDay, formatInstant } from '../../../lib/texts/formats.ts';
import { directionOf, isolate } from '../../../lib/texts/text-direction.ts';
import { tenantText } from '../../../lib/texts/texts.ts';
import { paperTexts, type SetText } from '../../../providers/pdf/paper-text.ts';
import type { PaperData } from '../../../providers/pdf/typesetter.ts';
import { titledFullName } from '../../account/account.exports.ts';
import { type Fact, factData, frameData, openingData, type Sender } from '../../letters/letters.exports.ts';
import { declarationBlocks } from '../declaration/declaration-reader.rules.ts';
import { declarationData } from '../declaration/declaration.paper.ts';
import type { AgreementPageRow, SignatureRow } from '../agreement-page.queries.ts';

/** Everything that the paper of an agreement shows. */
export interface AgreementPaper {
  tenant: Tenant;
  language: string;
  row: AgreementPageRow;
  /** The site's office with the marina's logo. The process that sets papers can't load the logo. */
  sender: Sender;
  /** Null: not signed, or signed on paper. */
  signature: SignatureRow | null;
  /** The name of the PDF that was read and is attached. Null if a text was read. */
  attached: string | null;
  /** The hash of the text or paper that was read. */
  documentHash: Buffer | null;
  /** The audit trail's entry of the signature. */
  entry: { sequence: number; hash: Buffer } | null;
  /** The address where anybody can check the paper; null if it is unknown. */
  portalUrl: string | null;
}

/** Makes the data for papers/agreement.typ: the text to read, the signature, and the evidence. */
export async function agreementData(agreement: AgreementPaper, missing: ReadonlySet<string>): Promise<PaperData> {
  const { tenant, language, row, sender } = agreement;
  const text = textOf(agreement);
  const set = paperTexts(language, missing);
  const isSigned = row.signed_at !== null;
  const place = { type: row.type, page: '{{page}}', pages: '{{pages}}' };
  const foot = text(isSigned ? 'foot' : 'footUnsigned', place);
  const frame = { title: row.type, created: row.signed_at ?? row.created_at, foot };
  const { data, pictures } = frameData(set, sender, frame);
  const addPicture = (content: Buffer) => {
    const name = `${pictures.size}.picture`;
    pictures.set(name, content);
    return name;
  };
  const opening = {
    heading: row.type,
    lead: text('lead', { name: titledFullName(row) }),
    notice: isSigned ? null : text('notSigned'),
  };
  const openingFacts = [
    { label: text('customer'), value: titledFullName(row) },
    ...agreementFacts({ tenant, language, row }),
  ];
  const pictureText = (alt: string) => text('picture', { alt });
  return {
    data: {
      ...data,
      ...openingData(set, opening),
      facts: openingFacts.map((fact) => factData(set, fact)),
      declaration:
        row.declaration &&
        (await declarationData({ missing, pictureText, addPicture }, declarationBlocks(row.declaration))),
      signature: signatureData(set, agreement, addPicture),
      evidence: isSigned ? evidenceData(set, agreement) : null,
    },
    pictures,
  };
}

type Text = (key: string, values?: Record<string, string | number>) => string;

const textOf =
  ({ tenant, language }: Pick<AgreementPaper, 'tenant' | 'language'>): Text =>
  (key, values = {}) =>
    tenantText(tenant, language, `agreement.${key}`, { marina: tenant.name, ...values });

/** Returns the facts by which people know an agreement. The paper and the office's mail both show them. */
export function agreementFacts(agreement: Pick<AgreementPaper, 'tenant' | 'language' | 'row'>): Fact[] {
  const { row, language } = agreement;
  const text = textOf(agreement);
  const day = (value: string) => formatDay(value, language);
  return [
    { label: text('site'), value: row.site_name },
    { label: text('reference'), value: row.guid.slice(0, 8).toUpperCase() },
    ...(row.start_date === null ? [] : [{ label: text('from'), value: day(row.start_date) }]),
    ...(row.end_date === null ? [] : [{ label: text('until'), value: day(row.end_date) }]),
  ];
}

function signatureData(set: SetText, agreement: AgreementPaper, addPicture: (content: Buffer) => string) {
  const { signature } = agreement;
  if (!signature) return null;
  const text = textOf(agreement);
  const name = signature.full_name;
  return {
    heading: set(text('signature')),
    image: addPicture(Buffer.from(signature.image.slice(signature.image.indexOf(',') + 1), 'base64')),
    alt: text('signatureOf', { name }),
    signed: set(text('signedBy', { name, date: signedAt(agreement) })),
  };
}

/** Returns everything that the server saw, as it is stored. */
function evidenceData(set: SetText, agreement: AgreementPaper) {
  const { portalUrl, signature } = agreement;
  const text = textOf(agreement);
  const check = portalUrl === null ? [] : [text('checkAt', { address: `${portalUrl}/verify` })];
  return {
    heading: set(text('evidence')),
    lead: [text(signature ? 'evidenceLead' : 'onPaper'), ...check].map(set),
    facts: evidence(agreement).map((fact) => factData(set, fact)),
  };
}

function evidence(agreement: AgreementPaper): Fact[] {
  const { row, signature, attached, documentHash, entry } = agreement;
  const text = textOf(agreement);
  const exactly = row.signed_at?.toISOString() ?? '';
  const instant = directionOf(agreement.language) === 'rtl' ? isolate(exactly) : exactly;
  const facts: Fact[] = [
    { label: text('agreementId'), value: row.guid },
    { label: text('signedOn'), value: `${signedAt(agreement)} (${instant})` },
  ];
  if (signature)
    facts.push(
      { label: text('fullName'), value: signature.full_name },
      { label: text('email'), value: signature.email },
      { label: text('method'), value: text(`methods.${signature.method}`) },
      { label: text('ipAddress'), value: signature.ip_address },
      { label: text('browser'), value: signature.browser },
      { label: text('os'), value: signature.os },
      { label: text('userAgent'), value: signature.user_agent },
      { label: text('signatureHash'), value: createHash('sha256').update(signature.image).digest('hex') },
    );
  if (attached !== null) facts.push({ label: text('attached'), value: attached });
  if (documentHash) facts.push({ label: text('documentHash'), value: documentHash.toString('hex') });
  if (entry)
    facts.push({
      label: text('auditEntry', { number: entry.sequence }),
      value: entry.hash.toString('hex'),
    });
  return facts.filter(({ value }) => value !== '');
}

const signedAt = ({ row, language }: AgreementPaper): string =>
  row.signed_at === null ? '' : formatInstant(row.signed_at, language, row.time_zone);
