import { callWire, type WireAnswer } from '../wire-call.ts';
import type { PaysafeSettings } from './settings.ts';

/** One call of the provider's API. */
export interface WireCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With its query. It never holds a token. */
  path: string;
  body?: Record<string, unknown>;
  /** Less than the settings' deadline, if that is too long to wait. */
  deadlineMs?: number;
  /** The key pair that makes tokens and nothing else. Default: the server's own. */
  key?: 'token';
}

/** Calls the provider. */
export async function callPaysafe(settings: PaysafeSettings, call: WireCall): Promise<WireAnswer> {
  const { serverKey, serverSecret, tokenKey, tokenSecret } = settings;
  const key =
    call.key === 'token' ? basicCredentials(tokenKey, tokenSecret) : basicCredentials(serverKey, serverSecret);
  return callWire(settings.apiBaseUrl + call.path, {
    method: call.method,
    headers: {
      authorization: `Basic ${key}`,
      ...(call.body ? { 'content-type': 'application/json; charset=utf-8' } : {}),
    },
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
    deadlineMs: Math.min(call.deadlineMs ?? settings.deadlineMs, settings.deadlineMs),
  });
}

/** Encodes a key and its secret, as HTTP Basic and the provider's scripts need it. */
export function basicCredentials(key: string, secret: string): string {
  return Buffer.from(`${key}:${secret}`).toString('base64');
}
