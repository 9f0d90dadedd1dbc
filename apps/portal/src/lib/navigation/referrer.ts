import { ownPathname } from './redirect-url.ts';

/** The page that the reader came from and returns to, as the address names it (decision C2.48). */
export interface Referrer {
  /** A path of this portal, with its search. */
  referrer?: string | undefined;
  /** The label of the link back, as plain text. */
  referrerText?: string | undefined;
  /** The page was not opened in a window of its own, so it needs no close button. */
  hideCloseButton?: boolean | undefined;
}

const longestText = 60;

/**
 * Reads the referrer from an address, which anybody can forge: no other site and no API call. Invalid values become
 * undefined. They must not be absent, because the router would then keep the raw value.
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
