import { createHash } from 'node:crypto';
import { isPaymentPage, isTokenPage } from '@quayside/contract/portal-routes.ts';

export interface PageSecurity {
  /** From the root, without the search. */
  path: string;
  /** Of payment providers; they count on payment pages only. */
  providerOrigins: readonly string[];
  /** Of the document's own `<style>` elements, see `styleHashes`. */
  styles?: readonly string[];
}

/** What the policy knows a document's `<style>` elements by. */
export function styleHashes(html: string): string[] {
  return [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/** The headers that keep strangers' scripts, frames and eyes out of a page. */
export function securityHeaders({ path, providerOrigins, styles = [] }: PageSecurity): Record<string, string> {
  const origins = isPaymentPage(path) ? providerOrigins : [];
  const payment = ['self', ...origins.map((origin) => `"${origin}"`)].join(' ');
  return {
    'content-security-policy': contentSecurityPolicy(origins, styles),
    'referrer-policy': isTokenPage(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': `camera=(), geolocation=(), microphone=(), payment=(${payment})`,
  };
}

/** @param styles as `styleHashes` gives them */
export function contentSecurityPolicy(origins: readonly string[], styles: readonly string[]): string {
  const selfAnd = ["'self'", ...origins].join(' ');
  return [
    "default-src 'self'",
    `script-src ${selfAnd}`,
    `frame-src ${selfAnd}`,
    // The provider's script asks its own server whether the key is good before it shows a field.
    `connect-src ${selfAnd}`,
    "img-src 'self' data:",
    // What a provider's script styles is its own affair, and styles are no scripts; a browser takes this or hashes.
    `style-src 'self' ${origins.length > 0 ? "'unsafe-inline'" : styles.join(' ')}`.trim(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}
