import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { DatabaseSync } from 'node:sqlite';
import { randomUUID } from 'node:crypto';
import { sendEvent } from '../hosted/events.ts';
import type { Sandbox } from '../sandbox.ts';
import { findPaypalMerchant } from './merchants.ts';
import { presentCapture, presentDispute, presentOrder, presentRefund } from './order-presenter.ts';
import type { CaptureStatus, Order, Refund } from './orders.ts';

const captureEvents: Readonly<Partial<Record<CaptureStatus, string>>> = {
  COMPLETED: 'PAYMENT.CAPTURE.COMPLETED',
  PENDING: 'PAYMENT.CAPTURE.PENDING',
  DECLINED: 'PAYMENT.CAPTURE.DECLINED',
  FAILED: 'PAYMENT.CAPTURE.DENIED',
  REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
  PARTIALLY_REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
};

/** Tells a merchant that a payer agreed: nothing is paid by that. */
export function tellApproved(sandbox: Sandbox, order: Order): void {
  tell(sandbox, order, {
    event_type: 'CHECKOUT.ORDER.APPROVED',
    resource_type: 'checkout-order',
    summary: 'An order has been approved by buyer',
    resource: presentOrder(sandbox, order),
  });
}

/** Tells a merchant what became of a capture. */
export function tellCapture(sandbox: Sandbox, order: Order): void {
  tell(sandbox, order, {
    event_type: captureEvents[order.capture?.status ?? 'FAILED'],
    resource_type: 'capture',
    summary: 'Something happened to a capture',
    resource: presentCapture(sandbox, order),
  });
}

/** Tells a merchant that money was given back: of the refund, not of the capture. */
export function tellRefund(sandbox: Sandbox, order: Order, refund: Refund): void {
  tell(sandbox, order, {
    event_type: 'PAYMENT.CAPTURE.REFUNDED',
    resource_type: 'refund',
    summary: 'A capture was refunded',
    resource: presentRefund(sandbox, order, refund),
  });
}

/** Tells a merchant of a dispute. */
export function tellDispute(sandbox: Sandbox, order: Order): void {
  const isResolved = order.capture?.dispute?.status === 'RESOLVED';
  tell(sandbox, order, {
    event_type: isResolved ? 'CUSTOMER.DISPUTE.RESOLVED' : 'CUSTOMER.DISPUTE.CREATED',
    resource_type: 'dispute',
    summary: 'A dispute was opened or resolved',
    resource: presentDispute(sandbox, order, true),
  });
}

function tell(sandbox: Sandbox, { clientId }: Order, about: object): void {
  const merchant = findPaypalMerchant(sandbox.database, clientId);
  if (merchant === undefined) return;
  const time = new Date(sandbox.clock.now()).toISOString();
  const event = { id: `WH-${randomUUID()}`, event_version: '1.0', create_time: time, ...about, links: [] };
  sendEvent(sandbox, {
    operation: 'paypal.event',
    accountId: clientId,
    url: merchant.webhookUrl,
    body: JSON.stringify(event),
    sign: (body, isForged) => {
      const transmissionId = randomUUID();
      const signed = { transmissionId, time, webhookId: isForged ? 'another' : merchant.webhookId, body };
      return {
        'paypal-transmission-id': transmissionId,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': signTransmission(sandbox.database, signed),
        'paypal-cert-url': `${sandbox.origins.paypal}/v1/notifications/certs/CERT-sandbox`,
        'paypal-auth-algo': 'SHA256withRSA',
      };
    },
  });
}

interface Transmission {
  readonly transmissionId: string;
  readonly time: string;
  readonly webhookId: string;
  /** As it went out, byte for byte. */
  readonly body: string;
}

const signedText = ({ transmissionId, time, webhookId, body }: Transmission) =>
  Buffer.from(`${transmissionId}|${time}|${webhookId}|${crc32(body)}`);

function signTransmission(database: DatabaseSync, transmission: Transmission): string {
  return sign('sha256', signedText(transmission), privateKey(database)).toString('base64');
}

/** Whether a transmission is one of ours, to this webhook, and unchanged. */
export function isGenuine(database: DatabaseSync, transmission: Transmission, signature: string): boolean {
  const key = createPublicKey(privateKey(database));
  return verify('sha256', signedText(transmission), key, Buffer.from(signature, 'base64'));
}

/** Made at first use, and kept. */
function privateKey(database: DatabaseSync) {
  const find = () => database.prepare("select value from secret where name = 'paypal-events'").get()?.['value'];
  if (find() === undefined) {
    const { privateKey: made } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    database
      .prepare("insert into secret (name, value) values ('paypal-events', ?)")
      .run(String(made.export({ type: 'pkcs8', format: 'pem' })));
  }
  return createPrivateKey(String(find()));
}
