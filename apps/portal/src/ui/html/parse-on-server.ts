import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { HtmlNode } from './draw-html.ts';

/** Parses the HTML of a body on the server, as a browser does. */
export const parseOnServer = (html: string): HtmlNode[] => parseFragment(html).childNodes.map(asDom);

function asDom(node: DefaultTreeAdapterTypes.ChildNode): HtmlNode {
  if ('value' in node) return { nodeType: 3, textContent: node.value, childNodes: [] };
  if (!('tagName' in node)) return { nodeType: 8, textContent: '', childNodes: [] };
  return {
    nodeType: 1,
    textContent: null,
    localName: node.tagName,
    childNodes: node.childNodes.map(asDom),
    getAttribute: (name) => node.attrs.find((attribute) => attribute.name === name)?.value ?? null,
  };
}
