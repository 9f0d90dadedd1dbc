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

/** The danger of a PDF when somebody opens it or clicks in it. */
export type PdfFlaw = 'active' | 'unreadable';

/** The actions that run a script or a program, or import something. */
const actions = new Set(['JavaScript', 'Launch', 'ImportData', 'RichMediaExecute', 'GoToE']);
/** The annotations that hold a file, or a film with scripts. */
const annotations = new Set(['FileAttachment', 'RichMedia', '3D', 'Screen', 'Movie']);
/** The entries of any dictionary that lead to scripts or files. */
const entries = new Set(['JavaScript', 'EmbeddedFiles', 'EF', 'XFA']);

/**
 * Returns the danger of opening a PDF; null if there is none. It checks every object of the file, also in compressed
 * object streams and older versions, and reads names as PDF readers do.
 */
export async function findInPdf(bytes: Uint8Array): Promise<PdfFlaw | null> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (spelling.test(text)) return 'active';
  // The library keeps the packed objects of a protected file twice: unreadable, and as it has decrypted them.
  const isProtected = text.includes('/Encrypt');
  const objects = await readObjects(bytes);
  if (objects === null) return 'unreadable';
  for (const object of objects) {
    const flaw = flawOf(object, isProtected);
    if (flaw !== null) return flaw;
  }
  return null;
}

/**
 * Reads the objects without a password, as readers open files that are only protected against changes. Null if it
 * can't be read. If objects share a number, the library keeps the last in the file, but a reader uses the one that
 * the table of contents names. So each object is checked as it is read. DANGER: this changes the library for the
 * whole thread, so only a worker loads it.
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

function flawOf(object: PDFObject, isProtected: boolean): PdfFlaw | null {
  if (object instanceof PDFInvalidObject) return flawOfText(decodeNames(textOf(object)), isProtected);
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

/** Returns the bytes of an object that could not be read. Its `toString` tells only their number. */
function textOf(object: PDFInvalidObject): string {
  const bytes = Buffer.alloc(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return bytes.toString('latin1');
}

/** Judges an object that the library can't read, but that a reader may repair. A packed one could hold many. */
function flawOfText(text: string, isProtected: boolean): PdfFlaw | null {
  if (/ObjStm/.test(text) && !isProtected) return 'unreadable';
  return telling.test(text) ? 'active' : null;
}

/** Matches the names of dangers that are too long to occur by chance. */
const telling = new RegExp(
  `/(?:${[...actions, ...annotations, ...entries].filter(({ length }) => length > 2).join('|')})`,
);

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

/** Decodes names: `/J#61vaScript` is `/JavaScript`. */
const decodeNames = (text: string) =>
  text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const hexOf = (char: string) => (char.codePointAt(0) ?? 0).toString(16);

/**
 * Matches names in everything that is not packed, wherever they stand: readers that repair a broken file find objects
 * where a strict one sees none. Only long names are matched, which don't occur by chance in a picture.
 */
const spelling = new RegExp(
  `/(?:${['JavaScript', 'EmbeddedFile', 'RichMedia']
    .map((name) => Array.from(name, (char) => `(?:${char}|#(?:${hexOf(char)}|${hexOf(char).toUpperCase()}))`).join(''))
    .join('|')})`,
);
