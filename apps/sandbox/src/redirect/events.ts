import { createHmac, randomUUID } from 'node:crypto';
import { sendEvent } from '../hosted/events.ts';
import type { Sandbox } from '../sandbox.ts';
import { findRedirectMerchant } from './merchants.ts';
import type { RedirectPayment } from './payments.ts';

/** Tells a merchant that a payment has changed, signed with the secret that both know. */
export function tellMerchant(sandbox: Sandbox, { id, merchantId, status, request }: RedirectPayment): void {
  const merchant = findRedirectMerchant(sandbox.database, merchantId);
  if (merchant === undefined) return;
  const now = sandbox.clock.now();
  const event = {
    eventId: `evt_${randomUUID()}`,
    type: 'payment.updated',
    paymentId: id,
    reference: request.reference,
    status,
    createdAt: new Date(now).toISOString(),
  };
  sendEvent(sandbox, {
    operation: 'redirect.event',
    accountId: merchantId,
    url: merchant.webhookUrl,
    write: (isForged) => {
      const body = JSON.stringify(event);
      const seconds = Math.floor(now / 1000);
      const secret = isForged ? 'somebody else' : merchant.webhookSecret;
      const mark = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
      return { body, headers: { 'x-signature': `t=${seconds},v1=${mark}` } };
    },
  });
}
