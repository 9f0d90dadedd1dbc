import { sendConsentLink } from '@quayside/contract/consent.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureMessage } from '../../lib/failures.ts';
import { isGuid } from '../../lib/guid.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Focused } from '../../ui/focused.tsx';
import styles from './consent.module.css';

/**
 * Replaces the choices if the link opens nothing. It can mail a new link to the address on file. The text is the
 * same whether or not such an account exists (decision C4.23).
 */
export function OldConsentLink({ accountGuid = '' }: { accountGuid?: string | undefined }) {
  const { t } = useTranslation();
  const [isSent, setIsSent] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown }>();
  if (isSent)
    return (
      <Focused>
        <Alert kind="success" title={t('consent.linkSent')} />
      </Focused>
    );

  const send = async () => {
    setFailure(undefined);
    try {
      // A malformed guid never was a link. It gets the same answer as any other.
      if (isGuid(accountGuid)) await api(sendConsentLink, { body: { accountGuid } });
      setIsSent(true);
    } catch (error) {
      setFailure({ error });
    }
  };
  return (
    <div className={styles.page}>
      <Alert kind="warning" title={t('consent.linkIsOld')}>
        {t('consent.linkIsOldText')}
      </Alert>
      {failure && (
        <Alert kind="error" title={t('consent.linkNotSent')}>
          {failureMessage(failure.error)}
        </Alert>
      )}
      <ActionButton onAction={send} processing={t('consent.linkSending')} fullWidth>
        {t('consent.askNewLink')}
      </ActionButton>
    </div>
  );
}
