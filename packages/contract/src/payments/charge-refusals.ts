import type { ErrorCode } from '../errors/error-codes.ts';

/**
 * The errors of a call that charges which say for certain that nothing was charged: the server answers them only
 * before it asks the provider for money. After any other failure, money may have moved.
 */
const refusedBeforeCharge: ReadonlySet<string | undefined> = new Set<ErrorCode>([
  'AMOUNT_CHANGED',
  'ORDER_NOT_PAYABLE',
  // Another payment of these orders was sent first. This one is over and charged nothing.
  'PAYMENT_IN_PROGRESS',
  'PAYMENT_STATE',
  'PROVIDER_UNAVAILABLE',
  'INVALID_REQUEST',
  'ADDRESS_NOT_STORED',
  'NOT_SIGNED_IN',
]);

/** Checks if a call that charges was refused before its provider was asked. */
export const isRefusedBeforeCharge = (code: string | undefined): boolean => refusedBeforeCharge.has(code);
