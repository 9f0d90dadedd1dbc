import { createElement, Fragment } from 'react';
import type { ReactNode } from 'react';

/** Elements by name, each with the attributes that it may keep. */
export type AllowedHtml = Readonly<Record<string, readonly string[]>>;

const dropped = new Set(['script', 'style', 'iframe', 'object', 'template', 'noscript', 'svg', 'math']);

/** React's names of HTML attributes that differ. */
const properties: Readonly<Record<string, string>> = { colspan: 'colSpan', rowspan: 'rowSpan' };

const safeAddress: Readonly<Record<string, (value: string) => boolean>> = {
  href: (value) =>
    URL.canParse(value, location.href) && /^(https?|mailto|tel):$/.test(new URL(value, location.href).protocol),
  src: (value) => /^data:image\/(png|jpeg|gif|webp);base64,/.test(value),
};

/**
 * Renders HTML that others wrote. It parses the HTML outside the page and builds the allowed parts again as
 * elements, so nothing in it can run or load.
 * @param linkProps the props of every link
 */
export function drawHtml(html: string, allowed: AllowedHtml, linkProps: object): ReactNode[] {
  const drawAll = (nodes: Iterable<Node>): ReactNode[] =>
    Array.from(nodes, (node, place) => createElement(Fragment, { key: place }, draw(node)));

  const draw = (node: Node): ReactNode => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (!(node instanceof Element) || dropped.has(node.localName)) return null;
    const attributes = allowed[node.localName];
    if (!attributes) return drawAll(node.childNodes);
    const props = { ...propsOf(node, attributes), ...(node.localName === 'a' ? linkProps : {}) };
    return createElement(node.localName, props, ...(isVoid.has(node.localName) ? [] : drawAll(node.childNodes)));
  };

  return drawAll(new DOMParser().parseFromString(html, 'text/html').body.childNodes);
}

const isVoid = new Set(['br', 'hr', 'img']);

function propsOf(element: Element, allowed: readonly string[]): Record<string, string> {
  const kept = allowed.flatMap((name) => {
    const value = element.getAttribute(name);
    if (value === null || safeAddress[name]?.(value) === false) return [];
    return [[properties[name] ?? name, value]];
  });
  return Object.fromEntries(kept);
}
