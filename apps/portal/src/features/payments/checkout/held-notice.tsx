import type { OrderHold } from '@quayside/contract/orders/orders.ts';
import { getPayment, type ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { callQuery } from '../../../lib/queries/call-query.ts';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useTabValue } from '../../../lib/first-screen/in-browser.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Alert } from '../../../ui/message/alert.tsx';
import { AttemptActions } from './attempt-actions.tsx';
import { readBasket } from '../basket.ts';
import styles from './notices.module.css';
import { usePaidElsewhere } from '../other-tabs.ts';
import { refreshAfterPayment } from '../refresh-after-payment.ts';

interface Props {
  /** Orders, each with its hold. */
  orders: readonly { hold: OrderHold | null }[];
  /** Gets the state of a payment that this tab has started, or that was paid while it was being cancelled. */
  onEnd: (payment: ProcessedPayment) => void;
  /** Returns true if this page knows that these orders are paid. They are the orders of this tab's own payment. */
  arePaid: (orderIds: readonly number[]) => boolean;
  /** True for staff who view a customer's portal: they can't pay, and nothing tells them when a payment is over. */
  isStaff?: boolean;
}

/**
 * Tells why orders can't be paid now, with one notice for each payment and the way out. The notice disappears when
 * that payment is over.
 */
export function HeldNotices({ orders, onEnd, arePaid, isStaff = false }: Props) {
  usePaidElsewhere();
  useOwnPayment(arePaid, onEnd);
  const holds = orders.flatMap(({ hold }) => hold ?? []);
  const each = new Map(holds.map((hold) => [hold.merchantRefNumber ?? `${hold.reason} ${hold.until}`, hold]));
  return (
    <div className={styles.notices}>
      {[...each].map(([name, hold]) => (
        <HeldNotice key={name} hold={hold} onEnd={onEnd} isStaff={isStaff} />
      ))}
    </div>
  );
}

/**
 * Reports this tab's own payment if the orders are read as paid first. Then they are no longer held, and nobody
 * else here would ask for the result.
 */
function useOwnPayment(arePaid: Props['arePaid'], onEnd: Props['onEnd']): void {
  const basket = readBasket();
  const reference = basket?.merchantRefNumber ?? null;
  const isOver = reference !== null && basket !== undefined && arePaid(basket.orderIds);
  const { data } = useQuery({
    ...callQuery(getPayment, { params: { merchantRefNum: reference ?? '' } }),
    enabled: isOver,
    staleTime: 0,
    meta: { showsFailure: true },
  });
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isOver && data?.paymentStatus === 'Completed') end(data);
  }, [isOver, data]);
}

/** The interval of asking for the state of the reader's own payment, in ms. */
const askMs = 5_000;

interface NoticeProps extends Pick<Props, 'onEnd'> {
  hold: OrderHold;
  isStaff: boolean;
}

function HeldNotice({ hold, onEnd, isStaff }: NoticeProps) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const { merchantRefNumber, mayContinue, mayCancel } = hold;
  const { data } = useQuery({
    ...callQuery(getPayment, { params: { merchantRefNum: merchantRefNumber ?? '' } }),
    enabled: merchantRefNumber !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.progress === 'over' ? false : askMs),
    meta: { showsFailure: true },
  });
  const tell = useEffectEvent((payment: ProcessedPayment) => {
    const isOwn = readBasket()?.merchantRefNumber === payment.merchantRefNumber;
    void refreshAfterPayment();
    if (isOwn && payment.paymentStatus === 'Completed') onEnd(payment);
  });
  useEffect(() => {
    if (data?.progress === 'over') tell(data);
  }, [data]);
  const words = isStaff ? staffWordsOf(hold) : wordsOf(hold);
  // The server doesn't know the reader's time zone, so its HTML only keeps the place of a text with a time.
  const timeZone = useTabValue(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const until = hold.until === null || timeZone === undefined ? '' : time(hold.until, timeZone);
  const isUntold = hold.reason !== 'sent' && !mayContinue && until === '';
  return (
    <Alert
      kind={hold.reason === 'sent' ? 'info' : 'warning'}
      title={t(words.title)}
      action={
        merchantRefNumber !== null &&
        hold.reason === 'onPage' && (
          <AttemptActions reference={merchantRefNumber} mayContinue={mayContinue} mayCancel={mayCancel} onEnd={onEnd} />
        )
      }
    >
      {data?.errorDescription && <p>{data.errorDescription}</p>}
      <p className={isUntold ? styles.untold : undefined}>{t(words.hint, { time: until })}</p>
    </Alert>
  );
}

/** Returns the texts of a notice. Only a payment that was sent gets the text that paying again is not needed. */
function wordsOf({ reason, mayContinue, mayCancel }: OrderHold) {
  if (reason === 'sent') return { title: 'payments.held.sent', hint: 'payments.held.sentHint' } as const;
  if (mayContinue) return { title: 'payments.held.onPage', hint: 'payments.held.onPageHint' } as const;
  if (mayCancel) return { title: 'payments.held.byLink', hint: 'payments.held.byLinkHint' } as const;
  return { title: 'payments.held.elsewhere', hint: 'payments.held.elsewhereHint' } as const;
}

function staffWordsOf({ reason }: OrderHold) {
  if (reason === 'sent') return { title: 'payments.held.sent', hint: 'payments.held.forStaffSentHint' } as const;
  return { title: 'payments.held.forStaff', hint: 'payments.held.forStaffHint' } as const;
}
