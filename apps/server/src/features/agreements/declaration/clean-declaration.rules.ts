import type { Element, Nodes, Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { defaultTreeAdapter, parseFragment } from 'parse5';
import { declarationSchema, paragraphLike } from './declaration-schema.rules.ts';

/** A declaration that can't be imported. Its message says why. */
export class UnusableDeclaration extends Error {
  override name = 'UnusableDeclaration';
}

const declarationLimits = {
  /** The number of characters, with its images. */
  characters: 3_000_000,
  /** The number of characters of an image in base64: 750 kB. */
  image: 1_000_000,
  /** The depth of nested elements. */
  depth: 100,
  elements: 20_000,
};

/**
 * Cleans a declaration before it is stored: only the elements of a document are left, written in one way. The result
 * is stored, shown, hashed and signed. Cleaning it again changes nothing.
 * @throws UnusableDeclaration if it is too large, or can't be written so that it reads the same
 */
export function cleanDeclaration(html: string): string {
  if (html.length > declarationLimits.characters) throw new UnusableDeclaration('It is too long.');
  let cleaned = cleanOnce(html.toWellFormed());
  // Elements that may not contain each other are moved side by side when they are read again. Repeat until nothing
  // moves.
  for (let round = 0; round < 5; round += 1) {
    const again = cleanOnce(cleaned);
    if (again === cleaned) return cleaned;
    cleaned = again;
  }
  throw new UnusableDeclaration('Its elements stand in each other in a way that browsers read differently.');
}

/** Tells if a cleaned declaration has neither words nor pictures. */
export const isBlank = (cleaned: string): boolean =>
  !/<img |\S/.test(cleaned.replace(/<(?!img )[^>]*>/g, '').replace(/&(?:nbsp|#xa0|#160);/gi, ' '));

function cleanOnce(html: string): string {
  const tree = fromParse5(parse(html)) as Root;
  asBlocks(tree);
  return toHtml(withoutEmpty(sanitize(tree, declarationSchema)));
}

/** Parses HTML as browsers do, within the limits, which keep the effort small. */
function parse(html: string) {
  let depth = 0;
  let elements = 0;
  return parseFragment(html, {
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement: (...args: Parameters<typeof defaultTreeAdapter.createElement>) => {
        elements += 1;
        if (elements > declarationLimits.elements) throw new UnusableDeclaration('It has too many elements.');
        return defaultTreeAdapter.createElement(...args);
      },
      onItemPush: () => {
        depth += 1;
        if (depth > declarationLimits.depth) throw new UnusableDeclaration('Its elements are nested too deep.');
      },
      onItemPop: () => {
        depth -= 1;
      },
    },
  });
}

/** Turns block elements that no document needs into `div`, so that they stay blocks. */
function asBlocks(node: Nodes): void {
  if (node.type === 'element' && paragraphLike.has(node.tagName)) node.tagName = 'div';
  if ('children' in node) for (const child of node.children) asBlocks(child);
}

/** Removes images without a source, and makes links reveal nothing about the page. */
function withoutEmpty<Node extends Nodes>(node: Node): Node {
  if (!('children' in node)) return node;
  node.children = (node.children as Element[]).filter((child) => {
    if (child.type !== 'element') return true;
    if (child.tagName === 'img') return isShown(child);
    if (child.tagName === 'a' && child.properties.href !== undefined)
      child.properties.rel = ['noopener', 'noreferrer', 'nofollow'];
    withoutEmpty(child);
    return true;
  });
  return node;
}

const isShown = ({ properties: { src } }: Element) =>
  typeof src === 'string' && src.length > 'data:image/png;base64,'.length && src.length <= declarationLimits.image;
