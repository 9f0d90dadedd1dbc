import formBody from '@fastify/formbody';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { sendAnswer } from '../provider-answer.ts';
import type { Sandbox } from '../sandbox.ts';
import { routeFields } from './fields.routes.ts';
import { findMerchantByCredentials } from './merchants.ts';
import { answerOf, routeClearAccept } from './operation.ts';
import { clearAcceptOperations } from './payment-request.operations.ts';
import { Refusal } from './refusal.ts';

const bearerLifeSeconds = 3_600;

/** Creates the second card provider's server: its API, and the hosted fields with their script and frames. */
export function createClearAccept(sandbox: Sandbox): FastifyInstance {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, forceCloseConnections: true });
  app.setErrorHandler<FastifyError | Refusal>((error, request, reply) => {
    if (error instanceof Refusal) return sendAnswer(reply, answerOf(error));
    const isCallersFault = error.statusCode !== undefined && error.statusCode < 500;
    // Never logs the body, which may hold a card. The stack shows the place.
    if (!isCallersFault) process.stderr.write(`${request.method} ${request.routeOptions.url}: ${error.stack}\n`);
    const message = isCallersFault ? 'The request cannot be read.' : 'Internal error.';
    return sendAnswer(reply, { status: isCallersFault ? 400 : 500, body: { Message: message } });
  });
  app.setNotFoundHandler((_request, reply) =>
    sendAnswer(reply, { status: 404, body: { Message: 'Unknown address.' } }),
  );
  app.register(formBody);
  app.post('/oauth2/token', (request) => {
    const merchant = findMerchantByCredentials(sandbox.database, request.headers.authorization);
    if (merchant === undefined) throw new Refusal(401, 'invalid_client');
    const { grant_type: grantType } = (request.body ?? {}) as { grant_type?: unknown };
    if (grantType !== 'client_credentials') throw new Refusal(400, 'unsupported_grant_type');
    const { merchantAccountId } = merchant;
    const expiresAt = sandbox.clock.now(merchantAccountId) + bearerLifeSeconds * 1000;
    return {
      access_token: sandbox.secrets.sign({ use: 'api', merchantAccountId, expiresAt }),
      token_type: 'Bearer',
      expires_in: bearerLifeSeconds,
    };
  });
  for (const operation of clearAcceptOperations) routeClearAccept(app, sandbox, operation);
  routeFields(app, sandbox);
  return app;
}
