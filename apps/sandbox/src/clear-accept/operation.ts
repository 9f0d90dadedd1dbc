import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerUnderFaults, type ProviderAnswer, sendAnswer } from '../provider-answer.ts';
import { transaction } from '../database.ts';
import { takeFaultsByKind } from '../faults.ts';
import type { Sandbox } from '../sandbox.ts';
import { type ClearAcceptMerchant, findMerchantByAccount } from './merchants.ts';
import { Refusal } from './refusal.ts';
import { readApiClaims } from './signed-claims.ts';

/** One call of the second card provider's API. */
export interface ClearAcceptOperation {
  /** The name of the operation in the fault switches. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The path below `/v1/transact`. */
  readonly path: string;
  readonly handle: (call: ClearAcceptCall) => ProviderAnswer;
}

/** One request, with the merchant that its bearer token proves. */
export interface ClearAcceptCall {
  readonly sandbox: Sandbox;
  readonly merchant: ClearAcceptMerchant;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The sandbox's time for this merchant, in milliseconds. */
  readonly now: number;
  /** The time for which the records of this call stay hidden (fault `invisible`), in milliseconds. */
  readonly invisibleMs: number;
}

/**
 * Adds one operation to the provider's server: checks bearer token and headers, applies faults, does the work in
 * one transaction.
 */
export function routeClearAccept(app: FastifyInstance, sandbox: Sandbox, operation: ClearAcceptOperation): void {
  app.route({
    method: operation.method,
    url: `/v1/transact${operation.path}`,
    handler: (request, reply) => {
      const merchant = identify(sandbox, request);
      const faults = takeFaultsByKind(sandbox.database, [operation.name], [merchant.merchantAccountId]);
      const call: ClearAcceptCall = {
        sandbox,
        merchant,
        params: request.params as Record<string, string>,
        body: request.body,
        now: sandbox.clock.now(merchant.merchantAccountId),
        invisibleMs: faults.get('invisible')?.ms ?? 0,
      };
      return answerUnderFaults(reply, faults, {
        work: () => work(sandbox, operation, call),
        brokenAnswer: (status) => ({ status, body: { Message: 'Out of service (sandbox fault).' } }),
        send: sendAnswer,
      });
    },
  });
}

/** Returns the answer to a refusal. */
export function answerOf(error: Refusal): ProviderAnswer {
  const errors = error.errors.length > 0 ? { Errors: error.errors } : {};
  return { status: error.status, body: { Message: error.message, ...errors } };
}

function work(sandbox: Sandbox, operation: ClearAcceptOperation, call: ClearAcceptCall): ProviderAnswer {
  try {
    return transaction(sandbox.database, () => operation.handle(call));
  } catch (error) {
    if (error instanceof Refusal) return answerOf(error);
    throw error;
  }
}

/** Returns the merchant of the bearer token. Two headers must name it as well, and browsers are refused. */
function identify(sandbox: Sandbox, { headers }: FastifyRequest): ClearAcceptMerchant {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const claims = readApiClaims(sandbox, token);
  const merchant = claims && findMerchantByAccount(sandbox.database, claims.merchantAccountId);
  if (claims === undefined || merchant === undefined) throw new Refusal(401, 'The bearer token is not valid.');
  const now = sandbox.clock.now(merchant.merchantAccountId);
  if (claims.expiresAt <= now) throw new Refusal(401, 'The bearer token has expired.');
  const isThisMerchant = headers['platformid'] === merchant.platformId && headers['merchantid'] === merchant.merchantId;
  if (!isThisMerchant || headers.origin !== undefined) throw new Refusal(403, 'The merchant may not make this call.');
  return merchant;
}
