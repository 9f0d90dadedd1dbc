import formBody from '@fastify/formbody';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Language, languageOf } from '../http/language.ts';
import { formLeadsTo, type Page, sendPage, unframed } from '../http/page.ts';
import { routeSourceFile } from '../http/source-file.ts';
import type { Sandbox } from '../sandbox.ts';
import { routePaypalApi } from './api.routes.ts';
import { approveOrder, sandboxPayer, signIn } from './approve.ts';
import { tellApproved } from './events.ts';
import { findPaypalMerchant } from './merchants.ts';
import { findOrder, type Order } from './orders.ts';
import { approvePage, indexPage, overPage, signInPage, unknownPage } from './pages.ts';

const Answer = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('sign-in'), email: z.string().trim().max(254), password: z.string().max(200) }),
  z.object({ answer: z.enum(['pay', 'decline', 'review', 'stay', 'cancel']) }),
]);
type Answer = z.output<typeof Answer>;

/** Creates PayPal's server: the Orders API, and the pages on which payers agree. */
export function createPaypal(sandbox: Sandbox): FastifyInstance {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, forceCloseConnections: true });
  app.register(formBody);
  acceptEmptyJson(app);
  routeSourceFile(app, '/hosted.css', new URL('../hosted/hosted.css', import.meta.url));
  routeSourceFile(app, '/payment.css', new URL('../hosted/payment.css', import.meta.url));
  routeSourceFile(app, '/paypal.css', new URL('paypal.css', import.meta.url));
  routeSourceFile(app, '/index-page.css', new URL('../http/index-page.css', import.meta.url));
  routePaypalApi(app, sandbox);
  app.get('/', (_request, reply) => sendPage(reply, indexPage()));
  app.get('/checkoutnow', (request, reply) => show(sandbox, request, reply));
  app.post('/checkoutnow', (request, reply) => take(sandbox, request, reply));
  return app;
}

/** Lets captures have a JSON type without a body. Text that isn't JSON is refused as the provider does it. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }));
    }
  });
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) process.stderr.write(`paypal: ${error.stack}\n`);
    const name = status >= 500 ? 'INTERNAL_SERVER_ERROR' : 'INVALID_REQUEST';
    return reply.code(status).send({ name, message: 'The request could not be read.', details: [], links: [] });
  });
}

interface Visit {
  readonly order: Order;
  readonly payee: string;
  readonly language: Language;
}

function visitOf({ database }: Sandbox, request: FastifyRequest): Visit | undefined {
  const { token } = request.query as { token?: string };
  const order = token === undefined ? undefined : findOrder(database, token);
  if (order === undefined) return undefined;
  const payee = findPaypalMerchant(database, order.clientId)?.name ?? order.clientId;
  return { order, payee, language: languageOf(request.headers['accept-language']) };
}

const isOpen = ({ status }: Order) => status === 'CREATED' || status === 'PAYER_ACTION_REQUIRED';

function show(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const visit = visitOf(sandbox, request);
  if (visit === undefined) return sendUnknown(request, reply);
  if (!isOpen(visit.order)) return sendPage(reply, overPage(visit), unframed);
  return sendForm(reply, visit, visit.order.payer === null ? signInPage(visit) : approvePage(visit));
}

function take(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const visit = visitOf(sandbox, request);
  const parsed = Answer.safeParse(request.body);
  if (visit === undefined || !parsed.success) return sendUnknown(request, reply);
  if (!isOpen(visit.order)) return sendPage(reply, overPage(visit), unframed);
  const { answer } = parsed.data;
  if (answer === 'cancel') return leave(reply, visit.order, 'cancel_url');
  if (answer === 'sign-in') return takeSignIn(sandbox, reply, visit, parsed.data);
  if (visit.order.payer === null) return sendForm(reply, visit, signInPage(visit));
  const approved = approveOrder(sandbox.database, visit.order, answer === 'stay' ? 'pay' : answer);
  tellApproved(sandbox, approved);
  if (answer === 'stay') return sendPage(reply, overPage(visit, true), unframed);
  return leave(reply, approved, 'return_url', { PayerID: approved.payer?.payerId ?? '' });
}

function takeSignIn(
  { database }: Sandbox,
  reply: FastifyReply,
  visit: Visit,
  { email, password }: Extract<Answer, { answer: 'sign-in' }>,
): FastifyReply {
  if (email.toLowerCase() !== sandboxPayer.email || password !== 'sandbox')
    return sendForm(reply, visit, signInPage(visit, { email }));
  return sendForm(reply, visit, approvePage({ ...visit, order: signIn(database, visit.order) }));
}

/** Redirects the payer back, with the order's id in the address. */
function leave(
  reply: FastifyReply,
  { id, request }: Order,
  to: 'return_url' | 'cancel_url',
  also: Record<string, string> = {},
): FastifyReply {
  const url = new URL(request.payment_source?.paypal.experience_context[to] ?? '/');
  for (const [name, value] of Object.entries({ token: id, ...also })) url.searchParams.set(name, value);
  return reply.redirect(url.href, 303);
}

function sendForm(reply: FastifyReply, { order }: Visit, page: Page): FastifyReply {
  const back = order.request.payment_source?.paypal.experience_context.return_url;
  return sendPage(reply, page, { 'form-action': "'self'", ...(back && formLeadsTo(back)), ...unframed });
}

function sendUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(404), unknownPage(languageOf(request.headers['accept-language'])), unframed);
}
