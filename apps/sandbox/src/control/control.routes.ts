import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { bankOperations } from '../bank/version-1.ts';
import { routeClearAcceptControl } from '../clear-accept/control.routes.ts';
import { fieldOperations } from '../clear-accept/fields.routes.ts';
import { findMerchantByAccount } from '../clear-accept/merchants.ts';
import { clearAcceptOperations } from '../clear-accept/payment-request.operations.ts';
import {
  addFault,
  appFaultKinds,
  customerTokenFaultKinds,
  faultKinds,
  listFaults,
  removeFaults,
  signOnFaultKinds,
} from '../faults.ts';
import { type Account, findAccount, registerMerchant } from '../paysafe/merchants.ts';
import { appOperations } from '../partner-app/app-faults.ts';
import { eventFaultKinds } from '../hosted/events.ts';
import { requestFaultKinds } from '../hosted/answer.ts';
import { routePaypalControl } from '../paypal/control.routes.ts';
import { operations } from '../paysafe/provider.ts';
import { routeRedirectControl } from '../redirect/control.routes.ts';
import type { Sandbox } from '../sandbox.ts';
import { findClient } from '../single-sign-on/clients.ts';
import { routeSignOnControl } from '../single-sign-on/control.routes.ts';
import { signOnOperations } from '../single-sign-on/sign-on-faults.ts';
import { readBooks } from '../paysafe/books.ts';
import { accountId, key, secret } from './fields.ts';

const AccountQuery = z.strictObject({ accountId: key });
const OptionalAccount = z.strictObject({ accountId: key.optional() });

const NewMerchant = z.strictObject({
  serverKey: key,
  serverSecret: secret,
  tokenKey: key,
  tokenSecret: secret,
  accountId,
  currency: z.string().regex(/^[A-Z]{3}$/),
});

/** The operations of the providers with pages of their own: merchants' requests, and events to merchants. */
const hostedOperations = {
  paypal: [
    ...['token', 'create', 'read', 'capture', 'read-capture', 'refund', 'read-refund', 'verify'],
    ...['disputes', 'read-dispute', 'accept-claim', 'adjudicate', 'read-event', 'resend-event'],
  ],
  redirect: ['create', 'search', 'read', 'cancel', 'refund'],
};

const kindsOf = new Map([
  ...Object.entries(hostedOperations).flatMap(([provider, names]) => [
    ...names.map((name) => [`${provider}.${name}`, requestFaultKinds] as const),
    [`${provider}.event`, eventFaultKinds] as const,
  ]),
  ...operations.map(({ name }) => [name, faultKinds] as const),
  ['customertokens.create', [...faultKinds, ...customerTokenFaultKinds]],
  ...clearAcceptOperations.map(({ name }) => [name, faultKinds] as const),
  ...fieldOperations.map((name) => [name, ['status'] as const] as const),
  ...Object.entries(signOnOperations),
  ...Object.entries(appOperations),
  ...Object.entries(bankOperations),
  ['google-pay.ready', ['status'] as const],
  ['google-pay.payment-data', requestFaultKinds],
  ['apple-pay.session', requestFaultKinds],
]);

const NewFault = z
  .strictObject({
    accountId: key.optional(),
    operation: z.enum([...kindsOf.keys()]),
    kind: z.enum([...faultKinds, ...customerTokenFaultKinds, ...signOnFaultKinds, ...appFaultKinds]),
    times: z.number().int().min(1).max(10_000).default(1),
    ms: z.number().int().min(0).max(600_000).default(0),
    status: z.number().int().min(400).max(599).default(500),
  })
  .refine(({ operation, kind }) => kindsOf.get(operation)?.includes(kind), {
    path: ['kind'],
    error: 'This operation has no such fault',
  });

const ClockMove = z.strictObject({ offsetMs: z.number().int(), accountId: key.optional() });

/**
 * Adds the switches, which tests and curious people use and which no real provider has. Only this machine may call
 * them.
 */
export function routeControl(app: FastifyInstance, sandbox: Sandbox): void {
  const { database } = sandbox;
  app.register(
    async (control) => {
      control.addHook('onRequest', refuseBrowsers);
      control.setErrorHandler((error, _request, reply) => {
        const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
        return reply.code(error instanceof z.ZodError ? 400 : 500).send({ message });
      });

      control.post('/merchants', (request, reply) => {
        const merchant = NewMerchant.parse(request.body);
        if (!registerMerchant(database, merchant)) {
          return reply.code(409).send({ message: 'A key or the account belongs to another merchant.' });
        }
        const { serverKey, tokenKey, accountId, currency } = merchant;
        return reply.code(201).send({ serverKey, tokenKey, accountId, currency });
      });

      control.post('/faults', (request, reply) => {
        const { times, accountId = null, ...fault } = NewFault.parse(request.body);
        return reply.code(201).send(addFault(database, { ...fault, accountId, remaining: times }));
      });
      control.get('/faults', () => ({ faults: listFaults(database) }));
      control.delete('/faults', (request) => ({
        removed: removeFaults(database, OptionalAccount.parse(request.query).accountId),
      }));

      control.post('/clock', (request, reply) => {
        const { offsetMs, accountId } = ClockMove.parse(request.body);
        const scope = accountId === undefined ? undefined : clockScope(sandbox, accountId);
        if (accountId !== undefined && scope === undefined) return unknownAccount(reply);
        sandbox.clock.move(offsetMs, scope);
        return { now: new Date(sandbox.clock.now(scope)).toISOString() };
      });

      control.get('/books', (request, reply) => {
        const account: Account | undefined = findAccount(database, AccountQuery.parse(request.query).accountId);
        return account === undefined ? unknownAccount(reply) : reply.send(readBooks(sandbox, account));
      });

      routeSignOnControl(control, sandbox);
      routeClearAcceptControl(control, sandbox);
      routePaypalControl(control, sandbox);
      routeRedirectControl(control, sandbox);
    },
    { prefix: '/_sandbox' },
  );
}

/**
 * Returns the owner of the clock of an account: its merchant, or the account itself if it is a client of single
 * sign-on.
 */
function clockScope({ database }: Sandbox, accountId: string): string | undefined {
  return (
    findAccount(database, accountId)?.serverKey ??
    findClient(database, accountId)?.clientId ??
    findMerchantByAccount(database, accountId)?.merchantAccountId
  );
}

function unknownAccount(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ message: 'No merchant has this account, and no client this name.' });
}

/** Refuses pages in the developer's browser, and names that only point at this machine. */
async function refuseBrowsers(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const isLocalName = ['127.0.0.1', 'localhost'].includes(request.hostname);
  if (request.headers.origin !== undefined || !isLocalName) {
    await reply.code(403).send({ message: 'The switches are not for browsers.' });
  }
}
