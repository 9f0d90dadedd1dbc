import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import { routeCrossOrigin } from '../http/cross-origin.ts';
import { errorAnswer, routeOperation, send, unknownAddress } from './operation-route.ts';
import type { Operation } from './operation.ts';
import { routeFrames } from './frames.routes.ts';
import { setupOperations } from './setup.operations.ts';
import { authOperations } from './payments/auth.operations.ts';
import { settlementOperations } from './payments/settlement.operations.ts';
import { verificationOperations } from './payments/verification.operations.ts';
import { ProviderError } from './provider-error.ts';
import { authenticationOperations } from './threeds/authentication.operations.ts';
import { enrollmentOperations } from './threeds/enrollment.operations.ts';
import { fingerprintOperations } from './threeds/fingerprint.operations.ts';
import { addressOperations } from './vault/address.operations.ts';
import { cardOperations } from './vault/card.operations.ts';
import { customerTokenOperations } from './vault/customer-token.operations.ts';
import { profileOperations } from './vault/profile.operations.ts';
import { singleUseTokenOperations } from './vault/single-use-token.operations.ts';
import { walletTokenOperations } from './vault/wallet-token.operations.ts';

/** All calls of the provider. */
export const operations: readonly Operation[] = [
  ...setupOperations,
  ...profileOperations,
  ...addressOperations,
  ...cardOperations,
  ...customerTokenOperations,
  ...singleUseTokenOperations,
  ...walletTokenOperations,
  ...authOperations,
  ...settlementOperations,
  ...verificationOperations,
  ...fingerprintOperations,
  ...authenticationOperations,
  ...enrollmentOperations,
];

/** Creates the card vault provider's server: its API, scripts and frames. */
export function createProvider(sandbox: Sandbox): FastifyInstance {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, forceCloseConnections: true });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)));
    } catch {
      done(new ProviderError('5023'));
    }
  });
  app.setErrorHandler<FastifyError | ProviderError>((error, request, reply) => {
    if (error instanceof ProviderError) return send(reply, errorAnswer(sandbox, error));
    const isCallersFault = error.statusCode !== undefined && error.statusCode < 500;
    // Never logs the body, which may hold a card. The stack shows the place.
    if (!isCallersFault) process.stderr.write(`${request.method} ${request.routeOptions.url}: ${error.stack}\n`);
    return send(reply, errorAnswer(sandbox, new ProviderError(isCallersFault ? '5023' : '1007')));
  });
  app.setNotFoundHandler((request, reply) => send(reply, unknownAddress(sandbox, request.url)));
  routeCrossOrigin(app);
  routeMonitors(app);
  routeFrames(app, sandbox);
  for (const operation of operations) routeOperation(app, sandbox, operation);
  return app;
}

/** Serves the provider's health pages, one for each of its services, without credentials. */
function routeMonitors(app: FastifyInstance): void {
  for (const service of ['cardpayments', 'customervault', 'threedsecure']) {
    app.get(`/${service}/monitor`, () => ({ status: 'READY' }));
  }
}
