import { ownPathname } from './redirect-url.ts';

/** Where somebody came from who is to come back, as the address tells it (decision C2.48). */
export interface Referrer {
  /** A path of this portal, with its search. */
  referrer?: string | undefined;
  /** What the way back is called; plain text. */
  referrerText?: string | undefined;
  /** Nobody opened this page in a window of its own. */
  hideCloseButton?: boolean | undefined;
}

const longestText = 60;

/**
 * What is believed of an address, which anybody can write: no way to a stranger, and none to a call. What isn't
 * believed is undefined and not absent: the router would take it as it came.
 */
export function readReferrer({ referrer, referrerText, hideCloseButton }: Record<string, unknown>): Referrer {
  return {
    referrer: isPortalPath(referrer) ? referrer : undefined,
    referrerText: isLabel(referrerText) ? referrerText : undefined,
    hideCloseButton: String(hideCloseButton) === 'true' || undefined,
  };
}

function isPortalPath(path: unknown): path is string {
  const pathname = typeof path === 'string' ? ownPathname(path) : undefined;
  return pathname !== undefined && !/^\/harbour(\/|$)/i.test(pathname);
}

const isLabel = (text: unknown): text is string =>
  typeof text === 'string' && text.trim() !== '' && text.length <= longestText;
