import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerUnderFaults } from '../provider-answer.ts';
import { InvalidCard } from '../cards/instrument.ts';
import { transaction } from '../database.ts';
import { type FaultsOfRequest, takeFaultsByKind } from '../faults.ts';
import {
  type Account,
  findAccount,
  findByCredentials,
  type KeyKind,
  listAccountIds,
  type Merchant,
} from './merchants.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Answer, Call, Operation } from './operation.ts';
import { errorObject, fieldError, ProviderError, unknownId } from './provider-error.ts';

interface Caller {
  readonly merchant: Merchant;
  readonly keyKind: KeyKind;
  readonly account: Account | undefined;
}

/**
 * Adds one operation to the provider's server: checks keys, applies faults, does the work in one transaction,
 * answers.
 */
export function routeOperation(app: FastifyInstance, sandbox: Sandbox, operation: Operation): void {
  app.route({
    method: operation.method,
    url: operation.path,
    config: { browser: operation.keys.includes('token') },
    handler: async (request, reply) => {
      const caller = identify(sandbox, operation, request);
      const accountIds = caller.account
        ? [caller.account.accountId]
        : listAccountIds(sandbox.database, caller.merchant.serverKey);
      const faults = takeFaultsByKind(sandbox.database, [operation.name], accountIds);
      return answerUnderFaults(reply, faults, {
        work: () => work(sandbox, operation, caller, request, faults),
        brokenAnswer: (status) => faultAnswer(sandbox, status),
        send,
      });
    },
  });
}

function identify(sandbox: Sandbox, operation: Operation, request: FastifyRequest): Caller {
  const found = findByCredentials(sandbox.database, request.headers.authorization);
  if (found === undefined) throw new ProviderError('5279');
  const fromBrowser = request.headers.origin !== undefined;
  if (!operation.keys.includes(found.keyKind) || (found.keyKind === 'server' && fromBrowser)) {
    throw new ProviderError('5270');
  }
  const accountId = (request.params as Record<string, string>)['account'];
  if (accountId === undefined) return { ...found, account: undefined };
  const account = findAccount(sandbox.database, accountId);
  if (account === undefined) throw new ProviderError('5016');
  if (account.serverKey !== found.merchant.serverKey) throw new ProviderError('5270');
  return { ...found, account };
}

function work(
  sandbox: Sandbox,
  operation: Operation,
  caller: Caller,
  request: FastifyRequest,
  faults: FaultsOfRequest,
): Answer {
  const call: Call = {
    sandbox,
    merchant: caller.merchant,
    keyKind: caller.keyKind,
    get account() {
      if (caller.account === undefined) throw new Error(`${operation.name} has no account in its path`);
      return caller.account;
    },
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string>,
    body: request.body,
    now: sandbox.clock.now(caller.merchant.serverKey),
    invisibleMs: faults.get('invisible')?.ms ?? 0,
    faults,
  };
  try {
    return transaction(sandbox.database, () => operation.handle(call));
  } catch (thrown) {
    const error = thrown instanceof InvalidCard ? fieldError(`card.${thrown.field}`, thrown.message) : thrown;
    if (!(error instanceof ProviderError)) throw error;
    return errorAnswer(sandbox, error, operation.echoesReference ? request.body : undefined);
  }
}

/** Returns a refusal as the provider words it. With `echoed` it has an id of its own and the caller's reference. */
export function errorAnswer(sandbox: Sandbox, error: ProviderError, echoed?: unknown): Answer {
  const reference = (echoed as { merchantRefNum?: unknown } | null | undefined)?.merchantRefNum;
  return {
    status: error.status,
    errorCode: error.code,
    body: {
      ...(echoed === undefined ? {} : { id: randomUUID() }),
      ...(typeof reference === 'string' ? { merchantRefNum: reference } : {}),
      error: errorObject(sandbox.origins.provider, error),
      ...(error.links === undefined ? {} : { links: error.links }),
    },
  };
}

function faultAnswer(sandbox: Sandbox, status: number): Answer {
  const error = errorObject(sandbox.origins.provider, new ProviderError('1007'));
  return { status, errorCode: '1007', body: { error } };
}

/** Sends an answer with the headers that the provider adds to all of them. */
export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status).header('X-Applicationuid', `GUID=${randomUUID()}`);
  if (answer.errorCode !== undefined) reply.header('X-Application-Status-Code', answer.errorCode);
  return answer.body === undefined ? reply.send() : reply.send(answer.body);
}

/** Returns the answer to an unknown address. */
export function unknownAddress(sandbox: Sandbox, url: string): Answer {
  return errorAnswer(sandbox, unknownId(url));
}
