import { createElement, Fragment } from 'react';
import type { ReactNode } from 'react';
import { parseUrl } from '../../lib/navigation/parse-url.ts';

/** Elements by name, each with the attributes that it may keep. */
export type AllowedHtml = Readonly<Record<string, readonly string[]>>;

const dropped = new Set(['script', 'style', 'iframe', 'object', 'template', 'noscript', 'svg', 'math']);

/** React's names of HTML attributes that differ. */
const properties: Readonly<Record<string, string>> = { colspan: 'colSpan', rowspan: 'rowSpan' };

const ownPage = 'https://portal.invalid';

const safeAddress: Readonly<Record<string, (value: string) => boolean>> = {
  href: (value) => /^(https?|mailto|tel):$/.test(parseUrl(value, ownPage)?.protocol ?? ''),
  src: (value) => /^data:image\/(png|jpeg|gif|webp);base64,/.test(value),
};

/** The parts of a DOM node that drawing reads. */
export interface HtmlNode {
  /** 1 for an element, 3 for a text. */
  nodeType: number;
  textContent: string | null;
  childNodes: Iterable<HtmlNode>;
  /** The name of an element, in lower case. */
  localName?: string;
  getAttribute?(name: string): string | null;
}

let parse = (html: string): Iterable<HtmlNode> => new DOMParser().parseFromString(html, 'text/html').body.childNodes;

/** Sets the parser, on the server, which has no DOM. @param parser returns the nodes of a body */
export function parseHtmlWith(parser: typeof parse): void {
  parse = parser;
}

/**
 * Renders HTML that others wrote. It parses the HTML outside the page and builds the allowed parts again as
 * elements, so nothing in it can run or load.
 * @param linkProps the props of every link
 */
export function drawHtml(html: string, allowed: AllowedHtml, linkProps: object): ReactNode[] {
  const drawAll = (nodes: Iterable<HtmlNode>): ReactNode[] =>
    Array.from(nodes, (node, place) => createElement(Fragment, { key: place }, draw(node)));

  const draw = (node: HtmlNode): ReactNode => {
    if (node.nodeType === 3) return node.textContent;
    if (node.localName === undefined || dropped.has(node.localName)) return null;
    const attributes = allowed[node.localName];
    if (!attributes) return drawAll(node.childNodes);
    const props = { ...propsOf(node, attributes), ...(node.localName === 'a' ? linkProps : {}) };
    return createElement(node.localName, props, ...(isVoid.has(node.localName) ? [] : drawAll(node.childNodes)));
  };

  return drawAll(parse(html));
}

const isVoid = new Set(['br', 'hr', 'img']);

function propsOf(element: HtmlNode, allowed: readonly string[]): Record<string, string> {
  const kept = allowed.flatMap((name) => {
    const value = element.getAttribute?.(name) ?? null;
    if (value === null || safeAddress[name]?.(value) === false) return [];
    return [[properties[name] ?? name, value]];
  });
  return Object.fromEntries(kept);
}
