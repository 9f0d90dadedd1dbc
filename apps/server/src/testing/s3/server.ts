import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { faultOfSignature, type S3Keys } from './signature.ts';

export interface S3Server {
  /** Such as `http://127.0.0.1:12345`. */
  url: string;
  /** Counts the objects in the bucket and the unfinished multipart uploads. */
  count: () => number;
  /** Takes the bucket away as if somebody deleted it, or brings it back. */
  loseBucket: (isLost: boolean) => void;
  close: () => Promise<void>;
}

interface Upload {
  key: string;
  /** An instant as S3 writes it. */
  initiated: string;
  /** The parts by their number. */
  parts: Map<number, Buffer>;
}

interface Bucket {
  name: string;
  objects: Map<string, Buffer>;
  /** Unfinished uploads, by id. */
  uploads: Map<string, Upload>;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

interface Request {
  method: string;
  key: string;
  search: URLSearchParams;
  range: string | undefined;
  body: Buffer;
}

const smallestPart = 5 * 1024 * 1024;

/**
 * Starts an S3 in memory with one bucket, addressed by path: whole objects, parts and ranges, and lists of both. It
 * is made from Amazon's public description. A request with a wrong signature is refused.
 * @param certificate for HTTPS
 */
export async function startS3(
  { bucket, ...keys }: S3Keys & { bucket: string },
  certificate?: { key: string; cert: string },
): Promise<S3Server> {
  const kept: Bucket = { name: bucket, objects: new Map(), uploads: new Map() };
  let isLost = false;
  const listener: RequestListener = async (request, response) => {
    try {
      send(request, response, await answer(request, isLost ? '' : bucket, keys, kept));
    } catch {
      response.destroy(); // the caller went away
    }
  };
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => kept.objects.size + kept.uploads.size,
    loseBucket: (lost) => void (isLost = lost),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, bucket: string, keys: S3Keys, kept: Bucket): Promise<Answer> {
  const body = await buffer(request);
  const fault = faultOfSignature(request, body, keys, new Date());
  if (fault !== null) return refuse(403, fault);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
  const [, named, ...rest] = decodeURIComponent(pathname).split('/');
  if (named !== bucket) return refuse(404, 'NoSuchBucket');
  const { method = '', headers } = request;
  const asked = { method, key: rest.join('/'), search: searchParams, range: headers.range, body };
  if (asked.key === '') return ofBucket(asked, kept);
  return searchParams.has('uploads') || searchParams.has('uploadId') ? inParts(asked, kept) : whole(asked, kept);
}

/** Answers ListObjectsV2, ListMultipartUploads and HeadBucket. */
function ofBucket({ method, search }: Request, bucket: Bucket): Answer {
  if (method === 'HEAD') return { status: 200 };
  if (method !== 'GET') return refuse(405, 'MethodNotAllowed');
  if (search.has('uploads')) return listUploads(search, bucket);
  return search.get('list-type') === '2' ? listObjects(search, bucket) : refuse(501, 'NotImplemented');
}

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
const element = (name: string, value: string | number | boolean) => `<${name}>${escapeXml(String(value))}</${name}>`;

function listObjects(search: URLSearchParams, { name, objects }: Bucket): Answer {
  const prefix = search.get('prefix') ?? '';
  const most = Math.min(1_000, Number(search.get('max-keys') ?? 1_000));
  const after = search.get('continuation-token') ?? search.get('start-after') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
  const shown = keys.slice(0, most);
  const contents = shown.map(
    (key) => `<Contents>${element('Key', key)}${element('Size', objects.get(key)?.length ?? 0)}</Contents>`,
  );
  return xml(
    'ListBucketResult',
    [
      element('Name', name),
      element('Prefix', prefix),
      element('KeyCount', shown.length),
      element('MaxKeys', most),
      element('IsTruncated', keys.length > shown.length),
      ...(keys.length > shown.length ? [element('NextContinuationToken', shown.at(-1) ?? '')] : []),
      ...contents,
    ].join(''),
  );
}

/** Lists uploads in the order of their keys, and for one key by the time of their start. */
function listUploads(search: URLSearchParams, { name, uploads }: Bucket): Answer {
  const prefix = search.get('prefix') ?? '';
  const most = Math.min(1_000, Number(search.get('max-uploads') ?? 1_000));
  const keyMarker = search.get('key-marker') ?? '';
  const idMarker = search.get('upload-id-marker') ?? '';
  const found = [...uploads]
    .filter(([, { key }]) => key.startsWith(prefix))
    .toSorted(([a, one], [b, other]) => (one.key === other.key ? (a < b ? -1 : 1) : one.key < other.key ? -1 : 1))
    .filter(([id, { key }]) => key > keyMarker || (key === keyMarker && idMarker !== '' && id > idMarker));
  const shown = found.slice(0, most);
  const [lastId = '', last] = shown.at(-1) ?? [];
  return xml(
    'ListMultipartUploadsResult',
    [
      element('Bucket', name),
      element('KeyMarker', keyMarker),
      element('UploadIdMarker', idMarker),
      element('NextKeyMarker', last?.key ?? ''),
      element('NextUploadIdMarker', lastId),
      element('Prefix', prefix),
      element('MaxUploads', most),
      element('IsTruncated', found.length > shown.length),
      ...shown.map(
        ([id, { key, initiated }]) =>
          `<Upload>${element('Key', key)}${element('UploadId', id)}${element('StorageClass', 'STANDARD')}` +
          `${element('Initiated', initiated)}</Upload>`,
      ),
    ].join(''),
  );
}

function whole({ method, key, range, body }: Request, { objects }: Bucket): Answer {
  if (method === 'PUT') {
    objects.set(key, body);
    return { status: 200, headers: { etag: etagOf(body) } };
  }
  if (method === 'DELETE') {
    objects.delete(key);
    return { status: 204 };
  }
  if (method !== 'GET' && method !== 'HEAD') return refuse(405, 'MethodNotAllowed');
  const object = objects.get(key);
  if (!object) return refuse(404, 'NoSuchKey');
  const headers = { etag: etagOf(object), 'accept-ranges': 'bytes', 'content-type': 'application/octet-stream' };
  if (range === undefined) return { status: 200, headers, body: object };
  const [, start = Number.NaN, end = Number.NaN] = (/^bytes=(\d+)-(\d+)$/.exec(range) ?? []).map(Number);
  if (!(start <= end && start < object.length)) return refuse(416, 'InvalidRange');
  const last = Math.min(end, object.length - 1);
  const contentRange = { 'content-range': `bytes ${start}-${last}/${object.length}` };
  return { status: 206, headers: { ...headers, ...contentRange }, body: object.subarray(start, last + 1) };
}

function inParts({ method, key, search, body }: Request, { objects, uploads }: Bucket): Answer {
  if (method === 'POST' && search.has('uploads')) {
    const id = randomUUID();
    uploads.set(id, { key, initiated: new Date().toISOString(), parts: new Map() });
    return xml('InitiateMultipartUploadResult', `<Key>${key}</Key><UploadId>${id}</UploadId>`);
  }
  const id = search.get('uploadId') ?? '';
  const upload = uploads.get(id);
  if (upload?.key !== key) return refuse(404, 'NoSuchUpload');
  const { parts } = upload;
  if (method === 'PUT') {
    parts.set(Number(search.get('partNumber')), body);
    return { status: 200, headers: { etag: etagOf(body) } };
  }
  if (method !== 'DELETE' && method !== 'POST') return refuse(405, 'MethodNotAllowed');
  if (method === 'DELETE') {
    uploads.delete(id);
    return { status: 204 };
  }
  const named = Array.from(String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber>/g), ([, number]) => Number(number));
  const content = named.map((number) => parts.get(number));
  if (named.length === 0 || content.includes(undefined)) return refuse(400, 'InvalidPart');
  if (content.slice(0, -1).some((part) => (part?.length ?? 0) < smallestPart)) return refuse(400, 'EntityTooSmall');
  objects.set(key, Buffer.concat(content as Buffer[]));
  uploads.delete(id);
  return xml('CompleteMultipartUploadResult', `<Key>${key}</Key>`);
}

const etagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`;

const xml = (root: string, content: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${content}</${root}>`,
});

const refuse = (status: number, code: string) => xml('Error', `<Code>${code}</Code><Message>${code}</Message>`, status);

function send({ method }: IncomingMessage, response: ServerResponse, { status, headers, body = '' }: Answer): void {
  const content = Buffer.from(body);
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': content.length }) });
  response.end(method === 'HEAD' ? undefined : content);
}
