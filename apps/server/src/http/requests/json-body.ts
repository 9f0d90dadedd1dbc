import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { CallError } from '../errors.ts';

/** JSON, and the type of merge patches (RFC 7396). */
const jsonTypes = ['application/json', 'application/merge-patch+json'];

/**
 * Takes bodies of JSON. Others are refused with 415, texts too. A body in another encoding than UTF-8 is refused,
 * because decoding would replace its letters by � without a word.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>(jsonTypes, { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) return parse(request, body.toString(), done);
    const fields = [{ errorCode: 'invalid_format', fieldName: 'body' }];
    done(new CallError('INVALID_REQUEST', { variant: 'notUtf8', fields }));
  });
}
