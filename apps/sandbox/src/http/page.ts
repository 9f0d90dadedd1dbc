import type { FastifyReply } from 'fastify';
import { html, type Markup } from './html.ts';

export interface Page {
  readonly language: 'en' | 'fr';
  readonly title: string;
  /** Addresses of the page's style sheets and module scripts, on its own origin. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  readonly body: Markup;
}

/** What a page may load and send beside its own scripts and styles: directives of its content security policy. */
export type Sources = Readonly<Record<string, string>>;

/** Of a page that no other may show in a frame. */
export const unframed: Sources = { 'frame-ancestors': "'none'" };

/** Of a page whose form leads back to `url` in the end: browsers hold the answer's redirects to its policy too. */
export const formLeadsTo = (url: string): Sources => ({ 'form-action': `'self' ${new URL(url).origin}` });

/** Sends a page under a policy that allows only what `sources` names, beside its own scripts and styles. */
export function sendPage(reply: FastifyReply, page: Page, sources: Sources = {}): FastifyReply {
  return reply.headers(pageHeaders(sources)).send(renderPage(page));
}

/** The headers that `sendPage` sends with a page. */
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
