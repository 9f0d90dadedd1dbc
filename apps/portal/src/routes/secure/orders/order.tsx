import type { Order } from '@quayside/contract/orders/orders.ts';
import { useParams } from '@tanstack/react-router';
import { InvoiceButtons } from '../../../features/orders/invoice-buttons.tsx';
import { OrderAgreementButton } from '../../../features/orders/order-agreement.tsx';
import { OrderBalance } from '../../../features/orders/order-balance.tsx';
import { OrderView } from '../../../features/orders/order-view.tsx';
import { useOrder } from '../../../features/orders/use-order.ts';
import { HeldNotices } from '../../../features/payments/checkout/checkout.exports.ts';
import { ClaimNotices, PaymentsOfOrder } from '../../../features/payments/history/history.exports.ts';
import { usePaymentProviders } from '../../../features/payments/use-payment-providers.ts';
import { hasCode } from '../../../lib/calls/api-error.ts';
import { useOpenedFrom } from '../../../lib/lists/opened-row.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { readRecordNumber } from '../../address/record-number.ts';
import { useTenant } from '../../../lib/tenant.ts';
import { BackToList } from '../../../ui/page/back-link.tsx';
import { EmptyState } from '../../../ui/message/empty-state.tsx';
import { Loaded } from '../../../ui/loading/loaded.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import { PayOrderButton } from './pay-order.tsx';
import { usePaymentResult } from '../../checkout/use-payment-result.ts';

/** One order: its lines, the paid part, and the rest. */
export function OrderPage() {
  const { orderId } = useParams({ from: '/secure/account/order/$orderId' });
  const id = readRecordNumber(orderId);
  return (
    <>
      <WayBack />
      {id === null ? <NoSuchOrder /> : <KnownOrder id={id} />}
    </>
  );
}

/** The link back to the list of orders from which the reader came. */
function WayBack() {
  const { t } = useTranslation();
  const { permissions } = useTenant();
  const isFromUnpaid = useOpenedFrom('/secure/orders/outstanding') !== undefined;
  return permissions.showAccountActivity && !isFromUnpaid ? (
    <BackToList to="/secure/account/order-history">{t('orders.backToHistory')}</BackToList>
  ) : (
    <BackToList to="/secure/orders/outstanding">{t('orders.backToUnpaid')}</BackToList>
  );
}

function KnownOrder({ id }: { id: number }) {
  const { t } = useTranslation();
  const query = useOrder(id);
  if (hasCode(query.error, 'NOT_FOUND')) return <NoSuchOrder />;
  return (
    <>
      <PageHeading title={t('orders.number', { id })} />
      <Loaded query={query} failed={t('orders.oneNotLoaded')} skeleton={[56, 160, 240]}>
        {({ order }) => <WholeOrder order={order} />}
      </Loaded>
    </>
  );
}

function WholeOrder({ order }: { order: Order }) {
  const { toEnd } = usePaymentResult('anyProvider');
  const { isAccountUser } = useSession();
  return (
    <>
      <HeldNotices
        orders={[order]}
        onEnd={(payment) => toEnd({ end: 'settled', payment })}
        arePaid={(ids) => ids.includes(order.id) && order.paymentStatus === 'Paid'}
        isStaff={!isAccountUser}
      />
      <ClaimNotices order={order} />
      <OrderView
        order={order}
        buttons={
          <>
            <PayOrderButton order={order} />
            <OrderAgreementButton order={order} />
            <InvoiceButtons order={order} />
          </>
        }
        foot={
          order.outstandingAmount > 0 ? (
            <OpenBalance order={order} />
          ) : (
            <OrderBalance order={order} canPayHere={false} />
          )
        }
      >
        <PaymentsOfOrder order={order} />
      </OrderView>
    </>
  );
}

/** Asks for the site's providers only if something is owed there. Staff read what the customer reads. */
function OpenBalance({ order }: { order: Order }) {
  const { providers } = usePaymentProviders(order.siteId);
  return <OrderBalance order={order} canPayHere={providers.length > 0} />;
}

function NoSuchOrder() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('orders.unknownTitle')} />
      <EmptyState>{t('orders.unknown')}</EmptyState>
    </>
  );
}
