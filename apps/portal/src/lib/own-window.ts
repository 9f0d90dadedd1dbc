import { isOwnWindowPage } from '@quayside/contract/portal-routes.ts';

/** Checks if a page of another site shows this page in a frame. */
export function isFramed(): boolean {
  try {
    return window.top?.location.origin !== location.origin;
  } catch {
    return true; // the browser throws only for a window of another origin
  }
}

/**
 * Replaces the framing site's page with the requested one, if another site frames the portal and the page must not
 * be framed.
 * @param href the address that the browser opens
 * @returns true if the page opens there, so that nothing more is to do here
 */
export function opensInOwnWindow(pathname: string, href = pathname): boolean {
  if (!isOwnWindowPage(pathname) || !isFramed()) return false;
  window.open(href, '_top');
  return true;
}
