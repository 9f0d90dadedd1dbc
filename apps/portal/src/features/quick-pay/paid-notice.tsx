import { emailReceiptOfOrder, type QuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { api } from '../../lib/calls/api.ts';
import { useAction } from '../../lib/actions/use-action.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
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
      {order.payment === null && maskedEmail !== null && (
        <div className={styles.notice} data-needs-scripts>
          <MailReceipt order={order} maskedEmail={maskedEmail} />
        </div>
      )}
    </div>
  );
}

/** Mails the receipt. If one is on its way or was sent, the button says that it sends another. */
function MailReceipt({ order, maskedEmail: email }: { order: QuickPayOrder; maskedEmail: string }) {
  const { t } = useTranslation();
  const receiptMail = order.receiptMail ?? null;
  const { run, failure, isDone } = useAction(() => api(emailReceiptOfOrder, { params: { guid: order.guid } }));
  return (
    <>
      <ActionButton
        variant="default"
        icon={<IconMail size={20} aria-hidden />}
        processing={t('confirmRecipientEmail.sending')}
        onAction={run}
      >
        {receiptMail === null && !isDone ? t('quickPay.mailReceipt', { email }) : t('payments.emailReceiptAgain')}
      </ActionButton>
      {isDone ? (
        <Alert kind="success">{t('payments.receiptEmailed', { email })}</Alert>
      ) : (
        receiptMail !== null && (
          <p>{t(receiptMail.sentAt === null ? 'quickPay.receiptOnItsWay' : 'payments.receiptEmailed', { email })}</p>
        )
      )}
      <FailureAlert failure={failure} />
    </>
  );
}
