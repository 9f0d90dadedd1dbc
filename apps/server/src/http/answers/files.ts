import type { FileAnswer } from '@quayside/contract/shared/call.ts';
import type { FastifyReply } from 'fastify';
import { notFound } from '../errors.ts';
import type { FileContent, StoredContent } from '../route.ts';

/** Sends a file so that nothing in it runs: no sniffing, and a policy of its own. */
export async function sendFile(
  reply: FastifyReply,
  { contentType }: FileAnswer,
  file: FileContent,
): Promise<FastifyReply> {
  const ascii = file.fileName.replace(/[^\w.\- ]/g, '_');
  reply
    .type(file.contentType ?? contentType)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .header(
      'content-disposition',
      `${file.disposition}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
    );
  const { content } = file;
  return 'open' in content ? sendStored(reply, content) : reply.send(content);
}

/** Sends a stored file whole, or the requested part (RFC 9110, one range). */
async function sendStored(reply: FastifyReply, content: StoredContent): Promise<FastifyReply> {
  const { size, version } = content;
  const { range, 'if-range': ifRange } = reply.request.headers;
  reply.header('accept-ranges', 'bytes').header('etag', `"${version}"`);
  const part = ifRange === undefined || ifRange === `"${version}"` ? partOf(range, size) : 'all';
  if (part === 'none')
    return reply
      .code(416)
      .header('content-range', `bytes */${size}`)
      .removeHeader('content-disposition')
      .type('text/plain')
      .send('');
  const stream = await content.open(part === 'all' ? undefined : part);
  if (!stream) throw notFound();
  if (part === 'all') return reply.header('content-length', size).send(stream);
  return reply
    .code(206)
    .header('content-range', `bytes ${part.start}-${part.end}/${size}`)
    .header('content-length', part.end - part.start + 1)
    .send(stream);
}

/** Returns the part that a `Range` asks for. Several ranges, or an invalid one, mean the whole file. */
function partOf(range: string | undefined, size: number): { start: number; end: number } | 'all' | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return 'all';
  if (first === '')
    return Number(last) === 0 || size === 0 ? 'none' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'all';
  return start >= size ? 'none' : { start, end };
}
