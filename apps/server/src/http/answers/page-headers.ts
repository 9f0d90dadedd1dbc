import { createHash } from 'node:crypto';
import {
  isBankFormPage,
  isMicroAppPage,
  isOwnWindowPage,
  isPaymentPage,
  isTokenPage,
  isWalletPage,
} from '@quayside/contract/portal/portal-routes.ts';

export interface PageSecurity {
  /** The path from the root, without the query. */
  path: string;
  /** The origins of payment providers and wallets. They are allowed only on pages with payments. */
  providerOrigins: readonly string[];
  /** The origins of pictures on the wallets' buttons; only on the same pages. */
  imageOrigins?: readonly string[];
  /** The origins of banks' pages (3-D Secure 1). Payment pages may frame them, and one page may post to them. */
  bankOrigins?: readonly string[];
  /**
   * The origins of partners' apps, see `microAppOrigins`. Every page may read their list, and one page may frame
   * them.
   */
  appOrigins?: readonly string[];
  /** Origins that may frame the tenant's portal. */
  embedders?: readonly string[];
  /** The hashes of the document's own `<style>` elements, see `styleHashes`. */
  styles?: readonly string[];
  /** The hashes of its own scripts. */
  scripts?: readonly string[];
  /**
   * The nonce of `<style>` elements that a provider's script adds; absent: it may add none. Each answer has another
   * one.
   */
  styleNonce?: string | undefined;
}

/** Returns the hashes by which the policy allows a document's `<style>` elements. */
export function styleHashes(html: string): string[] {
  return [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/** Returns the headers that keep other sites' scripts and frames out of a page. */
export function securityHeaders({
  path,
  providerOrigins,
  imageOrigins = [],
  bankOrigins = [],
  appOrigins = [],
  embedders = [],
  styles = [],
  scripts = [],
  styleNonce,
}: PageSecurity): Record<string, string> {
  const isPaidOn = isPaymentPage(path) || isWalletPage(path);
  const origins = isPaidOn ? providerOrigins : [];
  const ancestors = isOwnWindowPage(path) ? [] : embedders;
  const payment = ['self', ...origins.map((origin) => `"${origin}"`)].join(' ');
  return {
    'content-security-policy': contentSecurityPolicy({
      scripts: [...scripts, ...origins],
      frames: isMicroAppPage(path) ? appOrigins : ["'self'", ...origins, ...(isPaidOn ? bankOrigins : [])],
      forms: isBankFormPage(path) ? bankOrigins : [],
      connections: [...origins, ...appOrigins],
      images: isPaidOn ? imageOrigins : [],
      ancestors,
      styles: styleNonce === undefined ? styles : [...styles, `'nonce-${styleNonce}'`],
    }),
    ...frameOptions(ancestors),
    'referrer-policy': isTokenPage(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': `camera=(), geolocation=(), microphone=(), payment=(${payment})`,
  };
}

/**
 * Returns the header for browsers without `frame-ancestors`. It can't name origins, so it is left out if there are
 * some.
 */
const frameOptions = (ancestors: readonly string[]): Record<string, string> =>
  ancestors.length === 0 ? { 'x-frame-options': 'SAMEORIGIN' } : {};

interface Sources {
  /** Other sites' origins, beside our own, and hashes. */
  scripts: readonly string[];
  /** All origins. The page of partners' apps does not frame our own origin, so that no app can show our pages there. */
  frames: readonly string[];
  /** Other sites' origins, beside our own. */
  forms?: readonly string[];
  /** Other sites' origins, beside our own. */
  connections: readonly string[];
  /** Other sites' origins, beside our own. */
  images?: readonly string[];
  /** Other sites' origins that may frame the page. */
  ancestors: readonly string[];
  /** The hashes and nonces of `<style>` elements. */
  styles: readonly string[];
}

function contentSecurityPolicy(sources: Sources): string {
  const { scripts, frames, forms = [], connections, images = [], ancestors, styles } = sources;
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `frame-src ${frames.length > 0 ? frames.join(' ') : "'none'"}`,
    // The provider's script asks its own server if the key is valid before it shows a field.
    `connect-src ${["'self'", ...connections].join(' ')}`,
    `img-src ${["'self'", 'data:', ...images].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${["'self'", ...forms].join(' ')}`,
    `frame-ancestors ${["'self'", ...ancestors].join(' ')}`,
  ].join('; ');
}

/** Returns the policy of a page without content of others. */
export const ownPolicy = (styles: readonly string[]): string =>
  contentSecurityPolicy({ scripts: [], frames: ["'self'"], connections: [], ancestors: [], styles });
