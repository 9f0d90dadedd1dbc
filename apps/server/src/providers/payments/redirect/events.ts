import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { EventReading, IncomingEvent } from '../provider-events.ts';
import { minute } from '../../../lib/time/durations.ts';
import type { RedirectSettings } from './settings.ts';

/** The tolerance between the clocks. An older event was intercepted, and somebody sends it again. */
const longestMs = 10 * minute;

const Event = z.object({
  eventId: z.string().min(1).max(200),
  type: z.string().max(100),
  reference: z.string().max(200),
});

/** Reads an event if the provider has signed these exact bytes just now. */
export function readEvent({ webhookSecret }: RedirectSettings, { body, headers, now }: IncomingEvent): EventReading {
  const signature = headers['x-signature'];
  const [, seconds = '', mark = ''] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof signature === 'string' ? signature : '') ?? [];
  if (mark === '') return { kind: 'forged', reason: 'no signature' };
  if (Math.abs(now.getTime() - Number(seconds) * 1000) > longestMs) return { kind: 'forged', reason: 'not of now' };
  const expected = createHmac('sha256', webhookSecret).update(`${seconds}.`).update(body).digest();
  if (!timingSafeEqual(Buffer.from(mark, 'hex'), expected)) return { kind: 'forged', reason: 'another signature' };
  const parsed = parse(body);
  if (!parsed.success) return { kind: 'forged', reason: 'an event of another shape' };
  const { eventId: id, type: kind, reference: merchantRefNumber } = parsed.data;
  return { kind: 'genuine', event: { id, kind, merchantRefNumber, providerPaymentId: null } };
}

function parse(body: Buffer) {
  try {
    return Event.safeParse(JSON.parse(body.toString('utf8')));
  } catch {
    return Event.safeParse(null);
  }
}
