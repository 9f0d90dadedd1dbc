import { getAccountPayment } from '@quayside/contract/payments/payment-history.ts';
import { type ProcessedPayment, getPayment } from '@quayside/contract/payments/payments.ts';
import { emailReceipt, emailReceiptTo, getReceipt, type ReceiptMail } from '@quayside/contract/payments/receipts.ts';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, callUrl } from '../../../lib/calls/api.ts';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { useEmailPaper } from '../../../ui/email-paper/use-email-paper.ts';
import { Alert } from '../../../ui/message/alert.tsx';
import { AnchorButton } from '../../../ui/button.tsx';
import { EmailPaperButton } from '../../../ui/email-paper/email-paper-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import styles from './payment-result.module.css';
import { callQuery } from '../../../lib/queries/call-query.ts';

interface Props {
  /** The fields of the payment that its receipt needs. */
  payment: Pick<ProcessedPayment, 'paymentId' | 'accountGuid' | 'merchantRefNumber' | 'receiptReady'>;
  /** The receipt that goes to the account by itself, or went there. Null if there is none. */
  mail: ReceiptMail | null;
  /** The payment's account. Undefined while it loads. */
  account: { email: string } | undefined;
  /** The site's time zone. Undefined while it loads. */
  timeZone: string | undefined;
  /** True for staff, who look but can't send anything. */
  readOnly?: boolean;
}

/** The receipt of a completed payment, once there is one. */
export function ReceiptButtons({ payment, mail, account, timeZone, readOnly = false }: Props) {
  const { t } = useTranslation();
  const { wait, readied } = useReceiptWait(payment);
  switch (wait) {
    case 'ready':
      return (
        <ReadyReceipt
          payment={payment}
          mail={readied ? automaticMail(readied) : mail}
          account={account}
          timeZone={timeZone}
          readOnly={readOnly}
        />
      );
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
          {mail === null
            ? t('payments.receiptLaterHere')
            : t('payments.receiptLaterByEmail', { email: mail.maskedEmail })}
        </Alert>
      );
  }
}

/** Returns the receipt that a payment sends by itself. */
export const automaticMail = ({ receiptEmail }: Pick<ProcessedPayment, 'receiptEmail'>): ReceiptMail | null =>
  receiptEmail === null ? null : { maskedEmail: receiptEmail, sentAt: null };

/**
 * The buttons to view and to e-mail the receipt. If one is on its way or was sent, the button says that it sends
 * another.
 */
function ReadyReceipt({ payment, mail, account, timeZone, readOnly }: Required<Props>) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const { paymentId, accountGuid } = payment;
  const params = { id: paymentId };
  const email = useEmailPaper('receipt', account, {
    toAccount: async () => {
      const queued = await api(emailReceipt, { params });
      // The payment's page says from now on that this one is on its way.
      void queryClient.invalidateQueries({ queryKey: [getAccountPayment.name] });
      return queued;
    },
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
          {t(mail === null && email.sentTo === null ? 'payments.emailReceipt' : 'payments.emailReceiptAgain')}
        </EmailPaperButton>
      </div>
      {email.sentTo !== null ? (
        <Alert kind="success">{t('payments.receiptEmailed', { email: email.sentTo })}</Alert>
      ) : (
        mail !== null && (
          <p className={styles.quiet}>
            {mail.sentAt === null
              ? t('payments.receiptGoesTo', { email: mail.maskedEmail })
              : t('payments.receiptSentOn', {
                  email: mail.maskedEmail,
                  date: date(mail.sentAt, 'dd MMM yyyy', timeZone),
                })}
          </p>
        )
      )}
    </>
  );
}

/** Both in ms (decision P4.30). */
const longestWait = 5_000;
const askEvery = 1_000;

/**
 * Tells if a completed payment's receipt is available: `ready`, `waiting` (for at most five seconds), or `later`,
 * when the server goes on by itself. `readied` is the payment if its receipt became ready meanwhile.
 */
function useReceiptWait({
  merchantRefNumber,
  receiptReady,
}: Pick<ProcessedPayment, 'merchantRefNumber' | 'receiptReady'>): {
  wait: 'ready' | 'waiting' | 'later';
  readied?: ProcessedPayment;
} {
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
  if (receiptReady) return { wait: 'ready' };
  if (data?.receiptReady) return { wait: 'ready', readied: data };
  return { wait: isOver ? 'later' : 'waiting' };
}
