import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { SandboxProcess } from './sandbox-process.ts';
import { basic, type HttpAnswer, request } from './test-merchant.ts';

/** An event as a merchant receives it. */
export interface Delivery {
  readonly headers: IncomingHttpHeaders;
  /** The exact bytes. */
  readonly body: string;
}

/** A merchant's address for events, on this machine. */
export interface EventReceiver {
  readonly url: string;
  /** Resolves with the next delivery that was not returned yet. */
  next(): Promise<Delivery>;
  /** Sets the statuses for the next deliveries; 200 after these. */
  answerWith(...statuses: number[]): void;
  close(): Promise<void>;
}

/** Starts a server that receives a merchant’s events. */
export async function receiveEvents(): Promise<EventReceiver> {
  const here: Delivery[] = [];
  const waiting: ((delivery: Delivery) => void)[] = [];
  const statuses: number[] = [];
  const server = createServer((incoming, reply) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const delivery = { headers: incoming.headers, body: Buffer.concat(chunks).toString('utf8') };
      const taker = waiting.shift();
      if (taker) taker(delivery);
      else here.push(delivery);
      reply.writeHead(statuses.shift() ?? 200).end();
    });
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    next: async () => {
      const delivery = here.shift();
      if (delivery) return delivery;
      const { promise, resolve } = Promise.withResolvers<Delivery>();
      waiting.push(resolve);
      return promise;
    },
    answerWith: (...next) => void statuses.push(...next),
    close: async () => {
      server.closeAllConnections();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      await closed.promise;
    },
  };
}

/** A merchant of PayPal, for one test alone. */
export interface TestPaypalMerchant {
  readonly clientId: string;
  readonly webhookId: string;
  /** Calls the API with a token; `headers` may name another one. */
  api(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<HttpAnswer>;
  fault(fault: object): Promise<HttpAnswer>;
  control(path: string, body: object): Promise<HttpAnswer>;
  books(): Promise<HttpAnswer['body']>;
}

export async function createPaypalMerchant(
  { provider, paypal }: SandboxProcess,
  webhookUrl: string | null = null,
): Promise<TestPaypalMerchant> {
  const name = randomUUID();
  const [clientId, webhookId] = [`${name}-client`, `${name}-hook`];
  const control = `${provider}/_sandbox`;
  const merchant = { clientId, clientSecret: 'client secret', webhookId, webhookUrl, name: 'Saltmarsh & Sons' };
  await request(`${control}/paypal/merchants`, 'POST', merchant);
  const token = (await fetchToken(paypal, clientId, 'client secret')).body.access_token as string;
  return {
    clientId,
    webhookId,
    api: (method, path, body, headers) =>
      request(paypal + path, method, body, { Authorization: `Bearer ${token}`, ...headers }),
    fault: (fault) => request(`${control}/faults`, 'POST', { accountId: clientId, ...fault }),
    control: (path, body) => request(`${control}/paypal/${path}`, 'POST', body),
    books: async () => (await request(`${control}/paypal/books?clientId=${clientId}`, 'GET')).body,
  };
}

/** Gets a token as clients do. */
export async function fetchToken(paypal: string, clientId: string, secret: string, grant = 'client_credentials') {
  const response = await fetch(`${paypal}/v1/oauth2/token`, {
    method: 'POST',
    headers: { Authorization: basic(clientId, secret) },
    body: new URLSearchParams({ grant_type: grant }),
  });
  return { status: response.status, body: await response.json() };
}

/** A merchant of the redirect provider, for one test alone. */
export interface TestRedirectMerchant {
  readonly merchantId: string;
  readonly webhookSecret: string;
  api(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<HttpAnswer>;
  fault(fault: object): Promise<HttpAnswer>;
  control(path: string, body: object): Promise<HttpAnswer>;
  books(): Promise<HttpAnswer['body']>;
}

export async function createRedirectMerchant(
  { provider, redirect }: SandboxProcess,
  webhookUrl: string | null = null,
): Promise<TestRedirectMerchant> {
  const merchantId = randomUUID();
  const control = `${provider}/_sandbox`;
  const secrets = { secretKey: 'secret-key', webhookSecret: 'webhook secret' };
  await request(`${control}/redirect/merchants`, 'POST', { merchantId, ...secrets, webhookUrl, name: 'Saltmarsh' });
  return {
    merchantId,
    webhookSecret: secrets.webhookSecret,
    api: (method, path, body, headers) =>
      request(redirect + path, method, body, { Authorization: `Bearer ${merchantId}.secret-key`, ...headers }),
    fault: (fault) => request(`${control}/faults`, 'POST', { accountId: merchantId, ...fault }),
    control: (path, body) => request(`${control}/redirect/${path}`, 'POST', { merchantId, ...body }),
    books: async () => (await request(`${control}/redirect/books?merchantId=${merchantId}`, 'GET')).body,
  };
}
