import { minute } from '../../../lib/time/durations.ts';
import { type BearerClient, callWithBearer } from '../bearer-token.ts';
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

/**
 * Calls the API. DANGER: the requests of one call share its deadline. After it, a capture that is not found counts as
 * one that was never made.
 */
export function callPaypal(settings: PaypalSettings, call: WireCall): Promise<WireAnswer> {
  const until = performance.now() + Math.min(call.deadlineMs ?? settings.deadlineMs, settings.deadlineMs);
  return callWithBearer(clientOf(settings), until, (token) =>
    callWire(settings.apiBaseUrl + call.path, {
      method: call.method,
      headers: {
        authorization: `Bearer ${token}`,
        prefer: 'return=representation',
        ...(call.method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...(call.requestId === undefined ? {} : { 'paypal-request-id': call.requestId }),
      },
      ...(call.body === undefined ? {} : { body: call.body }),
      deadlineMs: leftOf(until),
    }),
  );
}

const clientOf = ({ apiBaseUrl, clientId, clientSecret }: PaypalSettings): BearerClient => ({
  tokenUrl: `${apiBaseUrl}/v1/oauth2/token`,
  clientId,
  clientSecret,
  marginMs: minute,
  refused: (answer) => (answer.status === 401 ? answer : undefined),
});
