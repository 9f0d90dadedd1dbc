import type { FastifyInstance } from 'fastify';

/**
 * Adds the headers of every answer: pages, calls, files and errors.
 * @param hstsSubDomains true if hosts below the portal's must use TLS too
 */
export function sendCommonHeaders(app: FastifyInstance, hstsSubDomains: boolean): void {
  const strictTransport = `max-age=31536000${hstsSubDomains ? '; includeSubDomains' : ''}`;
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    if (request.protocol === 'https') reply.header('strict-transport-security', strictTransport);
    done();
  });
}
