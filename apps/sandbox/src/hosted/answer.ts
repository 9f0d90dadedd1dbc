import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { transaction } from '../database.ts';
import { takeFaults } from '../faults.ts';
import type { Sandbox } from '../sandbox.ts';

/** What a provider of hosted pages answers its merchants. */
export interface Answer {
  readonly status: number;
  /** Absent: an empty body. */
  readonly body?: object;
}

/** What can befall a request of a merchant. */
export const requestFaultKinds = [
  'delay',
  'delay-answer',
  'drop-before',
  'drop-after-commit',
  'status',
  'status-after-commit',
  'invalid-json',
] as const;

/** Whose request it is, and which. */
export interface Asked {
  readonly operation: string;
  readonly accountId: string;
}

/** Does the work in one transaction and answers, unless a fault befalls the request. */
export async function answerUnderFaults(
  { database }: Sandbox,
  reply: FastifyReply,
  { operation, accountId }: Asked,
  work: () => Answer,
): Promise<FastifyReply> {
  const faults = new Map(takeFaults(database, operation, [accountId]).map((fault) => [fault.kind, fault]));
  const outOfService = (kind: 'status' | 'status-after-commit') => ({
    status: faults.get(kind)?.status ?? 500,
    body: { name: 'INTERNAL_SERVER_ERROR', code: 'internal', message: 'Out of service (sandbox fault)' },
  });
  if (faults.has('delay')) await sleep(faults.get('delay')?.ms);
  if (faults.has('drop-before')) return drop(reply);
  if (faults.has('status')) return send(reply, outOfService('status'));
  const answer = transaction(database, work);
  if (faults.has('delay-answer')) await sleep(faults.get('delay-answer')?.ms);
  if (faults.has('drop-after-commit')) return drop(reply);
  if (faults.has('status-after-commit')) return send(reply, outOfService('status-after-commit'));
  if (faults.has('invalid-json')) return sendBroken(reply, answer);
  return send(reply, answer);
}

/** Without a body the answer is empty, as after a cancellation. */
export function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return body === undefined ? reply.code(status).send() : reply.code(status).send(body);
}

function drop(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

function sendBroken(reply: FastifyReply, { status, body = {} }: Answer): FastifyReply {
  const text = JSON.stringify(body);
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(text.slice(0, Math.ceil(text.length / 2)));
}
