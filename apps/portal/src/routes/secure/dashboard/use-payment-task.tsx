import type { OutstandingOrder } from '@quayside/contract/orders/orders.ts';
import { IconCreditCard, type IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { hindranceOf } from '../../../features/orders/payability.ts';
import { outstandingInMajor } from '../../../features/orders/totals.ts';
import { useOutstandingOrders } from '../../../features/orders/use-outstanding-orders.ts';
import { usePaymentProviders } from '../../../features/payments/use-payment-providers.ts';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useTenant } from '../../../lib/tenant.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { nextToPay } from '../orders/next-payment.ts';
import { useCanPayAt } from '../orders/pay-order.tsx';

/** One kind of thing that the customer does for the marina. */
export interface Task {
  key: string;
  Icon: typeof IconCheck;
  isDone: boolean;
  title: string;
  /** Names and dates of what is left to do. */
  details: readonly string[];
  /** The one button. Left out if nothing can be done here now. */
  action?: ReactNode;
}

/** A task, or why there is none: its data is not there yet, or the marina has no such task. */
export type Step = Task | 'loading' | null;

/** Returns the step of paying. Null if the marina has no orders here, or if they could not be loaded. */
export function usePaymentTask(): Step {
  const { permissions } = useTenant();
  const query = useOutstandingOrders();
  const words = useWords(query.data?.orders ?? []);
  if (!permissions.invoicingEnabled || (query.isError && !query.data)) return null;
  return query.data ? words : 'loading';
}

function useWords(all: readonly OutstandingOrder[]): Task | 'loading' {
  const { t } = useTranslation();
  const { amount, date } = useFormat();
  const { currencyDecimalPlaces: places, isoCurrencyCode } = useTenant().culture;
  const orders = all.filter((order) => order.isoCurrencyCode === isoCurrencyCode);
  const due = orders.filter(({ isFuture }) => !isFuture);
  const sum = (some: readonly OutstandingOrder[]) => amount(outstandingInMajor(some, places));
  const heldBy = (hindrance: ReturnType<typeof hindranceOf>) =>
    due.filter((order) => hindranceOf(order, isoCurrencyCode) === hindrance);
  const [payable, toSign, inPayment] = [heldBy(null), heldBy('agreement'), heldBy('processing')];
  const withoutAgreement = heldBy('agreementOver');
  const canPay = useCanPayAt(payable[0]?.siteId);
  // The button's word depends on it.
  const isUnknown = usePaymentProviders(payable[0]?.siteId).isPending;
  const next = canPay ? nextToPay(orders, isoCurrencyCode) : payable;
  const [oldest] = next;
  const [future] = orders.filter(({ isFuture }) => isFuture);
  const rest = (some: readonly OutstandingOrder[], key: string) =>
    some.length > 0 ? [t(key, { amount: sum(some) })] : [];
  const day = (iso: string) => date(iso, 'dd MMM yyyy');
  const isDone = payable.length + toSign.length + withoutAgreement.length === 0;
  if (isUnknown) return 'loading';
  return {
    key: 'pay',
    Icon: IconCreditCard,
    isDone,
    title: titleOf(),
    details: [
      ...(oldest ? [t('orders.dueSince', { date: day(oldest.taxPointDate) })] : []),
      ...(oldest ? rest(toSign, 'toDo.signFirst') : []),
      ...rest(inPayment, 'toDo.inPayment'),
      ...(isDone && future ? [t('toDo.nextDue', { amount: sum([future]), date: day(future.taxPointDate) })] : []),
    ],
    action: oldest && (
      <LinkButton
        to="/secure/orders/outstanding"
        search={next.length === 1 ? { order: oldest.id } : {}}
        variant={canPay ? 'filled' : 'default'}
        aria-label={`${t(canPay ? 'orders.pay' : 'toDo.see')} ${sum(next)}`}
      >
        {t(canPay ? 'orders.pay' : 'toDo.see')}
      </LinkButton>
    ),
  };

  function titleOf(): string {
    if (oldest) return t(canPay ? 'toDo.pay' : 'toDo.due', { amount: sum(next) });
    if (toSign.length > 0) return t('toDo.signFirst', { amount: sum(toSign) });
    return isDone ? t('toDo.paid') : t('toDo.due', { amount: sum(withoutAgreement) });
  }
}
