import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type FaultKind, takeFaults } from '../faults.ts';
import { languageOf } from '../http/language.ts';
import { encodePaRes, readPaReq, type Version1Status } from '../cards/version-1-messages.ts';
import type { Sandbox } from '../sandbox.ts';
import type { BankChallenge, ChallengeSource, Version1Challenge } from '../cards/bank-challenge.ts';
import { refuse, rightCode, sendBankPage, sendReturn } from './bank-page.ts';
import { challengePage } from './challenge-page.ts';

/** The fault of the bank's answer: somebody else signed it. */
export const bankOperations: Readonly<Record<string, readonly FaultKind[]>> = { 'acs.pares': ['wrong-signature'] };

const TermUrl = z.url({ protocol: /^https?$/ }).max(2048);
const Question = z.strictObject({
  PaReq: z.string().min(1).max(16_000),
  TermUrl,
  MD: z.string().max(1024),
});
const AnswerForm = z.strictObject({
  ...Question.shape,
  answer: z.enum(['confirm', 'cancel']),
  code: z.string().max(10).default(''),
});

/** Serves the page of version 1: it takes PaReq, TermUrl and MD, and posts PaRes and MD to TermUrl. */
export function routeVersion1(app: FastifyInstance, sandbox: Sandbox, sources: readonly ChallengeSource[]): void {
  app.post('/acs/v1', (request, reply) => {
    const form = Question.safeParse(request.body);
    const askedChallenge = form.success ? challengeOf(sources, form.data.PaReq) : undefined;
    if (!form.success || askedChallenge === undefined) return refuse(request, reply);
    return sendQuestion(request, reply, askedChallenge, form.data, false);
  });
  app.post('/acs/v1/answer', (request, reply) => {
    const form = AnswerForm.safeParse(request.body);
    const askedChallenge = form.success ? challengeOf(sources, form.data.PaReq) : undefined;
    if (!form.success || askedChallenge === undefined) return refuse(request, reply);
    const { answer, code, ...question } = form.data;
    if (answer === 'confirm' && code.trim() === '') {
      return sendQuestion(request, reply, askedChallenge, question, true);
    }
    const status = answer === 'confirm' && code.trim() === rightCode ? statusAfter(askedChallenge) : 'N';
    const faults = takeFaults(sandbox.database, 'acs.pares', [askedChallenge.accountId]);
    const PaRes = encodePaRes(sandbox, askedChallenge, status, faults.length > 0);
    return sendReturn(request, reply, question.TermUrl, { PaRes, MD: question.MD });
  });
}

function challengeOf(sources: readonly ChallengeSource[], paReq: string): Version1Challenge | undefined {
  const acsTransactionId = readPaReq(paReq);
  if (acsTransactionId === undefined) return undefined;
  return sources.map((source) => source.findVersion1?.(acsTransactionId)).find((found) => found !== undefined);
}

/**
 * Returns the status after the right code. Version 1 has no status for a bank that fails midway, so it is
 * "unavailable".
 */
function statusAfter({ after }: Version1Challenge): Version1Status {
  return after === undefined || after === 'E' ? 'U' : after;
}

function sendQuestion(
  request: FastifyRequest,
  reply: FastifyReply,
  challenge: BankChallenge,
  { PaReq, TermUrl: termUrl, MD }: z.output<typeof Question>,
  isCodeMissing: boolean,
): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  const hidden = { PaReq, TermUrl: termUrl, MD };
  const body = challengePage({ language, challenge, action: '/acs/v1/answer', hidden, isCodeMissing });
  return sendBankPage(request, reply, body, "'self'");
}
