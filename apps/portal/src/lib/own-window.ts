import { isOwnWindowPage } from '@quayside/contract/portal-routes.ts';

/** Whether a page of another site shows this one inside it. */
export function isFramed(): boolean {
  try {
    return window.top?.location.origin !== location.origin;
  } catch {
    return true; // only another origin's window doesn't say
  }
}

/**
 * Where another site frames the portal, a page that needs a window of its own takes the place of that site's.
 * @param href as the browser knows it
 * @returns whether the page opens there, and nothing more is to be done here
 */
export function opensInOwnWindow(pathname: string, href = pathname): boolean {
  if (!isOwnWindowPage(pathname) || !isFramed()) return false;
  window.open(href, '_top');
  return true;
}
