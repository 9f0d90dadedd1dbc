import type { ReactNode } from 'react';
import { UnfinishedPagePayment } from '../../features/payments/unfinished-page-payment.tsx';
import { usePaymentResult } from '../secure/use-payment-result.ts';

interface Props {
  /** The payer has just given up there. */
  isCancelled: boolean;
  children: ReactNode;
}

/** What an attempt on a provider's page left behind: given up, still open there, or paid. */
export function AfterProviderPage({ isCancelled, children }: Props) {
  const { toEnd } = usePaymentResult('anyProvider');
  return (
    <UnfinishedPagePayment isCancelled={isCancelled} onEnd={(payment) => toEnd({ end: 'settled', payment })}>
      {children}
    </UnfinishedPagePayment>
  );
}
