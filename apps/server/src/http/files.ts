import type { FileAnswer } from '@quayside/contract/call.ts';
import type { FastifyReply } from 'fastify';
import type { FileContent } from './route.ts';

/** Sends a file so that nothing in it runs: no sniffing, and a policy of its own. */
export function sendFile(reply: FastifyReply, { contentType }: FileAnswer, file: FileContent): FastifyReply {
  const ascii = file.fileName.replace(/[^\w.\- ]/g, '_');
  return reply
    .type(contentType)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    .header(
      'content-disposition',
      `${file.disposition}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
    )
    .send(file.content);
}
