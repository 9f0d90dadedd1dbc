import type { FastifyInstance } from 'fastify';

/** The provider's health pages, one for each of its services, without credentials. */
export function routeMonitors(app: FastifyInstance): void {
  for (const service of ['cardpayments', 'customervault', 'threedsecure']) {
    app.get(`/${service}/monitor`, () => ({ status: 'READY' }));
  }
}
