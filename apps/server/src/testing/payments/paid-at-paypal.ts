import { expect, inject } from 'vitest';
import type { OrderInput } from '../factories/orders.ts';
import { startMailWorker } from '../mail-worker.ts';
import { TestMailbox } from '../mailbox.ts';
import { type CheckoutFixture, type Customer, startCheckoutFixture } from './checkout-fixture.ts';
import {
  approveAtPaypal,
  confirmPaypal,
  givePageProvider,
  type PageMerchant,
  registerPaypal,
  startPaypal,
} from './page-payments.ts';

/** A payment that its customer has made at PayPal. */
export interface Paid {
  customer: Customer;
  paymentId: number;
  reference: string;
  token: string | null;
}

/** The application and a marina that takes PayPal and sends its mails. */
export interface PaidAtPaypal {
  fixture: CheckoutFixture;
  merchant: PageMerchant;
  mailbox: TestMailbox;
  /** Makes a customer who pays these orders. */
  paid: (...orders: OrderInput[]) => Promise<Paid>;
  close: () => Promise<void>;
}

/** Starts the application and the marina. */
export async function startPaidAtPaypal(): Promise<PaidAtPaypal> {
  const sandbox = inject('sandbox');
  const mailbox = new TestMailbox();
  const fixture = await startCheckoutFixture({}, { contact: { email: 'office@example.com', telephone: '' } });
  const { app, tenant } = fixture;
  const merchant = await registerPaypal(sandbox, `${app.url}/harbour/api/hooks/paypal/${tenant.key}`);
  await givePageProvider(tenant.db, tenant.id, merchant);
  const worker = await startMailWorker(app, mailbox);
  return {
    fixture,
    merchant,
    mailbox,
    paid: async (...orders) => {
      const customer = await fixture.customer(...orders);
      const { body } = await startPaypal(customer);
      await approveAtPaypal(sandbox, body.token);
      expect((await confirmPaypal(customer, body.token)).body.paymentStatus).toBe('Completed');
      const { paymentId, merchantRefNumber: reference } = body.payment;
      return { customer, paymentId, reference, token: body.token };
    },
    close: async () => {
      await worker.stop();
      await fixture.close();
      mailbox.remove();
    },
  };
}
