import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const hex = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

const minutes = 60_000;

/** Matches the header `Authorization` of Signature Version 4. */
const authorization = new RegExp(
  '^AWS4-HMAC-SHA256 Credential=([^/]+)/(\\d{8})/([^/]+)/s3/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ' +
    '?Signature=([0-9a-f]{64})$',
);

/**
 * Returns the fault of a request's signature, by Amazon's public description of Signature Version 4; null if there
 * is none. The content is part of the signature: a request with unsigned content is refused.
 */
export function faultOfSignature(request: IncomingMessage, body: Buffer, keys: S3Keys, now: Date): string | null {
  const header = (name: string) => [request.headers[name] ?? []].flat().join(',');
  const given = authorization.exec(header('authorization'));
  if (!given) return 'AccessDenied';
  const [, accessKeyId = '', day = '', region = '', signedHeaders = '', signature = ''] = given;
  if (accessKeyId !== keys.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== keys.region) return 'AuthorizationHeaderMalformed';
  const time = header('x-amz-date');
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!time.startsWith(day) || !(Math.abs(now.getTime() - at) < 15 * minutes)) return 'RequestTimeTooSkewed';

  const names = signedHeaders.split(';');
  const mustBeSigned = Object.keys(request.headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (names.toSorted().join() !== names.join() || mustBeSigned.some((name) => !names.includes(name)))
    return 'AccessDenied';
  if (header('x-amz-content-sha256') !== hex(body)) return 'XAmzContentSHA256Mismatch';

  const canonicalRequest = [
    request.method,
    ...canonicalAddress(request.url ?? '/'),
    ...names.map((name) => `${name}:${header(name).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    hex(body),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, hex(canonicalRequest)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${keys.secretAccessKey}`, day));
  const isRight = timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'));
  return isRight ? null : 'SignatureDoesNotMatch';
}

/** Returns the path, and the query in the order of its names, each encoded as the description says. */
function canonicalAddress(url: string): [path: string, search: string] {
  const { pathname, searchParams } = new URL(url, 'http://s3');
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const path = pathname.split('/').map((part) => encode(decodeURIComponent(part)));
  const search = Array.from(searchParams, ([name, value]) => `${encode(name)}=${encode(value)}`);
  return [path.join('/'), search.toSorted().join('&')];
}
