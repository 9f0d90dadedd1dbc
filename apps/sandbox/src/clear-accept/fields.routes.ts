import type { FastifyInstance, FastifyRequest } from 'fastify';
import { transaction } from '../database.ts';
import { takeFaults } from '../faults.ts';
import { html } from '../http/html.ts';
import { languageOf } from '../http/language.ts';
import { sendPage } from '../http/page.ts';
import { routeModules, routeSourceFile } from '../http/source-file.ts';
import type { Sandbox } from '../sandbox.ts';
import { findRequest } from './payment-requests.ts';
import { Refusal } from './refusal.ts';
import { readFieldClaims } from './signed-claims.ts';
import { finishChallenge, takeTypedCard, type TypedAnswer } from './typed-cards.ts';

const modules = '/fields/v1/modules';

/** Serves the browser's side: the script of the hosted fields, their modules, and the frames they open. */
export function routeFields(app: FastifyInstance, sandbox: Sandbox): void {
  routeSourceFile(app, '/fields/v1', new URL('scripts/hosted-fields.ts', import.meta.url));
  routeModules(app, modules, ['clear-accept/scripts', 'cards/scripts']);
  routeFrames(app, sandbox);
  // Only the provider's own frames may call these: no page of another origin can.
  app.post('/fields/v1/tokens', (request) => answer(sandbox, request, 'fields.tokenise', takeTypedCard));
  app.post('/fields/v1/challenge-end', (request) => answer(sandbox, request, 'fields.challenge-end', finishChallenge));
}

/** The names of the frames' calls, for the fault switches. */
export const fieldOperations = ['fields.tokenise', 'fields.challenge-end'] as const;

function answer(
  sandbox: Sandbox,
  request: FastifyRequest,
  operation: (typeof fieldOperations)[number],
  work: (sandbox: Sandbox, fieldToken: string, body: unknown) => TypedAnswer,
): TypedAnswer {
  const fieldToken = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const claims = readFieldClaims(sandbox, fieldToken);
  const account = claims && findRequest(sandbox.database, claims.paymentRequestId)?.merchantAccountId;
  const [fault] = takeFaults(sandbox.database, operation, account === undefined ? [] : [account]);
  if (fault !== undefined) throw new Refusal(fault.status, 'Out of service (sandbox fault).');
  return transaction(sandbox.database, () => work(sandbox, fieldToken, request.body));
}

function routeFrames(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/fields/v1/frames/field', (request, reply) =>
    sendPage(reply, {
      language: languageOf(request.headers['accept-language']),
      title: 'Card field',
      styles: [`${modules}/cards/scripts/field.css`],
      scripts: [`${modules}/clear-accept/scripts/field.ts`],
      body: html`<input inputmode="numeric" autocorrect="off" spellcheck="false" aria-label="Card field"
      aria-describedby="error"><p class="spoken" id="error"></p>`,
    }),
  );
  app.get('/fields/v1/frames/challenge', (request, reply) => {
    const language = languageOf(request.headers['accept-language']);
    const title = language === 'fr' ? 'Confirmation par votre banque' : 'Confirmation by your bank';
    return sendPage(
      reply,
      {
        language,
        title,
        styles: [`${modules}/cards/scripts/bank-frame.css`],
        scripts: [`${modules}/clear-accept/scripts/challenge-frame.ts`],
        body: html`<iframe name="bank" title="${title}"></iframe>`,
      },
      { 'frame-src': `'self' ${sandbox.origins.bank}`, 'form-action': sandbox.origins.bank },
    );
  });
  app.post('/fields/v1/frames/challenge-done', (request, reply) =>
    sendPage(reply, {
      language: languageOf(request.headers['accept-language']),
      title: '3-D Secure',
      scripts: [`${modules}/cards/scripts/bank-returned.ts`],
      body: html`<p>…</p>`,
    }),
  );
}
