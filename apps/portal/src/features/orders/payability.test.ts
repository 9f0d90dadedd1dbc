import { expect, test } from 'vitest';
import { type Hindrance, hindranceOf, type OrderToPay, promptFor, type Prompt } from './payability.ts';

const order: OrderToPay = {
  paymentStatus: 'Unpaid',
  grossOrderCost: 100,
  outstandingAmount: 100,
  isoCurrencyCode: 'GBP',
  agreement: null,
};
const agreement = {
  guid: '6b1f4d0e-6f0c-4f5c-9d55-0b8f4c1f2a11',
  isSigned: false,
  signatureRequired: true,
  agreementType: { name: 'Berthing licence', optional: false },
};

test.each<[Partial<OrderToPay>, Hindrance | null]>([
  [{}, null],
  [{ agreement: { ...agreement, isSigned: true } }, null],
  [{ agreement }, 'agreement'],
  [{ agreement: { ...agreement, isOver: true } }, 'agreementOver'],
  [{ isoCurrencyCode: 'EUR' }, 'currency'],
  [{ paymentStatus: 'Processing' }, 'processing'],
  [{ paymentStatus: 'Cancelled' }, 'other'],
  [{ outstandingAmount: 0 }, 'other'],
  // A running payment comes first, then hindrances that the reader can remove.
  [{ paymentStatus: 'Processing', agreement }, 'processing'],
  [{ isoCurrencyCode: 'EUR', agreement }, 'agreement'],
])('[ORD-10] %j: %s', (changes, hindrance) => {
  expect(hindranceOf({ ...order, ...changes }, 'GBP')).toBe(hindrance);
});

const processing = { paymentStatus: 'Processing' } as const;

test.each<[Partial<OrderToPay>[], Prompt]>([
  [[{}, { agreement }], 'orders.selectInvoices'],
  [[{}, processing], 'orders.selectInvoices'],
  [[{ agreement }], 'orders.signToPay'],
  [[{ agreement: { ...agreement, isOver: true } }], 'orders.footer.other'],
  [[processing, { agreement }], 'orders.signToPay'],
  [[processing, processing], 'payments.inProgress'],
  [[processing, { isoCurrencyCode: 'EUR' }], 'payments.inProgress'],
  [[{ isoCurrencyCode: 'EUR' }], 'orders.footer.other'],
  [[], 'orders.selectInvoices'],
])('[ORD-3] if none of %j is chosen, the panel says %s', (changes, prompt) => {
  expect(
    promptFor(
      changes.map((each) => ({ ...order, ...each })),
      'GBP',
    ),
  ).toBe(prompt);
});
