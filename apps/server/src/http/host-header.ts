import type { FastifyInstance } from 'fastify';
import { CallError } from './errors.ts';

/** Matches a name or an address, and a port. */
const ordinary = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Refuses requests whose host is no plain host. DANGER: links begin with it. `marina.example:80@stranger.example`
 * names a marina to code that splits it at the colon, but leads to the stranger.
 */
export function refuseStrangeHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { host } = request;
    if (host === '' || ordinary.test(host)) done();
    else done(new CallError('INVALID_REQUEST', { values: { field: 'Host' } }));
  });
}
