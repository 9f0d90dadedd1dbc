import type { ThreeDSecureAnswer } from '@quayside/contract/cards/cards.ts';
import type { ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import type { EnrollmentStep, PaymentStep } from '../../../providers/payments/card-payments.ts';
import type { AuthenticationRow } from '../cards.queries.ts';

const outcomes = { ready: 'proceed', challenge: 'challenge', declined: 'fail' } as const;

/** Presents the provider's latest answer, and the next step. */
export function presentStep(
  step: Exclude<PaymentStep | EnrollmentStep, { kind: 'unavailable' }>,
  payment: ProcessedPayment,
): ThreeDSecureAnswer {
  const { authentication } = step;
  return {
    id: authentication?.id ?? '',
    status: authentication?.status ?? 'FAILED',
    version: authentication?.version ?? 2,
    threeDEnrollment: authentication?.enrollment ?? null,
    threeDResult: authentication?.result ?? null,
    sdkChallengePayload: step.kind === 'challenge' && 'payload' in step ? step.payload : null,
    outcome: outcomes[step.kind],
    payment,
  };
}

/** Presents an authentication that is over. */
export function presentStored(
  row: AuthenticationRow,
  outcome: 'proceed' | 'fail',
  payment: ProcessedPayment,
): ThreeDSecureAnswer {
  return {
    id: row.authentication_id ?? '',
    status: row.status ?? 'FAILED',
    version: row.version ?? 2,
    threeDEnrollment: row.enrollment,
    threeDResult: row.result,
    sdkChallengePayload: null,
    outcome,
    payment,
  };
}
