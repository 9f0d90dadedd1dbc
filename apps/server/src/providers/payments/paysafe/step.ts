import type { z } from 'zod';
import type { Refusal } from '../payment-attempt.ts';
import { isTransient, type WireAnswer } from '../wire-call.ts';
import { readRefusal } from './wire.ts';

/**
 * Returns the next step after an answer of 3-D Secure. Nobody was charged, so an uncertain answer is simply tried
 * again.
 */
export function stepFrom<Found, Step>(
  answer: WireAnswer,
  schema: z.ZodType<Found>,
  decide: (found: Found) => Step,
): Step | { kind: 'unavailable'; reason: string } | { kind: 'declined'; authentication: null; refusal: Refusal } {
  if (answer.kind !== 'answered') return { kind: 'unavailable', reason: answer.reason };
  const { status, body } = answer;
  if (isTransient(status)) return { kind: 'unavailable', reason: `HTTP ${status}` };
  if (status >= 400) return { kind: 'declined', authentication: null, refusal: readRefusal(status, body) };
  const parsed = schema.safeParse(body);
  return parsed.success ? decide(parsed.data) : { kind: 'unavailable', reason: 'an answer of another shape' };
}
