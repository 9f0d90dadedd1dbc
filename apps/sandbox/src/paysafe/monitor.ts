import type { FastifyInstance } from 'fastify';

/** Serves the provider's health pages, one for each of its services, without credentials. */
export function routeMonitors(app: FastifyInstance): void {
  for (const service of ['cardpayments', 'customervault', 'threedsecure']) {
    app.get(`/${service}/monitor`, () => ({ status: 'READY' }));
  }
}
