import type { Element, Nodes, Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { defaultTreeAdapter, parseFragment } from 'parse5';
import { declarationSchema, paragraphLike } from './declaration-schema.ts';

/** A declaration that can't be taken in; its message says why. */
export class UnusableDeclaration extends Error {
  override name = 'UnusableDeclaration';
}

const declarationLimits = {
  /** Characters, with its images. */
  characters: 3_000_000,
  /** Characters of an image as base64: 750 kB. */
  image: 1_000_000,
  /** Elements within each other. */
  depth: 100,
  elements: 20_000,
};

/**
 * Cleans a declaration on its way in: of somebody else's HTML only what makes a document is left, written in one way.
 * What comes out is what is stored, shown, hashed and signed; cleaned again it is the same.
 * @throws UnusableDeclaration where it is too large, or can't be written so that it is read the same
 */
export function cleanDeclaration(html: string): string {
  if (html.length > declarationLimits.characters) throw new UnusableDeclaration('It is too long.');
  let cleaned = cleanOnce(html.toWellFormed());
  // Elements that may not stand in each other are put side by side when they are read again: until nothing moves.
  for (let round = 0; round < 5; round += 1) {
    const again = cleanOnce(cleaned);
    if (again === cleaned) return cleaned;
    cleaned = again;
  }
  throw new UnusableDeclaration('Its elements stand in each other in a way that browsers read differently.');
}

function cleanOnce(html: string): string {
  const tree = fromParse5(parse(html)) as Root;
  asBlocks(tree);
  return toHtml(withoutEmpty(sanitize(tree, declarationSchema)));
}

/** As browsers parse it, but no deeper and no more than the limits, within which the effort stays small. */
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

/** Elements that stand on lines of their own stay so, although their kind is not one of a document's. */
function asBlocks(node: Nodes): void {
  if (node.type === 'element' && paragraphLike.has(node.tagName)) node.tagName = 'div';
  if ('children' in node) for (const child of node.children) asBlocks(child);
}

/** Without images that have nothing to show, and with links that tell nobody where they were. */
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
