import { createElement, Fragment, useMemo } from 'react';
import type { ReactNode } from 'react';

const tags = new Set(['p', 'br', 'b', 'i', 'a', 'ul', 'li']);
const dropped = new Set(['script', 'style', 'iframe', 'object', 'template', 'noscript', 'svg', 'math']);

/**
 * The marina's own HTML, of which only p, br, b, i, a, ul and li are drawn (decision C2.22). It is parsed apart from
 * the page and built anew as elements, so nothing in it can run.
 */
export function SafeHtml({ html }: { html: string }) {
  const nodes = useMemo(() => drawAll(new DOMParser().parseFromString(html, 'text/html').body.childNodes), [html]);
  return <>{nodes}</>;
}

function drawAll(nodes: Iterable<Node>): ReactNode[] {
  return Array.from(nodes, (node, place) => createElement(Fragment, { key: place }, draw(node)));
}

function draw(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  if (dropped.has(tag)) return null;
  if (tag === 'br') return createElement('br');
  const children = drawAll(node.childNodes);
  if (!tags.has(tag)) return children;
  return createElement(tag, tag === 'a' ? linkProps(node) : null, ...children);
}

function linkProps(link: Element): { href?: string; rel: string } {
  const href = link.getAttribute('href') ?? '';
  const isSafe =
    URL.canParse(href, location.href) && /^(https?|mailto|tel):$/.test(new URL(href, location.href).protocol);
  return { ...(isSafe ? { href } : {}), rel: 'noopener' };
}
