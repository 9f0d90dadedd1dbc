import { canBePaid, type OrderSummary } from '@quayside/contract/orders/orders.ts';
import { Link } from '@tanstack/react-router';
import { usePaymentProviders } from '../../../features/payments/use-payment-providers.ts';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useTenant } from '../../../lib/tenant.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { rowAction } from '../../../ui/table/row-actions.tsx';

/** Checks the one rule (row ORD-10) as far as the order itself tells. The site's providers are checked later. */
function useMayBePaid(order: OrderSummary): boolean {
  const { culture } = useTenant();
  return canBePaid(order) && order.isoCurrencyCode === culture.isoCurrencyCode;
}

/** Checks if the reader can pay online at a site. @param siteId default: the account's own site */
export function useCanPayAt(siteId?: number): boolean {
  const { isAccountUser } = useSession();
  return usePaymentProviders(siteId).providers.length > 0 && isAccountUser;
}

interface Props {
  order: OrderSummary;
}

/** Leads from a list to the unpaid orders, with only this order selected (decision P2.22). */
export function PayOrderAction({ order }: Props) {
  // The site's providers are queried only if the order could be paid.
  return useMayBePaid(order) ? <PayAction order={order} /> : null;
}

function PayAction({ order: { id, siteId } }: Props) {
  const { t } = useTranslation();
  if (!useCanPayAt(siteId)) return null;
  return (
    <Link
      to="/secure/orders/outstanding"
      search={{ order: id }}
      className={rowAction}
      aria-label={t('orders.payOf', { id })}
    >
      {t('orders.pay')}
    </Link>
  );
}

/** Pays an order from its own page: leads to the unpaid orders, with only this order selected. */
export function PayOrderButton({ order }: Props) {
  return useMayBePaid(order) ? <PayButton order={order} /> : null;
}

function PayButton({ order: { id, siteId, outstandingAmount, isoCurrencyCode } }: Props) {
  const { t } = useTranslation();
  const { amountIn } = useFormat();
  if (!useCanPayAt(siteId)) return null;
  return (
    <LinkButton to="/secure/orders/outstanding" search={{ order: id }} variant="filled">
      {t('payments.pay', { amount: amountIn(isoCurrencyCode, outstandingAmount) })}
    </LinkButton>
  );
}
