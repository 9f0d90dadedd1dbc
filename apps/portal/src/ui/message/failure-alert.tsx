import type { ReactNode } from 'react';
import { failureMessage, referenceOf } from '../../lib/errors/failures.ts';
import type { Failure } from '../../lib/actions/use-action.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Alert } from './alert.tsx';

interface Props {
  failure: Failure | undefined;
  /** One action that helps. */
  action?: ReactNode;
}

/** Shows why an action failed, with the reference for the office if it is an error of the system. */
export function FailureAlert({ failure, action }: Props) {
  const { t } = useTranslation();
  if (!failure) return null;
  const { error, words } = failure;
  const message = words.text === undefined ? failureMessage(error) : words.text && t(words.text);
  const reference = referenceOf(error);
  return (
    <Alert kind="error" title={words.title ? t(words.title) : message} action={action}>
      {words.title && message && <p>{message}</p>}
      {reference && <p>{t('general.reference', { reference })}</p>}
    </Alert>
  );
}
