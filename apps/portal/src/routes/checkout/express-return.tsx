import { confirmExpressPayment } from '@quayside/contract/payments/payment-pages.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePaymentPlaces, resultPageOf } from '../../features/payments/payment-places.ts';
import { resultStyles, UnknownPayment, WaitingForPayment } from '../../features/payments/result/result.exports.ts';
import { api } from '../../lib/calls/api.ts';
import { ApiError, hasCode } from '../../lib/calls/api-error.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { usePaymentResult } from './use-payment-result.ts';

export function ExpressReturnPage() {
  return <ExpressReturn {...useSearch({ from: '/secure/paypal-success' })} />;
}

/**
 * An express provider sends payers here after they have agreed. The page takes the money, only once however often it is
 * opened.
 */
export function ExpressReturn({ token, PayerID }: { token: string; PayerID: string }) {
  const { t } = useTranslation();
  const { orders, texts } = usePaymentPlaces();
  const { toPage } = usePaymentResult('anyProvider');
  const { data, error, refetch } = useQuery({
    queryKey: ['confirmExpress', token],
    queryFn: () => api(confirmExpressPayment, { body: { token, PayerID } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { showsFailure: true },
  });
  useEffect(() => {
    if (data) void toPage(resultPageOf(data) ?? 'confirmation', data.merchantRefNumber);
  }, [data, toPage]);

  if (!error) return <WaitingForPayment payment={data} gaveUp={false} onCheckAgain={() => undefined} />;
  // The provider may send its payers to another browser than theirs.
  if (hasCode(error, 'NOT_FOUND')) return <UnknownPayment />;
  // The server takes the money of a payer who has agreed, also if nobody comes back. Only its refusal is a failure.
  const isRefused = error instanceof ApiError && error.status === 409;
  return (
    <div className={resultStyles.result}>
      <PageHeading title={t(isRefused ? 'financial.paymentFailure' : 'payments.checkingTitle')} />
      <ErrorState title={t('financial.confirmationError')} error={error} onRetry={refetch} />
      <div className={resultStyles.buttons}>
        <LinkButton {...orders}>{t(texts.toOrders)}</LinkButton>
      </div>
    </div>
  );
}
