import { type ProcessedPayment, getPayment } from '@quayside/contract/payments.ts';
import { emailReceipt, emailReceiptTo, getReceipt } from '@quayside/contract/receipts.ts';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, callUrl } from '../../../lib/calls/api.ts';
import { useTranslation } from '../../../lib/texts.ts';
import { useEmailPaper } from '../../../ui/email-paper/use-email-paper.ts';
import { Alert } from '../../../ui/message/alert.tsx';
import { AnchorButton } from '../../../ui/button.tsx';
import { EmailPaperButton } from '../../../ui/email-paper/email-paper-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import styles from './payment-result.module.css';
import { callQuery } from '../../../lib/queries/call-query.ts';

interface Props {
  /** The fields of the payment that its receipt needs. */
  payment: Pick<ProcessedPayment, 'paymentId' | 'accountGuid' | 'merchantRefNumber' | 'receiptEmail' | 'receiptReady'>;
  /** The payment's account. Undefined while it loads. */
  account: { email: string } | undefined;
  /** True for staff, who look but can't send anything. */
  readOnly?: boolean;
}

/** The receipt of a completed payment, once there is one. */
export function ReceiptButtons({ payment, account, readOnly = false }: Props) {
  const { t } = useTranslation();
  const { receiptEmail } = payment;
  switch (useReceiptWait(payment)) {
    case 'ready':
      return <ReadyReceipt payment={payment} account={account} readOnly={readOnly} />;
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

/**
 * The buttons to view and to e-mail the receipt. If one is on its way already, the button says that it sends another.
 */
function ReadyReceipt({ payment, account, readOnly }: Required<Props>) {
  const { t } = useTranslation();
  const { paymentId, accountGuid, receiptEmail } = payment;
  const params = { id: paymentId };
  const email = useEmailPaper('receipt', account, {
    toAccount: () => api(emailReceipt, { params }),
    to: (address) => api(emailReceiptTo, { params, body: { email: address } }),
  });
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
        <EmailPaperButton paper="receipt" email={email} disabled={readOnly}>
          {t(receiptEmail === null && email.sentTo === null ? 'payments.emailReceipt' : 'payments.emailReceiptAgain')}
        </EmailPaperButton>
      </div>
      {email.sentTo !== null ? (
        <Alert kind="success">{t('payments.receiptEmailed', { email: email.sentTo })}</Alert>
      ) : (
        receiptEmail !== null && <p className={styles.quiet}>{t('payments.receiptGoesTo', { email: receiptEmail })}</p>
      )}
    </>
  );
}

/** Both in ms (decision P4.30). */
const longestWait = 5_000;
const askEvery = 1_000;

/**
 * Tells if a completed payment's receipt is available: `ready`, `waiting` (for at most five seconds), or `later`,
 * when the server goes on by itself.
 */
function useReceiptWait({
  merchantRefNumber,
  receiptReady,
}: Pick<ProcessedPayment, 'merchantRefNumber' | 'receiptReady'>): 'ready' | 'waiting' | 'later' {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), longestWait);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({
    ...callQuery(getPayment, { params: { merchantRefNum: merchantRefNumber } }),
    enabled: !receiptReady && !isOver,
    refetchInterval: askEvery,
    retry: false,
    meta: { showsFailure: true },
  });
  if (receiptReady || data?.receiptReady) return 'ready';
  return isOver ? 'later' : 'waiting';
}
