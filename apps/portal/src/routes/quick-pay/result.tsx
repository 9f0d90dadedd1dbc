import { canBePaid } from '@quayside/contract/orders/orders.ts';
import type { QuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { listSites } from '@quayside/contract/tenant/tenant.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { PaymentFailure, PaymentOutcome, resultStyles } from '../../features/payments/result/result.exports.ts';
import { type ResultPage, usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { AnchorButton } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { usePaymentResult } from '../checkout/use-payment-result.ts';
import { useQuickPay } from './quick-pay.ts';

/** The third step: the result of the payment, from the server's record. */
export const QuickPayConfirmationPage = () => <Result page="confirmation" />;

/** A failed payment. The review offers another try (decision P2.46). */
export const QuickPayErrorPage = () => <Result page="error" />;

function Result({ page }: { page: ResultPage }) {
  const { reference } = useSearch({ strict: false });
  const { order, isOutdated } = useQuickPay();
  const { toPage } = usePaymentResult();
  const sites = useQuery({ ...callQuery(listSites, {}), staleTime: Number.POSITIVE_INFINITY }).data?.sites;
  const onOtherPage = useCallback(
    (other: ResultPage) => reference !== undefined && toPage(other, reference),
    [toPage, reference],
  );
  if (reference === undefined) return <PaymentFailure payment={undefined} />;
  const context = {
    account: { email: order.account.maskedEmail ?? '' },
    timeZone: sites?.find(({ id }) => id === order.siteId)?.timeZone,
    stillDue: !isOutdated && <RestOfOrder order={order} />,
    onward: <BackToWebsite />,
  };
  return (
    <PaymentOutcome
      key={reference}
      merchantRefNum={reference}
      page={page}
      onOtherPage={onOtherPage}
      context={context}
    />
  );
}

/** Leads to the rest of the order, if a part of it was paid. */
function RestOfOrder({ order }: { order: QuickPayOrder }) {
  const { t } = useTranslation();
  const { amountIn } = useFormat();
  const { orders } = usePaymentPlaces();
  if (!canBePaid(order)) return null;
  const amount = amountIn(order.isoCurrencyCode, order.outstandingAmount);
  return (
    <section className={resultStyles.next}>
      <p>{t('payments.stillDue', { amount })}</p>
      <LinkButton {...orders}>{t('nextStep.pay', { amount })}</LinkButton>
    </section>
  );
}

function BackToWebsite() {
  const { t } = useTranslation();
  const { returnUrl } = useQuickPay();
  if (returnUrl === null) return null;
  return (
    <AnchorButton href={returnUrl} rel="noreferrer" variant="subtle">
      {t('payments.backToWebsite')}
    </AnchorButton>
  );
}
