import { type BearerClient, callWithBearer } from '../bearer-token.ts';
import { callWire, leftOf, type WireAnswer } from '../wire-call.ts';
import type { ClearAcceptSettings } from './settings.ts';

/** One call of the provider's API. */
export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT';
  /** Below the API's base. It never holds a token. */
  path: string;
  body?: Record<string, unknown>;
  /** Less than the settings' deadline, if that is too long to wait. */
  deadlineMs?: number;
}

/** Calls the API as the merchant. */
export function callApi(settings: ClearAcceptSettings, call: ApiCall): Promise<WireAnswer> {
  const deadlineMs = Math.min(call.deadlineMs ?? settings.deadlineMs, settings.deadlineMs);
  const until = performance.now() + deadlineMs;
  return callWithBearer(clientOf(settings), until, (bearer) =>
    callWire(`${settings.apiBaseUrl}/v1/transact${call.path}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${bearer}`,
        platformid: settings.platformId,
        merchantid: settings.merchantId,
        ...(call.body ? { 'content-type': 'application/json; charset=utf-8' } : {}),
      },
      ...(call.body ? { body: JSON.stringify(call.body) } : {}),
      deadlineMs: leftOf(until),
    }),
  );
}

const clientOf = ({ tokenBaseUrl, clientId, clientSecret }: ClearAcceptSettings): BearerClient => ({
  tokenUrl: `${tokenBaseUrl}/oauth2/token`,
  clientId,
  clientSecret,
  marginMs: 30_000,
  refused: ({ status }) =>
    status === 400 || status === 401 || status === 403 ? { kind: 'answered', status: 403, body: {} } : undefined,
});
