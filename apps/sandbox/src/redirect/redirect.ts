import formBody from '@fastify/formbody';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { languageOf } from '../http/language.ts';
import { formLeadsTo, type Page, sendPage, unframed } from '../http/page.ts';
import { routeSourceFile } from '../http/source-file.ts';
import type { Sandbox } from '../sandbox.ts';
import { routeRedirectApi } from './api.routes.ts';
import { tellMerchant } from './events.ts';
import { findRedirectMerchant } from './merchants.ts';
import { indexPage, overPage, payPage, unknownPage } from './pages.ts';
import { changePayment, findPayment, isOpen, type RedirectPayment } from './payments.ts';

const Answer = z.object({ answer: z.enum(['pay', 'cancel', 'fail', 'fail-here', 'leave', 'pay-here']) });
type Answer = z.output<typeof Answer>['answer'];

const refused = { status: 'failed', code: 'refused_by_bank', message: 'The bank refused the payment.' } as const;

/** The result of each act of the customer. */
const outcomes = {
  pay: { status: 'success' },
  'pay-here': { status: 'success' },
  cancel: { status: 'cancelled' },
  fail: refused,
  'fail-here': refused,
  leave: { status: 'pending' },
} as const satisfies Record<Answer, Parameters<typeof changePayment>[2]>;

type PayRequest = FastifyRequest<{ Params: { id: string } }>;

/** Creates the redirect provider's server: its API, and the pages on which customers pay. */
export function createRedirect(sandbox: Sandbox): FastifyInstance {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, forceCloseConnections: true });
  app.register(formBody);
  routeSourceFile(app, '/hosted.css', new URL('../hosted/hosted.css', import.meta.url));
  routeSourceFile(app, '/payment.css', new URL('../hosted/payment.css', import.meta.url));
  routeSourceFile(app, '/redirect.css', new URL('redirect.css', import.meta.url));
  routeSourceFile(app, '/index-page.css', new URL('../http/index-page.css', import.meta.url));
  routeRedirectApi(app, sandbox);
  app.get('/', (_request, reply) => sendPage(reply, indexPage()));
  app.get('/pay/:id', (request: PayRequest, reply) => show(sandbox, request, reply));
  app.post('/pay/:id', (request: PayRequest, reply) => take(sandbox, request, reply));
  return app;
}

function show(sandbox: Sandbox, request: PayRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  const payment = findPayment(sandbox.database, request.params.id, sandbox.clock.now());
  if (payment === undefined) return sendPage(reply.code(404), unknownPage(language), unframed);
  const shown = { language, payment, payee: payeeOf(sandbox, payment) };
  return isOpen(payment) ? sendForm(reply, payPage(shown), payment) : sendPage(reply, overPage(shown), unframed);
}

function take(sandbox: Sandbox, request: PayRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  const parsed = Answer.safeParse(request.body);
  const payment = findPayment(sandbox.database, request.params.id, sandbox.clock.now());
  if (payment === undefined || !parsed.success) return sendPage(reply.code(400), unknownPage(language), unframed);
  if (!isOpen(payment)) return show(sandbox, request, reply);
  const { answer } = parsed.data;
  const changed = changePayment(sandbox.database, payment, outcomes[answer]);
  tellMerchant(sandbox, changed);
  const shown = { language, payment: changed, payee: payeeOf(sandbox, payment) };
  if (answer === 'fail-here') return sendForm(reply, payPage(shown), payment);
  if (answer === 'pay-here') return sendPage(reply, overPage(shown, true), unframed);
  return reply.redirect(answer === 'cancel' ? payment.request.cancelUrl : payment.request.returnUrl, 303);
}

const payeeOf = ({ database }: Sandbox, { merchantId }: RedirectPayment) =>
  findRedirectMerchant(database, merchantId)?.name ?? merchantId;

const sendForm = (reply: FastifyReply, page: Page, { request }: RedirectPayment) =>
  sendPage(reply, page, { ...formLeadsTo(request.returnUrl), ...unframed });
