import { emailReceiptOfOrder, type QuickPayOrder } from '@quayside/contract/quick-pay.ts';
import { IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { api } from '../../lib/calls/api.ts';
import { useAction } from '../../lib/actions/use-action.ts';
import { useTranslation } from '../../lib/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { FailureAlert } from '../../ui/message/failure-alert.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './notices.module.css';

interface Props {
  order: QuickPayOrder;
  /** The link to the payment that this browser has made itself. */
  ownPayment: ReactNode;
}

/**
 * Shown if nothing is left to pay (decision P4.25): mails the receipt to the address on file, and leads to the
 * portal.
 */
export function PaidNotice({ order, ownPayment }: Props) {
  const { t } = useTranslation();
  const { maskedEmail } = order.account;
  return (
    <div className={styles.notice}>
      <Alert
        kind="success"
        title={t('quickPay.alreadyPaid')}
        action={
          <div className={styles.ways}>
            {order.payment && ownPayment}
            <LinkButton to="/login">{t('quickPay.toPortal')}</LinkButton>
          </div>
        }
      >
        <p>{t('quickPay.nothingLeft')}</p>
      </Alert>
      {order.payment === null && maskedEmail !== null && <MailReceipt guid={order.guid} maskedEmail={maskedEmail} />}
    </div>
  );
}

function MailReceipt({ guid, maskedEmail }: { guid: string; maskedEmail: string }) {
  const { t } = useTranslation();
  const { run, failure, isDone } = useAction(() => api(emailReceiptOfOrder, { params: { guid } }));
  return (
    <>
      <ActionButton
        variant="default"
        icon={<IconMail size={20} aria-hidden />}
        processing={t('confirmRecipientEmail.sending')}
        onAction={run}
      >
        {t('quickPay.mailReceipt', { email: maskedEmail })}
      </ActionButton>
      {isDone && <Alert kind="success">{t('payments.receiptEmailed', { email: maskedEmail })}</Alert>}
      <FailureAlert failure={failure} />
    </>
  );
}
