/** Checks if a page of another site shows this page in a frame. */
export function isFramed(): boolean {
  try {
    return window.top?.location.origin !== location.origin;
  } catch {
    return true; // the browser throws only for a window of another origin
  }
}

/**
 * Opens a page that must not be framed in place of the framing site's page, if another site frames the portal.
 * @param href the address that the browser opens
 * @returns true if the page opens there, so that nothing more is to do here
 */
export function opensInOwnWindow(href: string): boolean {
  if (!isFramed()) return false;
  window.open(href, '_top');
  return true;
}
