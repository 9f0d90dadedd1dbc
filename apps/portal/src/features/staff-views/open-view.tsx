import { openStaffView } from '@quayside/contract/staff-views.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { failureMessage } from '../../lib/failures.ts';
import { replaceSession } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Alert } from '../../ui/alert.tsx';
import styles from './staff-views.module.css';

interface Props {
  /** The token of the link that the marina's operator made. */
  token: string;
  onOpen: () => unknown;
  onInvalid: () => void;
}

/** Uses the link up only when a person presses the button, because mail programs follow links too. */
export function OpenView({ token, onOpen, onInvalid }: Props) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<{ error: unknown }>();

  const open = async () => {
    setFailure(undefined);
    try {
      await replaceSession(() => api(openStaffView, { body: { token } }));
    } catch (error) {
      if (hasCode(error, 'INVALID_TOKEN')) onInvalid();
      else setFailure({ error });
      return;
    }
    await onOpen();
  };
  return (
    <div className={styles.open}>
      {failure && <Alert kind="error" title={failureMessage(failure.error)} />}
      <ul>
        <li>{t('staffView.readOnlyRule')}</li>
        <li>{t('staffView.timeRule')}</li>
        <li>{t('staffView.recordRule')}</li>
      </ul>
      <ActionButton variant="filled" fullWidth processing={t('staffView.opening')} onAction={open}>
        {t('staffView.open')}
      </ActionButton>
    </div>
  );
}
