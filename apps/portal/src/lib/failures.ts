import i18next from 'i18next';
import { ApiError, hasCode } from './api-error.ts';
import { givenReference } from './error-references.ts';
import { showToast } from './toasts.ts';

/** What to tell a person about a failure: the server's words, else the error's, else that nobody knows (SHELL-11). */
export function failureMessage(error: unknown): string {
  if (error instanceof ApiError && error.timedOut) return i18next.t('general.timeout');
  if (isLoadFailure(error) || (error instanceof ApiError && error.status === 0))
    return i18next.t('general.networkError');
  if (givenReference(error)) return i18next.t('general.unhandledError');
  const message = error instanceof Error ? error.message : '';
  return message || i18next.t('general.unknownError');
}

/** Says in a toast that something failed. Refused sessions have their own way (see session.ts). */
export function toastFailure(error: unknown): void {
  if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return;
  if (hasCode(error, 'FEATURE_DISABLED')) {
    toastMissingPermission();
    return;
  }
  showToast({ kind: 'error', message: failureMessage(error), reference: referenceOf(error) });
}

/** A route or call whose permission is off (LOGIN-13). */
export function toastMissingPermission(): void {
  showToast({
    kind: 'error',
    title: i18next.t('general.invalidPermissionTitle'),
    message: i18next.t('general.invalidPermissionMessage'),
  });
}

/** What to quote to the office: only for faults, since what a customer can mend needs no reference. */
export function referenceOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.status >= 500 ? error.reference : givenReference(error);
}

/** The portal's own files could not be loaded. Each browser says so in words of its own. */
export function isLoadFailure(error: unknown): boolean {
  const words = /dynamically imported module|importing a module script|unable to preload/i;
  return error instanceof Error && words.test(error.message);
}
