import { z } from 'zod';
import type { EventReading, IncomingEvent } from '../provider-events.ts';
import { callPaypal } from './http-client.ts';
import type { PaypalSettings } from './settings.ts';

const marks = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const;

/**
 * A merchant's own text: our reference, or anything at all, because disputes also name payments that another program
 * took. Nothing of a text that is too long for a reference is read.
 */
const ownText = z
  .string()
  .transform((text) => (text.length > 127 ? undefined : text))
  .optional();

const Verdict = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) });

/**
 * The event of a capture or its refund, of an order that its payer approved, or of a dispute. Refunds, reversals and
 * disputes may name only the capture.
 */
const Event = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string().max(100),
  resource: z.object({
    custom_id: ownText,
    purchase_units: z.array(z.object({ custom_id: ownText })).optional(),
    disputed_transactions: z
      .array(z.object({ custom: ownText, seller_transaction_id: z.string().max(200).optional() }))
      .optional(),
    links: z.array(z.object({ href: z.string(), rel: z.string() })).optional(),
  }),
});

/** Asks the provider itself if it sent these exact bytes. Only then are they read. */
export async function readEvent(settings: PaypalSettings, { body, headers }: IncomingEvent): Promise<EventReading> {
  const signature = Object.entries(marks).map(([name, header]) => [name, headers[header]] as const);
  const text = body.toString('utf8');
  if (settings.webhookId === null) return { kind: 'forged', reason: 'no webhook is set up' };
  if (signature.some(([, mark]) => typeof mark !== 'string')) return { kind: 'forged', reason: 'no signature' };
  // Copied into the question as it came: with its fields in another order it would be another event.
  if (!isJsonObject(text)) return { kind: 'forged', reason: 'no event' };
  const asked = JSON.stringify({ ...Object.fromEntries(signature), webhook_id: settings.webhookId });
  const answer = await callPaypal(settings, {
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    body: `${asked.slice(0, -1)},"webhook_event":${text}}`,
  });
  if (answer.kind !== 'answered') return { kind: 'unavailable', reason: answer.reason };
  const verdict = Verdict.safeParse(answer.body);
  if (!verdict.success) return { kind: 'unavailable', reason: `HTTP ${answer.status}` };
  if (verdict.data.verification_status !== 'SUCCESS') return { kind: 'forged', reason: 'another signature' };
  const event = Event.safeParse(JSON.parse(text));
  if (!event.success) return { kind: 'forged', reason: 'an event of another shape' };
  const { id, event_type: kind, resource } = event.data;
  const { custom_id: own, purchase_units: units, disputed_transactions: disputed } = resource;
  const merchantRefNumber = own ?? units?.[0]?.custom_id ?? disputed?.[0]?.custom ?? null;
  const providerPaymentId = disputed?.[0]?.seller_transaction_id ?? captureAbove(resource.links);
  return { kind: 'genuine', event: { id, kind, merchantRefNumber, providerPaymentId } };
}

/** Returns the capture of a refund, which its event names only in a link. */
function captureAbove(links: readonly { href: string; rel: string }[] = []): string | null {
  const above = links.find(({ rel }) => rel === 'up');
  return /\/v2\/payments\/captures\/([A-Za-z0-9-]{1,200})$/.exec(above?.href ?? '')?.[1] ?? null;
}

function isJsonObject(text: string): boolean {
  try {
    return z.looseObject({}).safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
