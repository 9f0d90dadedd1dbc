import type { FastifyReply } from 'fastify';
import { html, type Markup } from './html.ts';

export interface Page {
  readonly language: 'en' | 'fr';
  readonly title: string;
  /** The addresses of the page's style sheets and module scripts, on its own origin. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  readonly body: Markup;
}

/** The directives of a page's content security policy, beyond its own scripts and styles. */
export type Sources = Readonly<Record<string, string>>;

/** The directives of a page that no other page may frame. */
export const unframed: Sources = { 'frame-ancestors': "'none'" };

/**
 * The directives of a page whose form leads back to `url` in the end. Browsers apply its policy to the redirects as
 * well.
 */
export const formLeadsTo = (url: string): Sources => ({ 'form-action': `'self' ${new URL(url).origin}` });

/** Sends a page under a policy that allows its own scripts and styles, and otherwise only `sources`. */
export function sendPage(reply: FastifyReply, page: Page, sources: Sources = {}): FastifyReply {
  return reply.headers(pageHeaders(sources)).send(renderPage(page));
}

/** Returns the headers that `sendPage` sends with a page. */
export function pageHeaders(sources: Sources): Record<string, string> {
  const policy = { ...basePolicy, ...sources };
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([directive, value]) => `${directive} ${value}`)
      .join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Content-Type': 'text/html; charset=utf-8',
  };
}

export function renderPage(page: Page): string {
  return render(page).text;
}

const basePolicy: Sources = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self' data:",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': '*',
};

function render({ language, title, styles = [], scripts = [], body }: Page): Markup {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
${scripts.map((src) => html`<script type="module" src="${src}"></script>`)}
</head>
<body>
${body}
</body>
</html>
`;
}
