import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { FaultKind, FaultsOfRequest } from './faults.ts';

/** A payment provider's answer to a call, before faults change it. */
export interface ProviderAnswer {
  readonly status: number;
  /** Absent: an empty body. */
  readonly body?: object;
  /** The time that the provider takes to answer, in milliseconds. Its work is booked before. */
  readonly takesMs?: number;
  /** True if the answer is lost on its way: the connection drops. */
  readonly dropped?: boolean;
}

interface Work<Answer extends ProviderAnswer> {
  /** Does the work of the call, in one transaction. */
  work: () => Answer;
  /** Returns the answer that replaces the real one when a fault says so. */
  brokenAnswer: (status: number) => Answer;
  send: (reply: FastifyReply, answer: Answer) => FastifyReply;
}

/** Does a payment provider's work and sends its answer, both changed by the request's faults. */
export async function answerUnderFaults<Answer extends ProviderAnswer>(
  reply: FastifyReply,
  faults: FaultsOfRequest,
  { work, brokenAnswer, send }: Work<Answer>,
): Promise<FastifyReply> {
  const broken = (kind: FaultKind) => send(reply, brokenAnswer(faults.get(kind)?.status ?? 500));
  if (faults.has('delay')) await sleep(faults.get('delay')?.ms);
  if (faults.has('drop-before')) return drop(reply);
  if (faults.has('status')) return broken('status');

  let answer = work();
  if (faults.has('duplicate')) answer = work();
  const waitMs = (answer.takesMs ?? 0) + (faults.get('delay-answer')?.ms ?? 0);
  if (waitMs > 0) await sleep(waitMs);
  if (answer.dropped || faults.has('drop-after-commit')) return drop(reply);
  if (faults.has('status-after-commit')) return broken('status-after-commit');
  if (faults.has('invalid-json')) return sendBroken(reply, answer);
  if (faults.has('slow-body')) return sendSlowly(reply, answer, faults.get('slow-body')?.ms ?? 0);
  return send(reply, answer);
}

export function sendAnswer(reply: FastifyReply, { status, body }: ProviderAnswer): FastifyReply {
  return body === undefined ? reply.code(status).send() : reply.code(status).send(body);
}

function drop(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

function sendBroken(reply: FastifyReply, answer: ProviderAnswer): FastifyReply {
  const text = JSON.stringify(answer.body ?? {});
  return reply
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .send(text.slice(0, Math.ceil(text.length / 2)));
}

/** Sends the head at once and the body in ten pieces over `ms`. */
async function sendSlowly(reply: FastifyReply, answer: ProviderAnswer, ms: number): Promise<FastifyReply> {
  const text = JSON.stringify(answer.body ?? {});
  const size = Math.ceil(text.length / 10);
  reply.hijack();
  reply.raw.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' });
  for (let at = 0; at < text.length; at += size) {
    reply.raw.write(text.slice(at, at + size));
    await sleep(ms / 10);
  }
  reply.raw.end();
  return reply;
}
