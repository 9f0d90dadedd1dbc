import type { ProcessedPayment } from '@quayside/contract/payments.ts';
import { getReceipt } from '@quayside/contract/receipts.ts';
import { IconFileTypePdf, IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { callUrl } from '../../lib/api.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { AnchorButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './payment-result.module.css';
import { RecipientDialog } from './recipient-dialog.tsx';
import { useEmailReceipt } from './use-email-receipt.ts';
import { useReceiptWait } from './use-receipt-wait.ts';

interface Props {
  payment: ProcessedPayment;
  account: { email: string } | undefined;
}

/** The receipt of a completed payment, once there is one. */
export function ReceiptButtons({ payment, account }: Props) {
  const { t } = useTranslation();
  const { receiptEmail } = payment;
  switch (useReceiptWait(payment)) {
    case 'ready':
      return <ReadyReceipt payment={payment} account={account} />;
    case 'waiting':
      return (
        <output className={styles.waiting}>
          <Spinner />
          {t('payments.receiptPreparing')}
        </output>
      );
    case 'later':
      return (
        <Alert kind="info">
          {receiptEmail === null
            ? t('payments.receiptLaterHere')
            : t('payments.receiptLaterByEmail', { email: receiptEmail })}
        </Alert>
      );
  }
}

/** To read and print, and by e-mail. */
function ReadyReceipt({ payment, account }: Props) {
  const { t } = useTranslation();
  const { paymentId, accountGuid, receiptEmail } = payment;
  const receipt = useEmailReceipt(paymentId, account);
  const label = receipt.sending
    ? 'confirmRecipientEmail.sending'
    : receipt.sent
      ? 'confirmRecipientEmail.sent'
      : 'payments.emailReceipt';
  return (
    <>
      <div className={styles.buttons}>
        <AnchorButton
          variant="filled"
          href={callUrl(getReceipt, { params: { id: paymentId, accountGuid } })}
          target="_blank"
          rel="noopener"
          icon={<IconFileTypePdf size={20} aria-hidden />}
        >
          {t('payments.openReceipt')}
        </AnchorButton>
        <ActionButton
          variant="default"
          processing={t('confirmRecipientEmail.sending')}
          icon={<IconMail size={20} aria-hidden />}
          onAction={receipt.send}
        >
          {t(label)}
        </ActionButton>
      </div>
      {receipt.sentTo !== null ? (
        <Alert kind="success">{t('payments.receiptEmailed', { email: receipt.sentTo })}</Alert>
      ) : (
        receiptEmail !== null && <p className={styles.quiet}>{t('payments.receiptGoesTo', { email: receiptEmail })}</p>
      )}
      {receipt.asksForAddress && <RecipientDialog onSend={receipt.sendTo} onCancel={receipt.closeDialog} />}
    </>
  );
}
