import type { Call } from '../operation.ts';
import type { CarriedAuthentication } from '../schemas.ts';
import { findIssued } from './authentications.ts';

/** The result of comparing a payment's authentication with those that this provider issued. The books show it. */
export type CarriedCheck = 'none' | 'genuine' | 'unknown' | 'other-card' | 'other-amount' | 'other-result';

export function checkCarried(
  call: Call,
  carried: CarriedAuthentication | undefined,
  cardFingerprint: string,
  amount: number,
): CarriedCheck {
  if (carried === undefined) return 'none';
  const issued = findIssued(call.sandbox.database, call.account.accountId, carried);
  if (issued === undefined) return 'unknown';
  if (issued.cardFingerprint !== cardFingerprint) return 'other-card';
  if (issued.fields.amount !== amount) return 'other-amount';
  return issued.fields.threeDResult === carried.threeDResult ? 'genuine' : 'other-result';
}
