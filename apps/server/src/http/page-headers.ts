import { createHash } from 'node:crypto';
import {
  isBankFormPage,
  isMicroAppPage,
  isOwnWindowPage,
  isPaymentPage,
  isTokenPage,
  isWalletPage,
} from '@quayside/contract/portal-routes.ts';

export interface PageSecurity {
  /** From the root, without the search. */
  path: string;
  /** Of payment providers and wallets; they count on the pages where somebody pays only. */
  providerOrigins: readonly string[];
  /** Of pictures on the wallets' buttons; likewise. */
  imageOrigins?: readonly string[];
  /** Of banks' pages (3-D Secure 1): pages where somebody pays may frame them, and one page may post to them. */
  bankOrigins?: readonly string[];
  /** Of partners' apps, see `microAppOrigins`: every page may read their list, one alone may frame them. */
  appOrigins?: readonly string[];
  /** Origins that may frame the tenant's portal. */
  embedders?: readonly string[];
  /** Of the document's own `<style>` elements, see `styleHashes`. */
  styles?: readonly string[];
  /** What a `<style>` has to carry that a provider's script adds; absent: it may add none. Another one for each answer. */
  styleNonce?: string | undefined;
}

/** What the policy knows a document's `<style>` elements by. */
export function styleHashes(html: string): string[] {
  return [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/** The headers that keep strangers' scripts, frames and eyes out of a page. */
export function securityHeaders({
  path,
  providerOrigins,
  imageOrigins = [],
  bankOrigins = [],
  appOrigins = [],
  embedders = [],
  styles = [],
  styleNonce,
}: PageSecurity): Record<string, string> {
  const isPaidOn = isPaymentPage(path) || isWalletPage(path);
  const origins = isPaidOn ? providerOrigins : [];
  const ancestors = isOwnWindowPage(path) ? [] : embedders;
  const payment = ['self', ...origins.map((origin) => `"${origin}"`)].join(' ');
  return {
    'content-security-policy': contentSecurityPolicy({
      scripts: origins,
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

/** For what is too old to know `frame-ancestors`. It can't name origins, so where there are some it would contradict. */
const frameOptions = (ancestors: readonly string[]): Record<string, string> =>
  ancestors.length === 0 ? { 'x-frame-options': 'SAMEORIGIN' } : {};

interface Sources {
  /** Origins of others, beside our own. */
  scripts: readonly string[];
  /** All of them: the page of partners' apps doesn't frame our own origin, so that no app can show our pages there. */
  frames: readonly string[];
  /** Origins of others, beside our own. */
  forms?: readonly string[];
  /** Origins of others, beside our own. */
  connections: readonly string[];
  /** Origins of others, beside our own. */
  images?: readonly string[];
  /** Origins of others that may frame the page. */
  ancestors: readonly string[];
  /** Hashes and nonces of `<style>` elements. */
  styles: readonly string[];
}

function contentSecurityPolicy(sources: Sources): string {
  const { scripts, frames, forms = [], connections, images = [], ancestors, styles } = sources;
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `frame-src ${frames.length > 0 ? frames.join(' ') : "'none'"}`,
    // The provider's script asks its own server whether the key is good before it shows a field.
    `connect-src ${["'self'", ...connections].join(' ')}`,
    `img-src ${["'self'", 'data:', ...images].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${["'self'", ...forms].join(' ')}`,
    `frame-ancestors ${["'self'", ...ancestors].join(' ')}`,
  ].join('; ');
}

/** The policy of a page with nothing of anybody else's. */
export const ownPolicy = (styles: readonly string[]): string =>
  contentSecurityPolicy({ scripts: [], frames: ["'self'"], connections: [], ancestors: [], styles });
