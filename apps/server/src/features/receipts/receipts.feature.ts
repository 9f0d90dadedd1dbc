import * as receiptsContract from '@quayside/contract/payments/receipts.ts';
import { z } from 'zod';
import type { Feature } from '../feature.ts';
import { receiptIntegrationRoutes } from './receipts.integration.ts';
import { receiptRoutes } from './receipts.routes.ts';
import { receiptMail } from './receipt.mail.ts';

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    receipt: { paymentId: number };
  }
}

export const receiptsFeature: Feature = {
  chapter: { name: 'payments', files: [receiptsContract] },
  routes: () => receiptRoutes,
  // The contract of payments declares the call.
  integration: { chapter: { name: 'payments', files: [] }, routes: () => receiptIntegrationRoutes },
  mails: {
    receipt: { payload: z.object({ paymentId: z.int() }), write: receiptMail },
  },
};
