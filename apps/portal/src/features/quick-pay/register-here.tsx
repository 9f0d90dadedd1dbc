import { checkQuickPayRegistration, sendQuickPayRegistration } from '@quayside/contract/quick-pay.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureMessage } from '../../lib/failures.ts';
import { useTenant } from '../../lib/tenant.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Alert } from '../../ui/alert.tsx';
import styles from './notices.module.css';

interface Props {
  orderGuid: string;
  /** The form for the code. */
  codeForm: ReactNode;
}

type Answer = { sentTo: string } | 'unavailable' | { error: unknown };

/** Registers the owner of the order. The code goes only to the address on file (decision S1). */
export function RegisterHere({ orderGuid, codeForm }: Props) {
  const { t } = useTranslation();
  const { contact } = useTenant();
  const [answer, setAnswer] = useState<Answer>();

  const register = async () => {
    const params = { guid: orderGuid };
    try {
      const { available, maskedEmail } = await api(checkQuickPayRegistration, { params });
      if (!available || maskedEmail === null) return setAnswer('unavailable');
      await api(sendQuickPayRegistration, { params });
      setAnswer({ sentTo: maskedEmail });
    } catch (error) {
      setAnswer({ error });
    }
  };

  if (answer === 'unavailable')
    return <Alert kind="info">{t('quickPay.registerAtOffice', { telephone: contact.telephone })}</Alert>;
  const isSent = answer !== undefined && 'sentTo' in answer;
  return (
    <div className={styles.notice}>
      {isSent && <Alert kind="success" title={t('quickPay.codeSent', { email: answer.sentTo })} />}
      {isSent && codeForm}
      {answer && 'error' in answer && <Alert kind="error">{failureMessage(answer.error)}</Alert>}
      <ActionButton variant={isSent ? 'subtle' : 'default'} processing={t('quickPay.sendingCode')} onAction={register}>
        {t(isSent ? 'quickPay.codeAgain' : 'quickPay.register')}
      </ActionButton>
    </div>
  );
}
