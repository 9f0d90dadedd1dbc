import { isOffline } from '../browser/online.ts';
import { ApiError, hasCode } from '../calls/api-error.ts';
import { t } from '../texts/texts.ts';
import { givenReference } from './error-references.ts';
import { showToast } from '../toasts.ts';

/** Returns the text for a failure: the server's message, else the error's, else a general one (SHELL-11). */
export function failureMessage(error: unknown): string {
  if (error instanceof ApiError && error.timedOut) return t('general.timeout');
  if (isLoadFailure(error) || (error instanceof ApiError && error.isUnanswered)) return t('general.networkError');
  if (givenReference(error)) return t('general.unhandledError');
  const message = error instanceof Error ? error.message : '';
  return message || t('general.unknownError');
}

/** Shows a failure in a toast. Refused sessions are handled elsewhere (see session.ts). */
export function toastFailure(error: unknown, title?: string, message = failureMessage(error)): void {
  if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return;
  if (hasCode(error, 'FEATURE_DISABLED')) {
    toastMissingPermission();
    return;
  }
  showToast({ kind: 'error', title, message, reference: referenceOf(error) });
}

/** Tells that the permission of a route or call is off (LOGIN-13). */
export function toastMissingPermission(): void {
  showToast({
    kind: 'error',
    title: t('general.invalidPermissionTitle'),
    message: t('general.invalidPermissionMessage'),
  });
}

/**
 * Returns the reference to quote to the office. Only errors of the system have one, because customers can correct
 * the others themselves.
 */
export function referenceOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.status >= 500 ? error.reference : givenReference(error);
}

/** Checks if the portal's own files could not be loaded. Each browser has its own words for it. */
export function isLoadFailure(error: unknown): boolean {
  const words = /dynamically imported|importing a module|unable to preload/i;
  return error instanceof Error && words.test(error.message);
}

/**
 * Makes the router load the document again if a page's styles are gone, as it does for scripts: after an upgrade of the
 * portal, a page that stays open looks for files of the version before. The router knows missing files by their words.
 */
export function reloadForMissingStyles(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    if (/^unable to preload/i.test(payload.message) && !isOffline())
      payload.message = `Failed to fetch dynamically imported module: ${payload.message}`;
  });
}
