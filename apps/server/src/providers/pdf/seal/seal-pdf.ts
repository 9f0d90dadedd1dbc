import { createHash } from 'node:crypto';
import { PDFDocument, PDFHexString, PDFName, PDFNumber, type PDFPage, PDFString } from '@cantoo/pdf-lib';
import { signDigest } from './cms.ts';
import { tagWidget } from './tag-widget.ts';
import type { SealCertificate } from './seal-certificate.ts';

export interface SealOptions {
  now: Date;
  /** The reason for the seal, as readers show it. */
  reason: string;
  /** The signer, as readers show it. */
  name: string;
}

/** The PDF can't be sealed: it is damaged or encrypted. */
export class UnsealablePdf extends Error {
  override name = 'UnsealablePdf';
}

/** The placeholder of a number that is known only when the file is written. */
const unknown = 9_999_999_999;
const unknownRange = `[ 0 ${unknown} ${unknown} ${unknown} ]`;

/**
 * Seals a PDF by PAdES B-B: appends a signature over all bytes before and after it. The earlier bytes stay as they are.
 * DANGER: the signature must fill its place exactly, because no signature covers spare bytes there.
 * @throws UnsealablePdf
 */
export async function sealPdf(pdf: Buffer, seal: SealCertificate, options: SealOptions): Promise<Buffer> {
  const { length } = signDigest(Buffer.alloc(32), seal);
  const place = `<${'0'.repeat(2 * length)}>`;
  const file = await appendSignature(pdf, PDFHexString.of('0'.repeat(2 * length)), options);
  const start = file.lastIndexOf(place);
  const end = start + place.length;
  const range = `[ 0 ${start} ${end} ${file.length - end} ]`.padEnd(unknownRange.length);
  file.write(range, file.lastIndexOf(unknownRange), 'latin1');
  const digest = createHash('sha256').update(file.subarray(0, start)).update(file.subarray(end)).digest();
  // The length of an elliptic signature varies by a byte or two. So sign again until it fits.
  let message = signDigest(digest, seal);
  while (message.length !== length) message = signDigest(digest, seal);
  file.write(message.toString('hex'), start + 1, 'latin1');
  return file;
}

async function appendSignature(pdf: Buffer, contents: PDFHexString, options: SealOptions): Promise<Buffer> {
  try {
    const document = await PDFDocument.load(pdf, { updateMetadata: false, forIncrementalUpdate: true });
    const { context } = document;
    const signature = context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      M: PDFString.fromDate(options.now),
      Reason: PDFHexString.fromText(options.reason),
      Name: PDFHexString.fromText(options.name),
      // verifySeal expects these two as the last ones, in this order.
      ByteRange: [0, unknown, unknown, unknown],
      Contents: contents,
    });
    addSignatureField(document, document.getPage(0), context.register(signature), options.reason);
    return Buffer.from(await document.commit({ useObjectStreams: false }));
  } catch (error) {
    throw new UnsealablePdf(error instanceof Error ? error.message : 'it can not be read');
  }
}

/**
 * Adds the signature's field, which the page doesn't show. The paper's own last page names the signer and the
 * agreement.
 */
function addSignatureField(
  document: PDFDocument,
  page: PDFPage,
  signature: ReturnType<typeof document.context.register>,
  reason: string,
): void {
  const hiddenAndLocked = 2 + 128;
  const field = document.context.register(
    document.context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFHexString.fromText(`Seal ${signature.objectNumber}`),
      TU: PDFHexString.fromText(reason),
      V: signature,
      P: page.ref,
      Rect: [0, 0, 0, 0],
      F: hiddenAndLocked,
    }),
  );
  tagWidget(document, page, field);
  const annotations = page.node.Annots();
  if (annotations) annotations.push(field);
  else page.node.set(PDFName.Annots, document.context.obj([field]));
  page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
  const form = document.catalog.getOrCreateAcroForm();
  form.addField(field);
  // The flags say that there are signatures, and that programs may only append to the file.
  form.dict.set(PDFName.of('SigFlags'), PDFNumber.of(1 + 2));
}
