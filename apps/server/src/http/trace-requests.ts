import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openSpan, type Span } from '../lib/telemetry/spans.ts';

const spans = new WeakMap<FastifyRequest, Span>();

/**
 * Makes each request a span, if somebody traces. It has the pattern of the path and never the path itself: paths and
 * queries hold keys of links, guids and what people search for.
 */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const span = openSpan(() => {
      const { config, url = '*' } = request.routeOptions;
      const facts = { 'http.request.method': request.method, 'http.route': url, 'quayside.request_id': request.id };
      const call = config.call?.name;
      return {
        name: `${request.method} ${url}`,
        kind: 'server',
        facts: call === undefined ? facts : { ...facts, 'quayside.call': call },
        traceparent: callerOf(request),
      };
    });
    if (!span) return done();
    spans.set(request, span);
    span.within(done);
  });
  // The end of a body arrives outside of what the first hook started.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.within(done);
    else done();
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request);
    if (!span) return done();
    const tenant = request.quayside?.tenant.key;
    span.add({
      'http.response.status_code': statusCode,
      ...(tenant === undefined ? {} : { 'quayside.tenant': tenant }),
    });
    span.end(statusCode >= 500 ? String(statusCode) : undefined);
    done();
  });
}

/** Returns the `traceparent` of a trusted proxy. A browser's own would let anybody choose what is traced. */
function callerOf({ ips = [], headers }: FastifyRequest): string | undefined {
  return ips.length > 1 && typeof headers.traceparent === 'string' ? headers.traceparent : undefined;
}
