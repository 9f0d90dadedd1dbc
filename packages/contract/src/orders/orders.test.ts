import { expect, test } from 'vitest';
import {
  agreementBlocksPayment,
  canBePaid,
  isSettledStatus,
  type OrderAgreement,
  OrderPaymentStatus,
} from './orders.ts';

const unsigned: OrderAgreement = {
  guid: '6b1f4d0e-6f0c-4f5c-9d55-0b8f4c1f2a11',
  isSigned: false,
  signatureRequired: true,
  agreementType: { name: 'Berthing licence', optional: false },
};
const order = { paymentStatus: 'Unpaid', grossOrderCost: 100, outstandingAmount: 100, agreement: null } as const;

test('[ORD-10] an agreement stands in the way while its signature is required, missing and not optional', () => {
  expect(agreementBlocksPayment(unsigned)).toBe(true);
  expect(agreementBlocksPayment(null)).toBe(false);
  expect(agreementBlocksPayment({ ...unsigned, isSigned: true })).toBe(false);
  expect(agreementBlocksPayment({ ...unsigned, signatureRequired: false })).toBe(false);
  expect(agreementBlocksPayment({ ...unsigned, agreementType: { name: 'Survey', optional: true } })).toBe(false);
});

test('[ORD-10] an order can be paid while it is owed, and no signature is missing', () => {
  expect(canBePaid(order)).toBe(true);
  expect(canBePaid({ ...order, agreement: unsigned })).toBe(false);
  expect(canBePaid({ ...order, outstandingAmount: 0.01 })).toBe(true);
  expect(canBePaid({ ...order, outstandingAmount: 0 })).toBe(false);
  expect(canBePaid({ ...order, grossOrderCost: 0.01 })).toBe(true);
  expect(canBePaid({ ...order, grossOrderCost: 0 })).toBe(false);
});

test('[ORD-10] only unpaid, part-paid and overdue orders can be paid', () => {
  const payable = OrderPaymentStatus.options.filter((paymentStatus) => canBePaid({ ...order, paymentStatus }));
  expect(payable).toEqual(['Unpaid', 'PartPaid', 'Overdue']);
});

test('Paid and Completed are settled, and nothing else', () => {
  const statuses = [...OrderPaymentStatus.options, 'Completed', 'Declined'];
  expect(statuses.filter(isSettledStatus)).toEqual(['Paid', 'Completed']);
});
