import type { ReactNode } from 'react';
import { UnfinishedPagePayment } from '../../features/payments/checkout/page/page.exports.ts';
import { usePaymentResult } from '../checkout/use-payment-result.ts';

interface Props {
  /** The payer has just cancelled on the provider's page. */
  isCancelled?: boolean;
  children?: ReactNode;
}

/** Handles an attempt that was left on a provider's page: cancelled, still open, or paid. */
export function AfterProviderPage({ isCancelled = false, children }: Props) {
  const { toEnd } = usePaymentResult('anyProvider');
  return (
    <UnfinishedPagePayment isCancelled={isCancelled} onEnd={(payment) => toEnd({ end: 'settled', payment })}>
      {children}
    </UnfinishedPagePayment>
  );
}
