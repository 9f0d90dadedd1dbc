import { ownPathname } from './redirect-url.ts';

/** Where somebody came from who is to come back, as the address tells it (decision C2.48). */
export interface Referrer {
  /** A path of this portal, with its search. */
  referrer?: string;
  /** What the way back is called; plain text. */
  referrerText?: string;
  /** Nobody opened this page in a window of its own. */
  hideCloseButton?: boolean;
}

const longestText = 60;

/** What is believed of an address, which anybody can write: no way to a stranger, and none to a call. */
export function readReferrer({ referrer, referrerText, hideCloseButton }: Record<string, unknown>): Referrer {
  return {
    ...(isPortalPath(referrer) && { referrer }),
    ...(isLabel(referrerText) && { referrerText }),
    ...(String(hideCloseButton) === 'true' && { hideCloseButton: true }),
  };
}

function isPortalPath(path: unknown): path is string {
  const pathname = typeof path === 'string' ? ownPathname(path) : undefined;
  return pathname !== undefined && !/^\/harbour(\/|$)/i.test(pathname);
}

const isLabel = (text: unknown): text is string =>
  typeof text === 'string' && text.trim() !== '' && text.length <= longestText;
