import { isPaymentPage, isTokenPage } from '@quayside/contract/portal-routes.ts';

export interface PageSecurity {
  /** From the root, without the search. */
  path: string;
  /** Of payment providers; they count on payment pages only. */
  providerOrigins: readonly string[];
}

/** The headers that keep strangers' scripts, frames and eyes out of a page. */
export function securityHeaders({ path, providerOrigins }: PageSecurity): Record<string, string> {
  const origins = isPaymentPage(path) ? providerOrigins : [];
  const payment = ['self', ...origins.map((origin) => `"${origin}"`)].join(' ');
  return {
    'content-security-policy': contentSecurityPolicy(origins),
    'referrer-policy': isTokenPage(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': `camera=(), geolocation=(), microphone=(), payment=(${payment})`,
  };
}

function contentSecurityPolicy(origins: readonly string[]): string {
  const selfAnd = ["'self'", ...origins].join(' ');
  return [
    "default-src 'self'",
    `script-src ${selfAnd}`,
    `frame-src ${selfAnd}`,
    // The provider's script asks its own server whether the key is good before it shows a field.
    `connect-src ${selfAnd}`,
    "img-src 'self' data:",
    "style-src 'self' 'unsafe-inline'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}
