import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { faultOfSignature, type S3Keys } from './signature.ts';

export interface S3Server {
  /** Such as `http://127.0.0.1:12345`. */
  url: string;
  /** Objects in the bucket, and parts of uploads that nobody ended. */
  count: () => number;
  close: () => Promise<void>;
}

interface Bucket {
  objects: Map<string, Buffer>;
  /** Parts by the upload's id, then by their number. */
  uploads: Map<string, Map<number, Buffer>>;
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
 * One bucket of an S3 in memory, addressed by path: objects whole, in parts and by range. Made from Amazon's public
 * description; a request whose signature is wrong gets no further.
 */
export async function startS3({ bucket, ...keys }: S3Keys & { bucket: string }): Promise<S3Server> {
  const kept: Bucket = { objects: new Map(), uploads: new Map() };
  const server = createServer(async (request, response) => {
    try {
      send(request, response, await answer(request, bucket, keys, kept));
    } catch {
      response.destroy(); // the caller went away
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => kept.objects.size + kept.uploads.size,
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
  return searchParams.has('uploads') || searchParams.has('uploadId') ? inParts(asked, kept) : whole(asked, kept);
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
    uploads.set(id, new Map());
    return xml('InitiateMultipartUploadResult', `<Key>${key}</Key><UploadId>${id}</UploadId>`);
  }
  const id = search.get('uploadId') ?? '';
  const parts = uploads.get(id);
  if (!parts) return refuse(404, 'NoSuchUpload');
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
