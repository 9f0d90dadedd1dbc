import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError } from './errors.ts';

/** What a form's body is: a list's one-click unsubscribing may be sent as either (RFC 8058). */
const formTypes = [/^application\/x-www-form-urlencoded\b/, /^multipart\/form-data\b/];

/**
 * Takes forms beside JSON within a scope. DANGER: any page of the web can send a form here, so only for calls that need
 * no session.
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
