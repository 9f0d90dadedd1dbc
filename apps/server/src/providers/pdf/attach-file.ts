import { AFRelationship, PDFDocument } from '@cantoo/pdf-lib';

/** A file to keep inside a PDF. */
export interface Attachment {
  name: string;
  content: Buffer;
  contentType: string;
  /** The words that readers show beside its name. */
  description: string;
  /** The time that readers show. */
  at: Date;
}

/**
 * Puts a file into a PDF, byte by byte as it is. Its pages are not added to those of the PDF: the structure that screen
 * readers need says nothing about them, and pages of an encrypted or damaged file can't be copied.
 */
export async function attachFile(pdf: Buffer, file: Attachment): Promise<Buffer> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  // The library compresses a file while the whole process waits: half a second for 10 MB of a PDF, which has no use.
  document.context.flateStream = (content, dict) => document.context.stream(content, dict);
  await document.attach(file.content, file.name, {
    mimeType: file.contentType,
    description: file.description,
    creationDate: file.at,
    modificationDate: file.at,
    afRelationship: AFRelationship.Supplement,
  });
  return Buffer.from(
    await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false }),
  );
}
