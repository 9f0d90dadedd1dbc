import { request } from 'node:https';
import type { SessionOpening, SessionRequest } from '../wallets.ts';
import { type ApplePaySettings, appleHosts, appleTestHosts } from './wallet-settings.ts';

const deadlineMs = 10_000;
const mostBytes = 64 * 1024;
/** Apple cuts longer names. */
const longestName = 64;

/**
 * Asks Apple for a session of its sheet, with the merchant's certificate. The browser names the address, so only
 * addresses on the list are called: others must not reach our certificate, or servers within our network.
 */
export async function openMerchantSession(
  settings: ApplePaySettings,
  inTestMode: boolean,
  { validationUrl, displayName, domain }: SessionRequest,
): Promise<SessionOpening> {
  const url = allowedUrl(settings, inTestMode, validationUrl);
  if (!url) return { kind: 'foreign' };
  const body = JSON.stringify({
    merchantIdentifier: settings.merchantIdentifier,
    displayName: Array.from(displayName).slice(0, longestName).join(''),
    initiative: 'web',
    initiativeContext: domain,
  });
  try {
    const { status, text } = await post(url, settings, body);
    if (status !== 200) return { kind: 'unavailable', reason: `HTTP ${status}` };
    const session: unknown = JSON.parse(text);
    if (typeof session === 'object' && session !== null && !Array.isArray(session))
      return { kind: 'opened', session: session as Record<string, unknown> };
    return { kind: 'unavailable', reason: 'an answer of another shape' };
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return { kind: 'unavailable', reason: code ?? name };
  }
}

/** Returns the address if its host may be called; else null. */
export function allowedUrl(
  { validationHosts }: Pick<ApplePaySettings, 'validationHosts'>,
  inTestMode: boolean,
  address: string,
): URL | null {
  const url = URL.parse(address);
  const own = inTestMode ? [...appleHosts, ...appleTestHosts] : appleHosts;
  const hosts = validationHosts.length > 0 ? validationHosts : own;
  const isAllowed =
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    hosts.includes(url.host) &&
    url.pathname.startsWith('/paymentservices/');
  return isAllowed ? url : null;
}

/** Posts to Apple. It does not use `fetch`, which can't show a client certificate. It follows no redirect. */
function post(url: URL, settings: ApplePaySettings, body: string): Promise<{ status: number; text: string }> {
  const { certificate: cert, privateKey: key, certificateAuthority } = settings;
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const sending = request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    cert,
    key,
    minVersion: 'TLSv1.2',
    agent: false,
    ...(certificateAuthority === null ? {} : { ca: certificateAuthority }),
    signal: AbortSignal.timeout(deadlineMs),
  });
  sending.on('error', reject);
  sending.on('response', (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => {
      text += part;
      if (text.length > mostBytes) sending.destroy(new Error('an answer that is too long'));
    });
    response.on('error', reject);
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
  });
  sending.end(body);
  return promise;
}
