import { createHash } from 'node:crypto';
import type { Tenant } from '../../http/context.ts';
import { formatDay, formatInstant } from '../../formats.ts';
import { isRightToLeft } from '../../providers/pdf/bidi-text.ts';
import { Paper } from '../../providers/pdf/paper.ts';
import { tenantText } from '../../texts.ts';
import { titledFullName } from '../account/account-details.ts';
import type { Fact } from '../letters/letter.ts';
import { content, LetterPage, margin } from '../letters/letter-pdf.ts';
import { siteSender } from '../letters/site-sender.ts';
import { linesOf } from './declaration-blocks.ts';
import type { Ground } from './declaration-ground.ts';
import { drawBlocks, drawParagraph } from './declaration-page.ts';
import { withPaperPictures } from './declaration-pictures.ts';
import { declarationBlocks } from './declaration-reader.ts';
import type { OneAgreementRow, SignatureRow } from './one-agreement.queries.ts';

/** Everything that the paper of an agreement shows. */
export interface AgreementPaper {
  tenant: Tenant;
  language: string;
  row: OneAgreementRow;
  /** Null: not signed, or signed on paper. */
  signature: SignatureRow | null;
  /** The hash of the text or paper that was read. */
  documentHash: Buffer | null;
  /** The audit trail's entry of the signature. */
  entry: { sequence: number; hash: Buffer } | null;
  /** The address where anybody can check the paper; null if it is unknown. */
  portalUrl: string | null;
}

/**
 * Makes the agreement as a tagged PDF: the text to read, the signature, and a page with the evidence. The same
 * agreement gives the same bytes.
 */
export async function agreementPdf(agreement: AgreementPaper): Promise<Buffer> {
  const { tenant, language, row, signature } = agreement;
  const text = textOf(agreement);
  const sender = siteSender(tenant, language, row, '');
  const created = row.signed_at ?? row.created_at;
  const paper = new Paper({ title: row.type, author: tenant.name, language, created });
  const page = new LetterPage(paper, sender);
  const own: Ground = {
    paper,
    page,
    parent: paper.root,
    isMirrored: paper.isMirrored,
    pictureText: (alt) => text('picture', { alt }),
  };
  page.head();
  page.opening({
    heading: row.type,
    lead: text('lead', { name: titledFullName(row) }),
    notice: row.signed_at === null ? text('notSigned') : null,
  });
  page.facts(openingFacts(agreement));
  if (row.declaration !== null) await drawDeclaration(own, row.declaration);
  if (signature) drawSignature(own, agreement, signature);
  if (row.signed_at !== null) drawEvidence(own, agreement);
  const foot = row.signed_at === null ? 'footUnsigned' : 'foot';
  page.foot({ line: (number, pages) => text(foot, { type: row.type, page: number, pages }) });
  return paper.finish();
}

/** The text starts on the side of its own first words, in every language of the paper. */
async function drawDeclaration(ground: Ground, declaration: string): Promise<void> {
  const blocks = declarationBlocks(declaration);
  const words = linesOf(blocks).map(({ text }) => text);
  const isMirrored = isRightToLeft(words.join('').slice(0, 2_000));
  drawBlocks({ ...ground, isMirrored }, await withPaperPictures(blocks));
}

type Text = (key: string, values?: Record<string, string | number>) => string;

const textOf =
  ({ tenant, language }: AgreementPaper): Text =>
  (key, values = {}) =>
    tenantText(tenant, language, `agreement.${key}`, { marina: tenant.name, ...values });

function openingFacts(agreement: AgreementPaper): Fact[] {
  const { row, language } = agreement;
  const text = textOf(agreement);
  const day = (value: string) => formatDay(value, language);
  return [
    { label: text('customer'), value: titledFullName(row) },
    { label: text('site'), value: row.site_name },
    { label: text('reference'), value: row.guid.slice(0, 8).toUpperCase() },
    ...(row.start_date === null ? [] : [{ label: text('from'), value: day(row.start_date) }]),
    ...(row.end_date === null ? [] : [{ label: text('until'), value: day(row.end_date) }]),
  ];
}

function drawSignature(ground: Ground, agreement: AgreementPaper, signature: SignatureRow): void {
  const { paper, page } = ground;
  const text = textOf(agreement);
  const size = { width: 250, height: 150 };
  if (page.left < size.height + 90) page.nextSheet();
  drawParagraph(ground, [{ text: text('signature'), look: {} }], 'H2');
  const image = Buffer.from(signature.image.slice(signature.image.indexOf(',') + 1), 'base64');
  const spoken = text('signatureOf', { name: signature.full_name });
  const left = paper.leftOf(margin, size.width);
  paper.decorate((pdf) => pdf.lineWidth(0.6).roundedRect(left, page.y, size.width, size.height, 6).stroke('#c9d2da'));
  const shown = fitted(image, size);
  paper.image(paper.root, image, { left: paper.leftOf(margin, shown.width), y: page.y, ...shown }, spoken);
  page.y += size.height + 8;
  const date = signedAt(agreement);
  drawParagraph(ground, [{ text: text('signedBy', { name: signature.full_name, date }), look: {} }]);
}

/** Fits a PNG into a box, with its own proportions. */
function fitted(png: Buffer, box: { width: number; height: number }): { width: number; height: number } {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const scale = Math.min(box.width / width, box.height / height);
  return { width: width * scale, height: height * scale };
}

/** Draws everything that the server saw, as it is stored, on a sheet of its own. */
function drawEvidence(ground: Ground, agreement: AgreementPaper): void {
  const { paper, page } = ground;
  const text = textOf(agreement);
  page.nextSheet();
  drawParagraph(ground, [{ text: text('evidence'), look: {} }], 'H1');
  drawParagraph(ground, [{ text: text(agreement.signature ? 'evidenceLead' : 'onPaper'), look: {} }]);
  if (agreement.portalUrl !== null)
    drawParagraph(ground, [{ text: text('checkAt', { address: `${agreement.portalUrl}/verify` }), look: {} }]);
  page.y += 6;
  for (const { label, value } of evidence(agreement)) {
    if (page.left < 46) page.nextSheet();
    const box = { x: margin, y: page.y, width: content };
    page.y += paper.text(paper.root, 'P', label, box, { size: 9, colour: '#51647a' });
    drawParagraph(ground, [{ text: value, look: {} }]);
  }
}

function evidence(agreement: AgreementPaper): Fact[] {
  const { row, signature, documentHash, entry } = agreement;
  const text = textOf(agreement);
  const facts: Fact[] = [
    { label: text('agreementId'), value: row.guid },
    { label: text('signedOn'), value: `${signedAt(agreement)} (${row.signed_at?.toISOString() ?? ''})` },
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
