import type { FastifyReply } from 'fastify';
import { answerUnderFaults, type ProviderAnswer, sendAnswer } from '../provider-answer.ts';
import { transaction } from '../database.ts';
import { type FaultKind, takeFaultsByKind } from '../faults.ts';
import type { Sandbox } from '../sandbox.ts';
import { eventFaultKinds } from './events.ts';

/** The faults of a merchant's request. */
export const requestFaultKinds = [
  'delay',
  'delay-answer',
  'drop-before',
  'drop-after-commit',
  'status',
  'status-after-commit',
  'invalid-json',
] as const;

/** Returns the faults of a provider with pages of its own: those of merchants' requests, and of events to them. */
export function faultsOf(provider: string, requests: readonly string[]): Record<string, readonly FaultKind[]> {
  return {
    ...Object.fromEntries(requests.map((name) => [`${provider}.${name}`, requestFaultKinds])),
    [`${provider}.event`]: eventFaultKinds,
  };
}

/** The operation of a request, and its account. */
export interface MerchantRequest {
  readonly operation: string;
  readonly accountId: string;
}

/** Does the work in one transaction and answers, unless a fault applies to the request. */
export function answerMerchant(
  { database }: Sandbox,
  reply: FastifyReply,
  { operation, accountId }: MerchantRequest,
  work: () => ProviderAnswer,
): Promise<FastifyReply> {
  return answerUnderFaults(reply, takeFaultsByKind(database, [operation], [accountId]), {
    work: () => transaction(database, work),
    brokenAnswer: (status) => ({
      status,
      body: { name: 'INTERNAL_SERVER_ERROR', code: 'internal', message: 'Out of service (sandbox fault)' },
    }),
    send: sendAnswer,
  });
}
