import { agreementBlocksPayment, canBePaid, isOwedStatus } from '@quayside/contract/orders/orders.ts';
import type { QuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { OrderLines } from '../../features/orders/order-lines.tsx';
import { OrderStatusBanner } from '../../features/orders/order-status-banner.tsx';
import { readBasket } from '../../features/payments/basket.ts';
import { readSetupFailure } from '../../features/payments/setup-failure.ts';
import { isPaidByReader } from '../../features/quick-pay/steps.ts';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useInBrowser, useTabValue } from '../../lib/first-screen/in-browser.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { PayOrder } from './pay-order.tsx';
import { PlainNotice } from './plain-notice.tsx';
import { PlainWays } from './plain-ways.tsx';
import { useQuickPay } from './quick-pay.ts';
import styles from './review.module.css';

/** For a payer who returns from a provider's page or from our checkout without having paid there. */
const LeftPayment = lazyPart(async () => (await import('./left-payment.tsx')).LeftPayment);

/** Rarely needed: only after a checkout that could not be set up. */
const SetupFailureAlert = lazyPart(
  async () => (await import('../../features/payments/checkout/setup-failure-alert.tsx')).SetupFailureAlert,
);

/** Rarely needed: somebody must be paying right now. */
const HeldByLink = lazyPart(async () => (await import('./held-by-link.tsx')).HeldByLink);

/** Rarely needed: most orders still have something to pay. */
const PaidNotice = lazyPart(async () => (await import('../../features/quick-pay/paid-notice.tsx')).PaidNotice);

/**
 * The first step: the order and the choice of payment, or the reason why nothing can be paid here (decision P2.10). To
 * a reader who has paid the order, it is the last one.
 */
export function ReviewPage() {
  const { t } = useTranslation();
  const { order } = useQuickPay();
  const { cancelled } = useSearch({ strict: false });
  // Read once when the page opens. The pay panel follows an attempt that starts here.
  const hasLeft = useTabValue(() => hasAttempt(order.id));
  const hasFailed = useTabValue(readSetupFailure) !== undefined;
  const content = <Content order={order} />;
  return (
    <>
      <PageHeading title={t(isPaidByReader(order) ? 'quickPay.step.3' : 'quickPay.reviewTitle')}>
        {canBePaid(order) && t('quickPay.reviewHint')}
      </PageHeading>
      {canBePaid(order) && hasFailed && (
        <Suspense>
          <SetupFailureAlert />
        </Suspense>
      )}
      {hasLeft && !cancelled && (
        <Suspense>
          <LeftPayment />
        </Suspense>
      )}
      {cancelled ? (
        <Suspense fallback={<LoadingSkeleton heights={[44, 320]} />}>
          <LeftPayment isCancelled>{content}</LeftPayment>
        </Suspense>
      ) : (
        content
      )}
    </>
  );
}

/** Checks if this tab has started to pay the order, and does not know the end. */
function hasAttempt(orderId: number): boolean | undefined {
  const basket = readBasket();
  return basket?.orderIds.includes(orderId) && basket.merchantRefNumber !== null;
}

function Content({ order }: { order: QuickPayOrder }) {
  // An order that is being paid is not payable meanwhile. Its dialogs stay until the payment's end.
  const [isPaying, setPaying] = useState(false);
  const isBlocked = isOwedStatus(order.paymentStatus) && agreementBlocksPayment(order.agreement);
  return (
    <>
      <Notice order={order} />
      <noscript>{import.meta.env.SSR && <PlainNotice order={order} />}</noscript>
      {!isBlocked && (
        <div className={styles.columns}>
          <Invoice order={order} />
          {(canBePaid(order) || isPaying) && (
            <div className={styles.pay}>
              <PayOrder order={order} onPaying={setPaying} />
              <noscript>{import.meta.env.SSR && <PlainWays order={order} />}</noscript>
            </div>
          )}
        </div>
      )}
    </>
  );
}

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
        <p data-needs-scripts>{t('quickPay.processingHint')}</p>
      </Alert>
    );
  if (!isOwedStatus(order.paymentStatus))
    return (
      <Alert kind="info" title={t('quickPay.notPayable')}>
        <p>{t('quickPay.contact', { telephone: contact.telephone })}</p>
      </Alert>
    );
  if (agreementBlocksPayment(order.agreement)) return <AgreementGate order={order} />;
  return null;
}

/** Shown while somebody is on a page where the order can be paid. It tells times of the reader's own time zone. */
function Held({ order }: { order: QuickPayOrder }) {
  if (!useInBrowser()) return null;
  return (
    <Suspense>
      <HeldByLink order={order} />
    </Suspense>
  );
}

/** Leads to the payment that this browser, or its signed-in owner, has made or is making. */
function OwnPayment({ order: { payment } }: { order: QuickPayOrder }) {
  const { t } = useTranslation();
  const { confirmation } = usePaymentPlaces();
  if (!payment) return null;
  const search = { ...(confirmation.search as object), reference: payment.merchantRefNumber };
  return (
    <div data-needs-scripts>
      <LinkButton {...confirmation} search={search} variant="default">
        {t('quickPay.seePayment')}
      </LinkButton>
    </div>
  );
}

/** Asks to sign the agreement first, if it can be signed. Its page leads back here (decision P2.41). */
function AgreementGate({ order: { guid, agreement, account } }: { order: QuickPayOrder }) {
  const { t } = useTranslation();
  const { contact } = useTenant();
  const { referrer } = useSearch({ from: '/quickPay' });
  if (!agreement) return null;
  const name = { agreement: agreement.agreementType.name };
  if (agreement.isOver)
    return (
      <Alert kind="warning" title={t('quickPay.agreementOver', name)}>
        <p>{t('quickPay.agreementOverHint', { telephone: contact.telephone })}</p>
      </Alert>
    );
  const sign = (
    <LinkButton
      to="/quick-sign/$id"
      params={{ id: agreement.guid }}
      search={{ guid: account.guid, orderGuid: guid, referrer }}
      variant="filled"
    >
      {t('agreements.signTitle')}
    </LinkButton>
  );
  return (
    <Alert kind="warning" title={t('quickPay.signFirst', name)} action={sign}>
      <p>{t('quickPay.signFirstHint')}</p>
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
