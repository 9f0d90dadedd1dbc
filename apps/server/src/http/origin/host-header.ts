import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError } from '../errors.ts';

/** Matches a name or an address, and a port. */
const ordinary = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

const isHost = (host: string) => ordinary.test(host) && URL.canParse(`http://${host}`);

/**
 * Refuses requests whose host is no plain host or one of two, or whose protocol is not HTTP.
 * DANGER: links begin with it. `marina.example:80@stranger.example` names a marina to code that splits it at the
 * colon, but leads to the stranger.
 */
export function refuseStrangeHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { host, protocol } = request;
    const refuse = (field: string) => done(new CallError('INVALID_REQUEST', { values: { field } }));
    // A balancer's check may send no host.
    if ((host !== '' && !isHost(host)) || namesTwoHosts(request)) return refuse('Host');
    // A proxy tells it. Everything but `https` would count as a line without TLS, and set cookies for one.
    if (protocol !== 'http' && protocol !== 'https') return refuse('X-Forwarded-Proto');
    done();
  });
}

const hostIn = (url: string) => URL.parse(url)?.host;

/** Checks for a second host, in the header or in the request's address. A proxy may have read the other one. */
function namesTwoHosts({ raw: { rawHeaders, headers, url = '' } }: FastifyRequest): boolean {
  // Names and values by turns.
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) return true;
  const inAddress = url.startsWith('/') ? undefined : hostIn(url);
  return inAddress !== undefined && inAddress !== hostIn(`http://${headers.host}`);
}

/**
 * Returns the origin that the browser used, as browsers write it: in lower case and without the protocol's own port.
 * Some proxies add that port to the host.
 */
export const originOf = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string =>
  new URL(`${protocol}://${host === '' ? 'localhost' : host}`).origin;
