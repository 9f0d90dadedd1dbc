import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { inSpan, outgoingSpan } from '../../lib/telemetry/spans.ts';
import { isPublicAddress } from './public-addresses.ts';

/** The hosts of the operator's own network that may be called, also by http. */
export type PrivateHosts = ReadonlySet<string>;

/** The part of an answer that is kept. */
const keptBytes = 2_048;

export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  privateHosts: PrivateHosts;
  timeoutMs: number;
}

/** The answer of a marina's server: its status and the first 2 kB; or why there was none. */
export type WebhookAnswer = { status: number; answer: string } | { problem: string };

/** Resolves a name to all its addresses. */
type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Returns the host without brackets, and without the dot that a whole name may end with. */
const hostOf = ({ hostname }: URL) =>
  hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();

/** Returns why an address may not be called; null if it may. A name is looked up again at each connection. */
export function refuseUrl(text: string, privateHosts: PrivateHosts): 'notUrl' | 'notHttps' | 'private' | null {
  if (!URL.canParse(text)) return 'notUrl';
  const url = new URL(text);
  const host = hostOf(url);
  if (url.username !== '' || url.password !== '' || !/^https?:$/.test(url.protocol)) return 'notUrl';
  if (privateHosts.has(host)) return null;
  if (url.protocol !== 'https:') return 'notHttps';
  const isLocalName = host === 'localhost' || host.endsWith('.localhost');
  return isLocalName || (isIP(host) !== 0 && !isPublicAddress(host)) ? 'private' : null;
}

/**
 * Resolves a name, and fails if any of its addresses is not public. The connection goes to the addresses that were
 * checked: a second look-up could answer others.
 */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, done) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      if (addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address)))
        return done(new Error('the name leads to an address that is not public'), []);
      const [first] = addresses;
      return options.all ? done(null, addresses) : done(null, first?.address ?? '', first?.family);
    });

/**
 * Sends a request and reads the answer's beginning. It follows no redirect, which could lead anywhere.
 * @param resolve for tests: the system's own resolver by default
 */
export function sendWebhook(request: WebhookRequest, resolve: Resolve = lookup): Promise<WebhookAnswer> {
  const { url: text, privateHosts } = request;
  const refusal = refuseUrl(text, privateHosts);
  if (refusal !== null) return Promise.resolve({ problem: `the address may not be called (${refusal})` });
  const url = new URL(text);
  return inSpan(
    () => outgoingSpan('POST', url),
    async (span) => {
      const answer = await post(url, request, resolve);
      span?.add('status' in answer ? { 'http.response.status_code': answer.status } : { 'error.type': 'no answer' });
      return answer;
    },
  );
}

function post(url: URL, request: WebhookRequest, resolve: Resolve): Promise<WebhookAnswer> {
  const { headers, body, privateHosts, timeoutMs } = request;
  const isPrivate = privateHosts.has(hostOf(url));
  return new Promise((done) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const fail = (error: Error) =>
      done({ problem: signal.aborted ? `no answer within ${timeoutMs / 1_000} seconds` : error.message });
    const { request: open } = url.protocol === 'https:' ? https : http;
    const sent = open(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // A connection of its own for each request: an open one would be used without a look-up.
      agent: false,
      signal,
      ...(isPrivate ? {} : { lookup: publicLookup(resolve) }),
    });
    sent.on('error', fail);
    // Without this listener Node closes the connection and says nothing, so the sender would wait for ever.
    sent.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy();
      done({ status: statusCode, answer: '' });
    });
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = () => {
        const answer = Buffer.concat(chunks).subarray(0, keptBytes).toString().replaceAll('\0', '').toWellFormed();
        done({ status: response.statusCode ?? 0, answer });
        sent.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= keptBytes) finish();
      });
      response.on('end', finish);
      response.on('error', fail);
    });
    sent.end(body);
  });
}
