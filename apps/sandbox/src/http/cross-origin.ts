import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if pages of other origins may make this call. */
    browser?: boolean;
  }
}

/** Lets every page make the calls meant for browsers, and no others. They carry a key, never a cookie. */
export function routeCrossOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.browser) reply.header('Access-Control-Allow-Origin', '*');
  });
  app.addHook('onRoute', (route) => {
    if (!route.config?.browser || route.method !== 'POST') return;
    app.options(route.url, { config: { browser: true } }, (_request, reply) =>
      reply
        .code(204)
        .header('Access-Control-Allow-Methods', 'POST')
        .header('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-INTERNAL-CORRELATION-ID')
        .header('Access-Control-Max-Age', '600')
        .send(),
    );
  });
}
