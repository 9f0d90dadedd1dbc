import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFPage, PDFRef } from '@cantoo/pdf-lib';
import { addKid } from '../structure.ts';

const name = PDFName.of;

/**
 * Adds the widget of a signature to the end of a tagged PDF's structure, in a form element: PDF/UA asks for one. A PDF
 * without a structure stays without one.
 */
export function tagWidget({ context, catalog }: PDFDocument, page: PDFPage, widget: PDFRef): void {
  const tree = catalog.lookupMaybe(name('StructTreeRoot'), PDFDict);
  if (!tree) return;
  const treeRef = catalog.get(name('StructTreeRoot'));
  const root = firstKid(tree);
  const parent = root ?? { ref: treeRef, element: tree };
  const key = nextKey(tree);
  const form = context.register(
    context.obj({
      Type: 'StructElem',
      S: 'Form',
      P: parent.ref,
      K: [{ Type: 'OBJR', Obj: widget, Pg: page.ref }],
    }),
  );
  addKid(parent.element, form);
  context.lookup(widget, PDFDict).set(name('StructParent'), PDFNumber.of(key));
  addParent(tree, key, form);
  tree.set(name('ParentTreeNextKey'), PDFNumber.of(key + 1));
}

/** Returns the document's own element, which holds all others. */
function firstKid(tree: PDFDict): { ref: PDFRef; element: PDFDict } | null {
  const kids = tree.get(name('K'));
  const resolved = kids instanceof PDFRef ? tree.context.lookup(kids) : kids;
  const ref = resolved instanceof PDFArray ? resolved.get(0) : kids;
  if (!(ref instanceof PDFRef)) return null;
  const element = tree.context.lookup(ref);
  return element instanceof PDFDict ? { ref, element } : null;
}

/** Returns a number that no page and no widget has yet. */
function nextKey(tree: PDFDict): number {
  const storedKey = tree.lookup(name('ParentTreeNextKey'));
  const used = numbersIn(tree.lookupMaybe(name('ParentTree'), PDFDict));
  return Math.max(storedKey instanceof PDFNumber ? storedKey.asNumber() : 0, ...used.map((number) => number + 1));
}

function numbersIn(node: PDFDict | undefined): number[] {
  if (!node) return [];
  const numbers = node.lookup(name('Nums'));
  const kids = node.lookup(name('Kids'));
  const own = numbers instanceof PDFArray ? numbers.asArray().filter((_, place) => place % 2 === 0) : [];
  const below = kids instanceof PDFArray ? kids.asArray().map((_, place) => kids.lookup(place, PDFDict)) : [];
  return [...own.map((each) => (each instanceof PDFNumber ? each.asNumber() : 0)), ...below.flatMap(numbersIn)];
}

/** Notes the element of a widget. It goes to the end of the tree, because its number is the highest. */
function addParent(tree: PDFDict, key: number, form: PDFRef): void {
  const { context } = tree;
  const old = tree.lookupMaybe(name('ParentTree'), PDFDict);
  const entry = [PDFNumber.of(key), form];
  const numbers = old?.lookup(name('Nums'));
  const kids = old?.lookup(name('Kids'));
  if (numbers instanceof PDFArray) for (const each of entry) numbers.push(each);
  else if (kids instanceof PDFArray) kids.push(context.register(context.obj({ Limits: [key, key], Nums: entry })));
  else tree.set(name('ParentTree'), context.obj({ Nums: entry }));
}
