import { agreementBlocksPayment, canBePaid } from '@quayside/contract/orders.ts';
import type { QuickPayOrder } from '@quayside/contract/quick-pay.ts';
import { useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderLines } from '../../features/orders/order-lines.tsx';
import { OrderStatusBanner } from '../../features/orders/order-status-banner.tsx';
import { readBasket } from '../../features/payments/basket.ts';
import { referenceOfPage } from '../../features/payments/page-attempt.ts';
import { SetupFailureAlert } from '../../features/payments/setup-failure-alert.tsx';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { useFormat } from '../../lib/format.ts';
import { useTenant } from '../../lib/tenant.ts';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PayOrder } from './pay-order.tsx';
import { useQuickPay } from './quick-pay.ts';
import styles from './review.module.css';

/** For who comes back from a provider's page without having paid there. */
const AfterProviderPage = lazyPart(async () => (await import('./after-provider-page.tsx')).AfterProviderPage);

/** Seldom somebody pays at this very moment. */
const HeldByLink = lazyPart(async () => (await import('./held-by-link.tsx')).HeldByLink);

/** Mostly there is something left to pay. */
const PaidNotice = lazyPart(async () => (await import('../../features/quick-pay/paid-notice.tsx')).PaidNotice);

/** The first step: what is paid, and with what; or why there is nothing to pay here (decision P2.10). */
export function ReviewPage() {
  const { t } = useTranslation();
  const { order } = useQuickPay();
  const { cancelled } = useSearch({ strict: false });
  // Looked at when the page opens: one that is begun here is followed by the pay panel.
  const [isOpen] = useState(() => hasAttemptOnPage(order.id));
  const content = <Content order={order} />;
  return (
    <>
      <PageHeading title={t('quickPay.reviewTitle')}>{isPayable(order) && t('quickPay.reviewHint')}</PageHeading>
      {isPayable(order) && <SetupFailureAlert />}
      {cancelled || isOpen ? (
        <Suspense fallback={<LoadingSkeleton heights={[44, 320]} />}>
          <AfterProviderPage isCancelled={cancelled === true}>{content}</AfterProviderPage>
        </Suspense>
      ) : (
        content
      )}
    </>
  );
}

/** Whether this tab has begun to pay the order on a provider's page. */
const hasAttemptOnPage = (orderId: number) =>
  referenceOfPage() !== null && readBasket()?.orderIds.includes(orderId) === true;

function Content({ order }: { order: QuickPayOrder }) {
  const isBlocked = isPayableStatus(order) && agreementBlocksPayment(order.agreement);
  return (
    <>
      <Notice order={order} />
      {!isBlocked && (
        <div className={styles.columns}>
          <Invoice order={order} />
          {isPayable(order) && (
            <div className={styles.pay}>
              <PayOrder order={order} />
            </div>
          )}
        </div>
      )}
    </>
  );
}

const isPayableStatus = ({ paymentStatus }: QuickPayOrder) =>
  paymentStatus === 'Unpaid' || paymentStatus === 'PartPaid' || paymentStatus === 'Overdue';

/** But for its currency, and whether the marina has a provider. */
const isPayable = (order: QuickPayOrder) => canBePaid(order, true);

function Notice({ order }: { order: QuickPayOrder }) {
  const { t } = useTranslation();
  const { contact } = useTenant();
  if (order.paymentStatus === 'Paid')
    return (
      <Suspense>
        <PaidNotice order={order} ownPayment={<OwnPayment order={order} />} />
      </Suspense>
    );
  if (order.hold?.reason === 'onPage') return <Held order={order} />;
  if (order.paymentStatus === 'Processing')
    return (
      <Alert kind="info" title={t('quickPay.processing')} action={order.payment && <OwnPayment order={order} />}>
        <p>{t('quickPay.processingHint')}</p>
      </Alert>
    );
  if (!isPayableStatus(order))
    return (
      <Alert kind="info" title={t('quickPay.notPayable')}>
        <p>{t('quickPay.contact', { telephone: contact.telephone })}</p>
      </Alert>
    );
  if (agreementBlocksPayment(order.agreement)) return <AgreementGate order={order} />;
  return null;
}

/** Somebody is on a page on which the order can be paid. */
function Held({ order }: { order: QuickPayOrder }) {
  return (
    <Suspense>
      <HeldByLink order={order} />
    </Suspense>
  );
}

/** To what this browser, or its signed-in owner, has paid or is paying. */
function OwnPayment({ order: { payment } }: { order: QuickPayOrder }) {
  const { t } = useTranslation();
  const { confirmation } = usePaymentPlaces();
  if (!payment) return null;
  const search = { ...(confirmation.search as object), reference: payment.merchantRefNumber };
  return (
    <LinkButton {...confirmation} search={search} variant="default">
      {t('quickPay.seePayment')}
    </LinkButton>
  );
}

/** An agreement has to be signed first; its page leads back here (decision P2.41). */
function AgreementGate({ order: { guid, agreement } }: { order: QuickPayOrder }) {
  const { t } = useTranslation();
  const { agreementsEnabled, contact } = useTenant();
  const { referrer } = useSearch({ from: '/quickPay' });
  if (!agreement) return null;
  const sign = agreementsEnabled && (
    <LinkButton
      to="/quick-sign/$id"
      params={{ id: agreement.guid }}
      search={{ orderGuid: guid, referrer }}
      variant="filled"
    >
      {t('agreements.signTitle')}
    </LinkButton>
  );
  return (
    <Alert kind="warning" title={t('quickPay.signFirst', { agreement: agreement.agreementType.name })} action={sign}>
      <p>{sign ? t('quickPay.signFirstHint') : t('quickPay.contact', { telephone: contact.telephone })}</p>
    </Alert>
  );
}

function Invoice({ order }: { order: QuickPayOrder }) {
  const { date } = useFormat();
  return (
    <div className={styles.invoice}>
      {order.paymentStatus !== 'Paid' && <OrderStatusBanner status={order.paymentStatus} />}
      <Card
        title={order.orderType.name}
        aside={<span>{date(order.taxPointDate ?? order.createdOn, 'dd MMM yyyy')}</span>}
      >
        <OrderLines order={order} />
      </Card>
    </div>
  );
}
