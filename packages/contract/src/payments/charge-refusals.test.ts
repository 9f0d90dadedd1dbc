import { expect, test } from 'vitest';
import { errorsOf } from '../errors/call-errors.ts';
import { confirmCardComponents } from '../cards/card-components.ts';
import { payByCard } from '../cards/cards.ts';
import { isRefusedBeforeCharge } from './charge-refusals.ts';
import { confirmExpressPayment } from './payment-pages.ts';

/**
 * Each of these is treated as "money may have moved", also those that any call may have. A repeated request gets them
 * as well, after the first one has charged.
 */
const openErrors = [
  'ACCOUNT_CLOSED',
  'FEATURE_DISABLED',
  'FOREIGN_ORIGIN',
  'INTERNAL_ERROR',
  'NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'RAW_CARD_DATA',
  'REQUEST_TIMEOUT',
  'STAFF_READ_ONLY',
  'TENANT_MISMATCH',
  'TENANT_UNKNOWN',
  'TOO_MANY_REQUESTS',
  'UNAVAILABLE',
  'UNSUPPORTED_MEDIA_TYPE',
];

test.each([payByCard, confirmCardComponents, confirmExpressPayment])(
  'it is decided for each error of $name if it says for certain that nothing was charged',
  (call) => {
    expect(
      errorsOf(call)
        .filter((code) => !isRefusedBeforeCharge(code))
        .toSorted(),
    ).toEqual(openErrors);
  },
);
