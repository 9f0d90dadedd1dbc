import { createHash } from 'node:crypto';
import { z } from 'zod';
import { minute } from '../../../lib/durations.ts';
import { callWire, leftOf, type WireAnswer } from '../wire-call.ts';
import type { PaypalSettings } from './settings.ts';

export interface WireCall {
  method: 'GET' | 'POST';
  path: string;
  /** The exact text that is sent. */
  body?: string;
  /** The provider does the work of one key once, for hours. */
  requestId?: string;
  /** Less than the settings' deadline, if that is too long to wait. */
  deadlineMs?: number;
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/** A token is not used in the last minute of its life. */
const marginMs = minute;

/** Tokens by their owner. Another copy of the server gets its own. */
const kept = new Map<string, { token: string; until: number }>();

/**
 * Makes a call with a token, and once more with a new one if the provider does not know it any more. DANGER: all of it
 * shares one deadline. After it, a capture that is not found counts as one that was never made.
 */
export async function callPaypal(settings: PaypalSettings, call: WireCall): Promise<WireAnswer> {
  const until = performance.now() + Math.min(call.deadlineMs ?? settings.deadlineMs, settings.deadlineMs);
  const first = await callWithToken(settings, call, until);
  if (first.kind !== 'answered' || first.status !== 401 || !kept.delete(nameOf(settings))) return first;
  return callWithToken(settings, call, until);
}

async function callWithToken(settings: PaypalSettings, call: WireCall, until: number): Promise<WireAnswer> {
  const token = await tokenFor(settings, until);
  if (typeof token !== 'string') return token;
  return callWire(settings.apiBaseUrl + call.path, {
    method: call.method,
    headers: {
      authorization: `Bearer ${token}`,
      prefer: 'return=representation',
      ...(call.method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(call.requestId === undefined ? {} : { 'paypal-request-id': call.requestId }),
    },
    ...(call.body === undefined ? {} : { body: call.body }),
    deadlineMs: leftOf(until),
  });
}

/** Returns the token, or the reason why there is none; then the call itself was not sent. */
async function tokenFor(settings: PaypalSettings, until: number): Promise<string | WireAnswer> {
  const name = nameOf(settings);
  const found = kept.get(name);
  // Monotonic: the lifetime of a token is independent of the calendar that ctx.clock tells.
  if (found && found.until > performance.now()) return found.token;
  const answer = await callWire(`${settings.apiBaseUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
    deadlineMs: leftOf(until),
  });
  if (answer.kind !== 'answered') return { kind: 'unsent', reason: answer.reason };
  if (answer.status === 401) return answer;
  const parsed = Token.safeParse(answer.body);
  if (answer.status !== 200 || !parsed.success) return { kind: 'unsent', reason: `no token: HTTP ${answer.status}` };
  const { access_token: token, expires_in: seconds } = parsed.data;
  kept.set(name, { token, until: performance.now() + seconds * 1000 - marginMs });
  return token;
}

/** Returns a token's key in memory as a hash, so that it keeps no secret in memory longer. */
const nameOf = ({ apiBaseUrl, clientId, clientSecret }: PaypalSettings) =>
  createHash('sha256')
    .update(JSON.stringify([apiBaseUrl, clientId, clientSecret]))
    .digest('base64');
