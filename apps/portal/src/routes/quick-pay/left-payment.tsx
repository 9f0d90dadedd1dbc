import type { ReactNode } from 'react';
import { UnfinishedPayment } from '../../features/payments/checkout/page/page.exports.ts';
import { usePaymentResult } from '../checkout/use-payment-result.ts';

interface Props {
  /** The payer has just cancelled on the provider's page. */
  isCancelled?: boolean;
  children?: ReactNode;
}

/** Handles an attempt of this tab that was left, in our checkout or on a provider's page. */
export function LeftPayment({ isCancelled = false, children }: Props) {
  const { toEnd } = usePaymentResult('anyProvider');
  return (
    <UnfinishedPayment isCancelled={isCancelled} onEnd={(payment) => toEnd({ end: 'settled', payment })}>
      {children}
    </UnfinishedPayment>
  );
}
