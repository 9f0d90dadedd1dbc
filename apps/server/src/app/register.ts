import { apiBase, type Call, isFile, isRedirect } from '@quayside/contract/shared/call.ts';
import { languageCookie } from '@quayside/contract/tenant/languages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { DatabaseClient } from '../db/client.ts';
import { authorise, refuseForeignAccount, refuseForeignOrigin, refuseStaff } from './access.ts';
import { answerWriter } from '../http/answers/answer-writer.ts';
import { cacheAnswer } from '../http/answers/caching.ts';
import { isKnownVersion } from '../http/requests/if-match.ts';
import { refuseCompressed } from '../http/answers/content-encoding.ts';
import { limitCalls } from '../http/limits/call-limits.ts';
import type {
  AccountContext,
  Clock,
  Context,
  IntegrationKey,
  OrderKey,
  RequestInfo,
  Session,
  Tenant,
} from '../http/context.ts';
import { responseCookies } from '../http/origin/cookies.ts';
import { CallError } from '../http/errors.ts';
import { sendFile } from '../http/answers/files.ts';
import { acceptBytes, deliveryOf } from '../http/requests/deliveries.ts';
import { acceptForms } from '../http/requests/forms.ts';
import { acceptFile, acceptStream, dropRest, readFieldsBeforeFile } from '../http/requests/incoming-file.ts';
import { openByKey } from './integration-access.ts';
import { pageLanguage } from './page-document.ts';
import { actAsPayer, loadOrderKey } from './payer.ts';
import { formOf, readFormFields, redirectAfterForm, refuseForeignForm } from '../http/requests/page-forms.ts';
import { notingHits } from '../http/limits/rate-limit.ts';
import { requireRecentSignIn } from '../http/limits/recent-sign-in.ts';
import { refuseOddIdempotencyKey, requestInfo } from '../http/requests/request-info.ts';
import type { Redirect, Route } from '../http/route.ts';
import { loadSession } from './session.ts';
import type { TenantFinder } from '../http/tenant/tenant.ts';
import { parsePart, parseQuery } from '../http/requests/validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any code of a route runs; see register.ts. */
    quayside: Located;
  }
  interface FastifyContextConfig {
    /** The call of the contract that the route serves. */
    call?: Call;
  }
}

/** The facts about a request that are known before its handler runs. */
interface Located {
  facts: RequestInfo;
  tenant: Tenant;
  session: Session | null;
  orderKey: OrderKey | null;
  language: string;
  /** Set for calls of the integration API alone. */
  key?: IntegrationKey;
}

export interface RegisterOptions {
  database: DatabaseClient;
  tenants: TenantFinder;
  clock: Clock;
  /** For tests: refuses to send an answer that differs from its schema, which the serialiser would hide. */
  checksAnswers: boolean;
}

/**
 * Makes a route of a call of the contract, in this one place: tenant → session → access → validation → payer →
 * limits → recent sign-in → handler → answer.
 */
export async function registerRoute(app: FastifyInstance, route: Route, options: RegisterOptions): Promise<void> {
  const { takesForm, takesFile, takesStream, access } = route.call;
  if (!takesForm && !route.form && !takesFile && !takesStream && access !== 'webhook')
    return addRoute(app, route, options);
  await app.register(async (scope) => {
    if (access === 'webhook') acceptBytes(scope);
    else if (takesFile) await acceptFile(scope);
    else if (takesStream) acceptStream(scope, route.call);
    else acceptForms(scope);
    addRoute(scope, route, options);
  });
}

function addRoute(app: FastifyInstance, { call, form, limits = [], handle }: Route, options: RegisterOptions): void {
  app.route({
    method: call.method,
    url: apiBase + call.path,
    ...partsOf(call),
    config: { call, ...(form ? { form } : {}) },
    validatorCompiler: ({ httpPart }) => {
      if (httpPart === 'querystring') return (data: unknown) => parseQuery(call, data);
      // Nothing in it is read before its sender is known.
      if (httpPart === 'body' && call.access === 'webhook') return (data: unknown) => ({ value: data });
      const schema = httpPart === 'params' ? call.params : call.body;
      return (data: unknown) => parsePart(schema, data, httpPart ?? 'body');
    },
    // Runs before the body is read. So the refusal of an unreadable body has the caller's language, and nobody without
    // a key sends a program's body.
    onRequest: (request, reply) =>
      notingHits(request, async () => {
        request.quayside = await locate(request, reply, call, options);
        if (call.access === 'integration' && call.method !== 'GET') refuseCompressed(request);
        // Memory holds the whole form, so nobody beyond the limit may send one.
        if (call.formHoldsFile) await limitCalls(limits, contextOf(request, reply, options));
      }),
    preValidation: async (request) => {
      // Before anything is refused, because a refusal leads back to the page that the fields tell.
      const sent = formOf(request);
      if (sent) await readFormFields(request, sent);
      if (call.access !== 'integration') request.quayside = await identify(request, call, options);
      if (call.takesFile) await readFieldsBeforeFile(request);
      if (call.method !== 'GET' && request.body === undefined) request.body = {};
    },
    ...(call.takesFile || call.takesStream ? { onSend: async (request: FastifyRequest) => dropRest(request) } : {}),
    ...(call.cacheable ? { onSend: cacheAnswer } : {}),
    ...(call.maxBytes === undefined ? {} : { bodyLimit: call.maxBytes }),
    handler: (request, reply) => notingHits(request, () => answer(request, reply)),
  } satisfies RouteOptions);

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    // A wrong clock could move money wrongly. Another copy does it, or this one when its clock is right again.
    if (call.access === 'payer' && call.method !== 'GET' && !options.clock.isTrusted)
      throw new CallError('UNAVAILABLE', { retryAfter: 30 });
    const args = { params: request.params, query: request.query, body: request.body } as never;
    const ctx = await actingContext(call, args, contextOf(request, reply, options));
    if (call.idempotent) refuseOddIdempotencyKey(ctx.request);
    if (!call.formHoldsFile) await limitCalls(limits, ctx, args);
    if (call.recentSignIn) requireRecentSignIn(ctx);
    const delivery = call.access === 'webhook' ? deliveryOf(request) : null;
    const result = await handle(ctx as AccountContext, args, request.incomingFile ?? null, delivery);
    const sent = formOf(request);
    if (sent) return redirectAfterForm(request, reply, sent, result);
    reply.header('cache-control', 'no-store');
    if (call.versioned && call.method === 'GET' && isKnown(request, reply)) return reply.status(304).send();
    if (isRedirect(call.answer)) return sendElsewhere(reply, result as unknown as Redirect);
    if (options.checksAnswers && !isFile(call.answer)) call.answer.parse(result);
    return isFile(call.answer) ? sendFile(reply, call.answer, result) : result;
  }
}

/** Returns the context for the account that the call acts as, once the call's arguments are known. */
async function actingContext(call: Call, args: never, ctx: Context): Promise<Context> {
  if (call.access === 'payer') return actAsPayer(call, args, ctx);
  if (ctx.session && call.accountIn) refuseForeignAccount(call, args, ctx.session);
  return ctx;
}

/** Tells if a program has the object already that this answer shows. The handler has checked its access and read it. */
const isKnown = ({ headers, quayside }: FastifyRequest, reply: FastifyReply): boolean => {
  const tag = reply.getHeader('etag');
  return quayside.key !== undefined && typeof tag === 'string' && isKnownVersion(headers['if-none-match'], tag);
};

/** Redirects without a referrer: the requested address may hold a code, which the next server must not learn. */
function sendElsewhere(reply: FastifyReply, { location }: Redirect): FastifyReply {
  return reply.header('referrer-policy', 'no-referrer').redirect(location, 303);
}

/** Finds the request's tenant, and the language of its sender. */
async function locate(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  options: RegisterOptions,
): Promise<Located> {
  if (formOf(request)) refuseForeignForm(request);
  else refuseForeignOrigin(request, call);
  const { tenants } = options;
  const facts = requestInfo(request);
  if (call.access === 'integration') {
    const { tenant, key } = await openByKey(request, reply, call, options);
    authorise(call, tenant, null);
    const language = pageLanguage(tenant, undefined, request.headers['accept-language']);
    return { facts, tenant, session: null, orderKey: null, language, key };
  }
  const { tenant: named = '' } = request.params as { tenant?: string };
  const tenant = call.access === 'webhook' ? await tenants.named(named) : await tenants.find(request);
  // A browser opens a file by itself. Then only the cookie knows the reader's language.
  const chosen = isFile(call.answer) ? request.cookies[languageCookie] : undefined;
  const language = pageLanguage(tenant, chosen, request.headers['accept-language']);
  return { facts, tenant, session: null, orderKey: null, language };
}

async function identify(request: FastifyRequest, call: Call, { database, clock }: RegisterOptions): Promise<Located> {
  const { facts, tenant, language } = request.quayside;
  const db = database.forTenant(tenant.id);
  const session = await loadSession(request, call, db, tenant, clock);
  await refuseStaff(call, { db, tenant, clock, session, request: facts });
  authorise(call, tenant, session);
  const orderKey = await loadOrderKey(call, { db, tenant, clock, request: facts });
  return { facts, tenant, session, orderKey, language };
}

function contextOf(request: FastifyRequest, reply: FastifyReply, { database, clock }: RegisterOptions): Context {
  const { facts, tenant, session, orderKey, language, key } = request.quayside;
  return {
    tenant,
    session,
    orderKey,
    language,
    clock,
    db: database.forTenant(tenant.id),
    log: request.log,
    request: facts,
    cookies: responseCookies(reply, facts.isSecure),
    sendVersion: (version) => void reply.header('etag', `"${version}"`),
    ...(session ? { account: session.account } : {}),
    ...(key ? { key, answerCreated: () => void reply.status(201) } : {}),
  };
}

/**
 * Names the parts of a request that Fastify hands to `validatorCompiler`, and the answers for `serializerCompiler`.
 * Both know the call's own schemas, so no JSON schemas are made here: that took a sixth of a start's processor time.
 */
function partsOf({ method, answer }: Call) {
  const request = { params: {}, querystring: {}, ...(method === 'GET' ? {} : { body: {} }) };
  if (isFile(answer) || isRedirect(answer)) return { schema: request };
  return { schema: { ...request, response: { '2xx': {} } }, serializerCompiler: () => answerWriter(answer) };
}
