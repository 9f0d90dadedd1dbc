import { randomUUID } from 'node:crypto';
import type { SandboxProcess } from './sandbox-process.ts';
import { basic, type HttpAnswer, request } from './test-merchant.ts';

/** A merchant of the second card provider, for one test alone. */
export interface TestClearAcceptMerchant {
  readonly merchantAccountId: string;
  /** Calls the API below `/v1/transact`. */
  api(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<HttpAnswer>;
  /** Sends input as the provider's frames do. */
  type(paymentRequestId: string, card: object): Promise<HttpAnswer>;
  endChallenge(paymentRequestId: string): Promise<HttpAnswer>;
  books(): Promise<HttpAnswer['body']>;
  fault(fault: object): Promise<HttpAnswer>;
}

/**
 * Registers a merchant.
 * @param threeDs the moment at which its requests show the bank's result; default: as soon as it is known
 */
export async function createClearAcceptMerchant(
  sandbox: SandboxProcess,
  threeDs = 'beforeConfirm',
): Promise<TestClearAcceptMerchant> {
  const name = randomUUID();
  const merchant = {
    clientId: `${name}-client`,
    clientSecret: 'client secret',
    platformId: 'platform',
    merchantId: `${name}-m`,
    merchantAccountId: `${name}-account`,
    name: 'Saltmarsh & Sons',
    currency: 'GBP',
    threeDs,
  };
  const { merchantAccountId, clientId, platformId, merchantId } = merchant;
  const control = `${sandbox.provider}/_sandbox`;
  await request(`${control}/clear-accept/merchants`, 'POST', merchant);
  const bearer = await fetchBearer(sandbox, clientId, merchant.clientSecret);
  const identity = { Authorization: `Bearer ${bearer}`, PlatformId: platformId, MerchantId: merchantId };
  const api: TestClearAcceptMerchant['api'] = (method, path, body, headers = {}) =>
    request(`${sandbox.clearAccept}/v1/transact${path}`, method, body, { ...identity, ...headers });
  const inFrame = async (path: string, paymentRequestId: string, body: object) => {
    const { FieldToken } = (await api('POST', '/field-tokens', { PaymentRequestId: paymentRequestId })).body;
    return request(`${sandbox.clearAccept}/fields/v1/${path}`, 'POST', body, { Authorization: `Bearer ${FieldToken}` });
  };
  return {
    merchantAccountId,
    api,
    type: (id, card) => inFrame('tokens', id, card),
    endChallenge: (id) => inFrame('challenge-end', id, {}),
    books: async () =>
      (await request(`${control}/clear-accept/books?merchantAccountId=${merchantAccountId}`, 'GET')).body,
    fault: (fault) => request(`${control}/faults`, 'POST', { accountId: merchantAccountId, ...fault }),
  };
}

export async function fetchBearer(sandbox: SandboxProcess, clientId: string, secret: string): Promise<string> {
  const response = await fetch(`${sandbox.clearAccept}/oauth2/token`, {
    method: 'POST',
    headers: { Authorization: basic(clientId, secret) },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token = '' } = (await response.json()) as { access_token?: string };
  return token;
}
