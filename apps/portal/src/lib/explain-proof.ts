import i18next from 'i18next';
import { hasCode } from './api-error.ts';
import { failureMessage } from './failures.ts';

/** Explains a failed password check: the text key of the field's error, or else a sentence. */
export function explainProof(error: unknown): { field?: string; message?: string } {
  if (hasCode(error, 'WRONG_PASSWORD')) return { field: 'password.currentWrong' };
  if (hasCode(error, 'TOO_MANY_REQUESTS')) return { message: i18next.t('login.locked') };
  return { message: failureMessage(error) };
}
