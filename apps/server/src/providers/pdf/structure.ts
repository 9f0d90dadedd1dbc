import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';

/** The note that papers/look.typ leaves in the structure for this file. */
interface Note {
  /** Screen readers say this instead of the text. */
  alt?: string;
  /** The text in the order in which it is written. */
  actual?: string;
  /** True if its cell is the heading of its row. */
  rowHeading?: boolean;
}

const name = PDFName.of;
/** The elements that may hold a text directly. Elsewhere a text gets a paragraph around it. */
const holdsText = new Set(['P', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'TH', 'TD', 'Lbl', 'Span', 'Caption', 'Strong']);

/**
 * Adds the parts of a paper's structure that Typst can't write: the order of letters from right to left, the words that
 * screen readers say for a text, headings of rows, lists within lists, and discs as their marks.
 */
export async function completeStructure(pdf: Buffer): Promise<Buffer> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const { context } = document;
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict) || object.get(name('Type')) !== name('StructElem')) continue;
    const kind = object.get(name('S'));
    if (kind === name('Figure')) tellNote(object);
    if (kind === name('L')) tidyList(object);
  }
  return Buffer.from(
    await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false }),
  );
}

function tellNote(figure: PDFDict): void {
  const note = noteOf(figure);
  if (!note) return;
  const parent = figure.lookup(name('P'), PDFDict);
  const place = nameOf(parent);
  figure.set(name('S'), name(holdsText.has(place) ? 'Span' : 'P'));
  figure.delete(name('Alt'));
  figure.delete(name('A'));
  if (note.alt !== undefined) figure.set(name('Alt'), textOf(note.alt));
  if (note.actual !== undefined) figure.set(name('ActualText'), textOf(note.actual));
  if (note.rowHeading) {
    const cell = cellAround(parent);
    cell?.set(name('S'), name('TH'));
    cell?.set(name('A'), cell.context.obj([{ O: 'Table', Scope: 'Row', ...spansOf(cell) }]));
  }
}

function cellAround(element: PDFDict): PDFDict | null {
  if (nameOf(element) === 'TD') return element;
  const parent = element.lookup(name('P'));
  return parent instanceof PDFDict ? cellAround(parent) : null;
}

/** Returns the number of columns and rows that a cell covers, as the PDF writes them. */
function spansOf(cell: PDFDict): Record<string, PDFObject> {
  const attributes = cell.lookup(name('A'));
  const all = attributes instanceof PDFArray ? attributes.asArray() : [];
  return Object.assign(
    {},
    ...all.flatMap((each) => {
      const dictionary = cell.context.lookup(each, PDFDict);
      return ['ColSpan', 'RowSpan'].flatMap((key) => {
        const value = dictionary.get(name(key));
        return value ? [{ [key]: value }] : [];
      });
    }),
  );
}

/** Writes plain letters as they are, so that people who look into the file can read them. */
const textOf = (text: string) => (/^[ -'*-[\]-~]*$/.test(text) ? PDFString.of(text) : PDFHexString.fromText(text));

function noteOf(figure: PDFDict): Note | null {
  const alt = figure.lookup(name('Alt'));
  if (!(alt instanceof PDFHexString || alt instanceof PDFString)) return null;
  const text = alt.decodeText();
  return text.startsWith('\u{e000}') ? (JSON.parse(text.slice(1)) as Note) : null;
}

/** Moves a list that stands between the items of another list into the item before it. */
function tidyList(list: PDFDict): void {
  const kids = list.lookup(name('K'), PDFArray);
  const attributes = list.lookup(name('A'));
  for (const attribute of attributes instanceof PDFArray ? attributes.asArray() : []) {
    const dictionary = list.context.lookup(attribute, PDFDict);
    if (dictionary.get(name('ListNumbering')) === name('Circle')) dictionary.set(name('ListNumbering'), name('Disc'));
  }
  let body: { element: PDFDict; ref: PDFRef } | null = null;
  for (let place = 0; place < kids.size(); ) {
    const kidRef = kids.get(place) as PDFRef;
    const kid = kids.lookup(place, PDFDict);
    if (nameOf(kid) === 'L' && body) {
      kids.remove(place);
      addKid(body.element, kidRef);
      kid.set(name('P'), body.ref);
    } else {
      body = bodyOf(kid) ?? body;
      place += 1;
    }
  }
}

function bodyOf(item: PDFDict): { element: PDFDict; ref: PDFRef } | null {
  const kids = item.lookup(name('K'));
  if (!(kids instanceof PDFArray)) return null;
  for (let place = kids.size() - 1; place >= 0; place -= 1) {
    const [ref, element] = [kids.get(place), kids.lookup(place)];
    if (ref instanceof PDFRef && element instanceof PDFDict && nameOf(element) === 'LBody') return { element, ref };
  }
  return null;
}

/** Adds an element to the end of another in a PDF's structure. */
export function addKid(parent: PDFDict, kid: PDFRef): void {
  const kids = parent.lookup(name('K'));
  const own = parent.get(name('K'));
  if (kids instanceof PDFArray) kids.push(kid);
  else parent.set(name('K'), parent.context.obj(own === undefined ? [kid] : [own, kid]));
}

const nameOf = (element: PDFDict): string => {
  const kind = element.get(name('S'));
  return kind instanceof PDFName ? kind.decodeText() : '';
};
