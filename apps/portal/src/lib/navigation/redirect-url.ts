import { tabSlice } from '../browser/tab-storage.ts';
import { parseUrl } from './parse-url.ts';

const lifetime = 30 * 60 * 1000;
const allowed = /^\/(secure|quick-pay)\//i;

interface StoredRedirect {
  path: string;
  storedAt: number;
}

const stored = tabSlice('auth', (value): StoredRedirect | undefined => {
  const { path, storedAt } = value as Partial<StoredRedirect>;
  return typeof path === 'string' && typeof storedAt === 'number' ? { path, storedAt } : undefined;
});

/**
 * Checks if a path is allowed after sign-in. It must be a page of the portal, so that no link leads to another site
 * (decision C2.17).
 */
export function isRedirectPath(path: string): boolean {
  return allowed.test(path) && allowed.test(ownPathname(path) ?? '');
}

/** Returns the pathname of a path on this origin. Undefined for everything that leads to another site. */
export function ownPathname(path: string): string | undefined {
  if (!path.startsWith('/') || /[\\\s]/.test(path)) return undefined;
  const url = parseUrl(path, 'https://portal.invalid');
  // `/..//stranger` becomes `//stranger`, which is another origin when the pathname is parsed again.
  return url?.origin === 'https://portal.invalid' && !url.pathname.startsWith('//') ? url.pathname : undefined;
}

/** Remembers a visitor's requested page for 30 minutes. */
export function storeRedirect(path: string, now = Date.now()): void {
  if (isRedirectPath(path)) stored.write({ path, storedAt: now });
}

/** Returns the page to open after sign-in, only once. */
export function takeRedirect(now = Date.now()): string | undefined {
  const redirect = stored.read();
  stored.clear();
  if (!redirect || now - redirect.storedAt > lifetime || !isRedirectPath(redirect.path)) return undefined;
  return redirect.path;
}
