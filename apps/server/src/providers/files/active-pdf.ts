import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFStream,
  PDFString,
  PDFHexString,
} from '@cantoo/pdf-lib';

/** What a PDF does, or brings along, when somebody opens it or clicks in it. */
export type PdfFlaw = 'active' | 'unreadable';

/** Kinds of actions that run a script or a program, or take something in. */
const actions = new Set(['JavaScript', 'Launch', 'ImportData', 'RichMediaExecute', 'GoToE']);
/** Kinds of annotations that hold a file or a film with scripts. */
const annotations = new Set(['FileAttachment', 'RichMedia', '3D', 'Screen', 'Movie']);
/** Entries of any dictionary that lead to scripts or files, whatever else it says. */
const entries = new Set(['JavaScript', 'EmbeddedFiles', 'EF', 'XFA']);

/**
 * What would run or be unpacked when a PDF is opened; null where there is nothing. Every object of the file is looked at,
 * those in compressed object streams and of older versions too, and names are read as a reader of PDFs reads them.
 */
export async function findInPdf(bytes: Uint8Array): Promise<PdfFlaw | null> {
  if (spelling.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))) return 'active';
  const objects = await readObjects(bytes);
  if (objects === null) return 'unreadable';
  for (const object of objects) {
    const flaw = flawOf(object);
    if (flaw !== null) return flaw;
  }
  return null;
}

/**
 * With no password, as readers open what is only protected against changes. Null where it can't be read.
 * Of objects with one number the library keeps the last in the file, but a reader the one that the table of contents
 * names, so we look at each as it is read. DANGER: this changes the library for the whole thread; only a worker loads it.
 */
async function readObjects(bytes: Uint8Array): Promise<PDFObject[] | null> {
  const read: PDFObject[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- called on what it was taken from
  const { assign } = PDFContext.prototype;
  PDFContext.prototype.assign = function (ref, object) {
    read.push(object);
    assign.call(this, ref, object);
  };
  try {
    await PDFDocument.load(bytes, { password: '', updateMetadata: false, preserveXFA: true });
    return read;
  } catch {
    return null;
  } finally {
    PDFContext.prototype.assign = assign;
  }
}

function flawOf(object: PDFObject): PdfFlaw | null {
  // Nobody knows what is in objects that can't be read; of packed ones that would be many.
  if (object instanceof PDFInvalidObject) return /ObjStm/.test(decodeNames(object.toString())) ? 'unreadable' : null;
  for (const waiting = [object]; waiting.length > 0; ) {
    const next = waiting.pop();
    const dict = next instanceof PDFStream ? next.dict : next;
    if (dict instanceof PDFArray) waiting.push(...dict.asArray());
    if (!(dict instanceof PDFDict)) continue;
    if (isActive(dict)) return 'active';
    waiting.push(...dict.values());
  }
  return null;
}

function isActive(dict: PDFDict): boolean {
  if (actions.has(nameOf(dict, 'S')) || annotations.has(nameOf(dict, 'Subtype'))) return true;
  if (nameOf(dict, 'Type') === 'EmbeddedFile') return true;
  const script = dict.lookup(PDFName.of('JS'));
  if (script instanceof PDFString || script instanceof PDFHexString || script instanceof PDFStream) return true;
  return dict.keys().some((key) => entries.has(key.decodeText()));
}

function nameOf(dict: PDFDict, key: string): string {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFName ? value.decodeText() : '';
}

/** `/J#61vaScript` is `/JavaScript`. */
const decodeNames = (text: string) =>
  text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const hexOf = (char: string) => (char.codePointAt(0) ?? 0).toString(16);

/**
 * The names in what is not packed, wherever they stand: readers that mend a broken file find objects where one that
 * keeps to the rules sees none. Only long ones, which don't come about by chance in a picture.
 */
const spelling = new RegExp(
  `/(?:${['JavaScript', 'EmbeddedFile', 'RichMedia']
    .map((name) => Array.from(name, (char) => `(?:${char}|#(?:${hexOf(char)}|${hexOf(char).toUpperCase()}))`).join(''))
    .join('|')})`,
);
