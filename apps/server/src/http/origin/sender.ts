import type { FastifyRequest } from 'fastify';
import { originOf } from './host-header.ts';

/**
 * Tells from which site's page a request comes: our own, another one, or unknown. Browsers name the page's origin. It
 * is `null` for a page that sends no referrer, but also for a frame of another site, and some people switch the header
 * off. Then newer browsers still say in `Sec-Fetch-Site` whose page it is. Unknown are programs, and old browsers that
 * say nothing. A `null` without that header may come from anywhere, so it counts as foreign.
 */
export function senderKind(
  request: Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>,
): 'own' | 'foreign' | 'unknown' {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && origin !== 'null') return origin.toLowerCase() === originOf(request) ? 'own' : 'foreign';
  if (site === 'same-origin') return 'own';
  return origin === undefined && (site === undefined || site === 'none') ? 'unknown' : 'foreign';
}
