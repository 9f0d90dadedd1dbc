import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { DatabaseSync } from 'node:sqlite';
import { randomUUID } from 'node:crypto';
import { sendEvent } from '../hosted/events.ts';
import type { Sandbox } from '../sandbox.ts';
import { certificateOf } from './certificate.ts';
import { presentDisputeDetails } from './dispute-presenter.ts';
import { findPaypalMerchant } from './merchants.ts';
import { presentCapture, presentOrder } from './order-presenter.ts';
import type { CaptureStatus, Dispute, Order, Refund } from './orders.ts';
import { presentRefund } from './refund-presenter.ts';

const captureEvents: Readonly<Partial<Record<CaptureStatus, string>>> = {
  COMPLETED: 'PAYMENT.CAPTURE.COMPLETED',
  PENDING: 'PAYMENT.CAPTURE.PENDING',
  DECLINED: 'PAYMENT.CAPTURE.DECLINED',
  FAILED: 'PAYMENT.CAPTURE.DENIED',
  REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
  PARTIALLY_REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
};

/** Tells a merchant that a payer agreed. Nothing is paid by that. */
export function tellApproved(sandbox: Sandbox, order: Order): void {
  tell(sandbox, order, {
    event_type: 'CHECKOUT.ORDER.APPROVED',
    resource_type: 'checkout-order',
    summary: 'An order has been approved by buyer',
    resource: presentOrder(sandbox, order),
  });
}

/** Tells a merchant the result of a capture. */
export function tellCapture(sandbox: Sandbox, order: Order): void {
  tell(sandbox, order, {
    event_type: captureEvents[order.capture?.status ?? 'FAILED'],
    resource_type: 'capture',
    summary: 'Something happened to a capture',
    resource: presentCapture(sandbox, order),
  });
}

/** Tells a merchant of a refund. The event is about the refund, not the capture. */
export function tellRefund(sandbox: Sandbox, order: Order, refund: Refund): void {
  tell(sandbox, order, {
    event_type: 'PAYMENT.CAPTURE.REFUNDED',
    resource_type: 'refund',
    summary: 'A capture was refunded',
    resource: presentRefund(sandbox, order, refund),
  });
}

/**
 * Tells a merchant that the provider reversed money. The event is about a refund of its own, which names the
 * capture only in a link.
 */
export function tellReversal(sandbox: Sandbox, order: Order, reversal: Refund): void {
  tell(sandbox, order, {
    event_type: 'PAYMENT.CAPTURE.REVERSED',
    resource_type: 'refund',
    summary: 'A capture payment was reversed',
    resource: presentRefund(sandbox, order, reversal),
  });
}

type DisputeEvent = `CUSTOMER.DISPUTE.${'CREATED' | 'UPDATED' | 'RESOLVED'}`;

/** Tells a merchant of a dispute. */
export function tellDispute(sandbox: Sandbox, order: Order, dispute: Dispute, event_type: DisputeEvent): void {
  tell(sandbox, order, {
    event_type,
    resource_type: 'dispute',
    summary: `A dispute with Case # ${dispute.id}`,
    resource: presentDisputeDetails(sandbox, { order, dispute }),
  });
}

function tell(sandbox: Sandbox, { clientId }: Order, about: object): void {
  const id = `WH-${randomUUID()}`;
  const self = `${sandbox.origins.paypal}/v1/notifications/webhooks-events/${id}`;
  const event = {
    id,
    event_version: '1.0',
    create_time: new Date(sandbox.clock.now()).toISOString(),
    ...about,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/resend`, rel: 'resend', method: 'POST' },
    ],
  };
  const body = JSON.stringify(event);
  sandbox.database.prepare('insert into paypal_event (id, client_id, body) values (?, ?, ?)').run(id, clientId, body);
  send(sandbox, clientId, body);
}

/** Finds an event that was sent to a merchant. */
export function findEvent(database: DatabaseSync, clientId: string, id: string): string | undefined {
  const row = database.prepare('select body from paypal_event where id = ? and client_id = ?').get(id, clientId);
  return row === undefined ? undefined : String(row['body']);
}

/** Sends an earlier event to a merchant again, with a new signature. */
export function send(sandbox: Sandbox, clientId: string, event: string): void {
  const merchant = findPaypalMerchant(sandbox.database, clientId);
  if (merchant === undefined) return;
  const time = new Date(sandbox.clock.now()).toISOString();
  sendEvent(sandbox, {
    operation: 'paypal.event',
    accountId: clientId,
    url: merchant.webhookUrl,
    write: (isForged) => {
      const transmissionId = randomUUID();
      const signed = { transmissionId, time, webhookId: isForged ? 'another' : merchant.webhookId, body: event };
      const headers = {
        'paypal-transmission-id': transmissionId,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': signTransmission(sandbox.database, signed),
        'paypal-cert-url': `${sandbox.origins.paypal}${certificatePath}`,
        'paypal-auth-algo': 'SHA256withRSA',
      };
      return { body: event, headers };
    },
  });
}

/** The path of the certificate that verifies events. */
export const certificatePath = '/v1/notifications/certs/CERT-sandbox';

export const eventCertificate = (database: DatabaseSync): string => certificateOf(privateKey(database));

interface Transmission {
  readonly transmissionId: string;
  readonly time: string;
  readonly webhookId: string;
  /** The exact bytes that were sent. */
  readonly body: string;
}

const signedText = ({ transmissionId, time, webhookId, body }: Transmission) =>
  Buffer.from(`${transmissionId}|${time}|${webhookId}|${crc32(body)}`);

function signTransmission(database: DatabaseSync, transmission: Transmission): string {
  return sign('sha256', signedText(transmission), privateKey(database)).toString('base64');
}

/** Tells if a transmission is ours, for this webhook, and unchanged. */
export function isGenuine(database: DatabaseSync, transmission: Transmission, signature: string): boolean {
  const key = createPublicKey(privateKey(database));
  return verify('sha256', signedText(transmission), key, Buffer.from(signature, 'base64'));
}

/** Returns the signing key, which is made at first use and kept. */
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
