import { checkQuickPayRegistration, sendQuickPayRegistration } from '@quayside/contract/orders/quick-pay.ts';
import { type ReactNode, useState } from 'react';
import { api } from '../../lib/calls/api.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useAction } from '../../lib/actions/use-action.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { FailureAlert } from '../../ui/message/failure-alert.tsx';
import styles from './notices.module.css';

interface Props {
  orderGuid: string;
  /** The form for the code. */
  codeForm: ReactNode;
}

/** Registers the owner of the order. The code goes only to the address on file (decision S1). */
export function OwnerRegistration({ orderGuid, codeForm }: Props) {
  const { t } = useTranslation();
  const { contact } = useTenant();
  const [answer, setAnswer] = useState<{ sentTo: string } | 'unavailable'>();

  const register = async () => {
    const params = { guid: orderGuid };
    setAnswer(undefined);
    const { available, maskedEmail } = await api(checkQuickPayRegistration, { params });
    if (!available || maskedEmail === null) return 'unavailable';
    await api(sendQuickPayRegistration, { params });
    return { sentTo: maskedEmail };
  };
  const { run, failure } = useAction(register, { onDone: setAnswer });

  if (answer === 'unavailable')
    return <Alert kind="info">{t('quickPay.registerAtOffice', { telephone: contact.telephone })}</Alert>;
  const isSent = answer !== undefined;
  return (
    <div className={styles.notice}>
      {isSent && <Alert kind="success" title={t('quickPay.codeSent', { email: answer.sentTo })} />}
      {isSent && codeForm}
      <FailureAlert failure={failure} />
      <ActionButton variant={isSent ? 'subtle' : 'default'} processing={t('quickPay.sendingCode')} onAction={run}>
        {t(isSent ? 'quickPay.codeAgain' : 'quickPay.register')}
      </ActionButton>
    </div>
  );
}
