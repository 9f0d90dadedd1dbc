import type { FastifyInstance } from 'fastify';

/**
 * What every answer says, pages, calls, files and errors alike.
 * @param hstsSubDomains whether hosts below the portal's are to be used by TLS alone, too
 */
export function sendCommonHeaders(app: FastifyInstance, hstsSubDomains: boolean): void {
  const strictTransport = `max-age=31536000${hstsSubDomains ? '; includeSubDomains' : ''}`;
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    if (request.protocol === 'https') reply.header('strict-transport-security', strictTransport);
    done();
  });
}
