import { MIMEType } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { holdsMore } from '../../lib/holds-more.ts';
import { CallError } from '../errors.ts';

/** The types of a form's body. A mail program's one-click unsubscribing may send either (RFC 8058). */
const formTypes = [/^application\/x-www-form-urlencoded\b/i, /^multipart\/form-data\b/i];

/** Checks if a request's body is a form. */
export const isForm = ({ headers }: FastifyRequest): boolean =>
  formTypes.some((type) => type.test(headers['content-type'] ?? ''));

/**
 * Accepts forms beside JSON within a scope. DANGER: every page of the web can send a form here. So a call may use it
 * only if it needs no session, or if `page-forms.ts` refuses the forms of other sites.
 */
export function acceptForms(scope: FastifyInstance): void {
  for (const type of formTypes) scope.addContentTypeParser(type, { parseAs: 'buffer' }, readForm);
}

/** More fields than any form of ours has. */
const mostFields = 1_000;

/**
 * Reads a form. DANGER: a reader takes minutes for a form with millions of fields, and nothing else runs meanwhile. So
 * the signs between them are counted first.
 * @throws CallError INVALID_REQUEST
 */
async function readForm({ headers }: FastifyRequest, body: Buffer): Promise<Record<string, unknown>> {
  const type = headers['content-type'] ?? '';
  try {
    if (holdsMore(body, separatorOf(type), mostFields)) throw new Error('the form has too many fields');
    const form = new Response(new Uint8Array(body), { headers: { 'content-type': type } });
    return Object.fromEntries(await form.formData());
  } catch (cause) {
    throw new CallError('INVALID_REQUEST', { values: { field: 'body' }, cause });
  }
}

/** Returns the text between two fields. Only a form in parts has a boundary. @throws Error if it is no type */
function separatorOf(type: string): string {
  const boundary = new MIMEType(type).params.get('boundary');
  return boundary ? `--${boundary}` : '&';
}
