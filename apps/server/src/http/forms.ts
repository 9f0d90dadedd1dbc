import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError } from './errors.ts';

/** The types of a form's body. A mail program's one-click unsubscribing may send either (RFC 8058). */
const formTypes = [/^application\/x-www-form-urlencoded\b/, /^multipart\/form-data\b/];

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

async function readForm(request: FastifyRequest, body: Buffer): Promise<Record<string, unknown>> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  try {
    return Object.fromEntries(await new Response(new Uint8Array(body), { headers }).formData());
  } catch (cause) {
    throw new CallError('INVALID_REQUEST', { values: { field: 'body' }, cause });
  }
}
