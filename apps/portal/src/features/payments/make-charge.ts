import { isRefusedBeforeCharge } from '@quayside/contract/payments/charge-refusals.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { underWay } from './under-way.ts';

/** Makes the call that charges. From here on money may have moved, unless the call is refused for certain. */
export async function makeCharge<T>(call: () => Promise<T>): Promise<T> {
  const payments = [...underWay];
  const note = (mayBeCharged: boolean) => payments.forEach((payment) => Object.assign(payment, { mayBeCharged }));
  note(true);
  try {
    return await call();
  } catch (error) {
    if (isClearRefusal(error)) note(false);
    throw error;
  }
}

/** Checks if a call that charges was refused for certain. After any other failure, money may have moved. */
export const isClearRefusal = (error: unknown): boolean =>
  error instanceof ApiError && isRefusedBeforeCharge(error.code);
