import { createHash } from 'node:crypto';
import { callWire, leftOf, type WireAnswer } from '../wire-call.ts';
import type { ClearAcceptSettings } from './settings.ts';
import { BearerToken } from './wire.ts';

/** One call of the provider's API. */
export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT';
  /** Below the API's base. It never holds a token. */
  path: string;
  body?: Record<string, unknown>;
  /** Less than the settings' deadline, if that is too long to wait. */
  deadlineMs?: number;
}

/** Calls the API as the merchant. With a refused bearer token the provider did nothing, so it is renewed once. */
export async function callApi(settings: ClearAcceptSettings, call: ApiCall): Promise<WireAnswer> {
  const deadlineMs = Math.min(call.deadlineMs ?? settings.deadlineMs, settings.deadlineMs);
  const until = performance.now() + deadlineMs;
  const first = await callOnce(settings, call, until);
  if (first.kind !== 'answered' || first.status !== 401) return first;
  bearers.delete(nameOf(settings));
  return callOnce(settings, call, until);
}

async function callOnce(settings: ClearAcceptSettings, call: ApiCall, until: number): Promise<WireAnswer> {
  const bearer = await bearerOf(settings, until);
  if (typeof bearer !== 'string') return bearer;
  return callWire(`${settings.apiBaseUrl}/v1/transact${call.path}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${bearer}`,
      platformid: settings.platformId,
      merchantid: settings.merchantId,
      ...(call.body ? { 'content-type': 'application/json; charset=utf-8' } : {}),
    },
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
    deadlineMs: leftOf(until),
  });
}

/** Tokens until they expire. A copy of the server without one just requests it. */
const bearers = new Map<string, { token: string; expiresAt: number }>();
const marginMs = 30_000;

/** Returns the key of a token in memory. It holds no secret, and changes when a secret does. */
const nameOf = ({ tokenBaseUrl, clientId, clientSecret }: ClearAcceptSettings) =>
  createHash('sha256')
    .update(JSON.stringify([tokenBaseUrl, clientId, clientSecret]))
    .digest('base64');

/** Returns a token. @returns the token, or the reason why there is none; then nothing of the call itself was sent */
async function bearerOf(settings: ClearAcceptSettings, until: number): Promise<string | WireAnswer> {
  const name = nameOf(settings);
  const known = bearers.get(name);
  if (known && known.expiresAt > performance.now()) return known.token;
  const answer = await callWire(`${settings.tokenBaseUrl}/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
    deadlineMs: leftOf(until),
  });
  if (answer.kind !== 'answered') return { kind: 'unsent', reason: `no bearer token: ${answer.reason}` };
  if (answer.status === 400 || answer.status === 401 || answer.status === 403)
    return { kind: 'answered', status: 403, body: {} };
  const parsed = BearerToken.safeParse(answer.body);
  if (answer.status !== 200 || !parsed.success)
    return { kind: 'unsent', reason: `no bearer token: HTTP ${answer.status}` };
  const { access_token: token, expires_in } = parsed.data;
  // Monotonic: the lifetime of a token is independent of the calendar that ctx.clock tells.
  bearers.set(name, { token, expiresAt: performance.now() + expires_in * 1000 - marginMs });
  return token;
}
