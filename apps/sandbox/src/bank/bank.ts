import formBody from '@fastify/formbody';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { languageOf } from '../http/language.ts';
import { routeSourceFile } from '../http/source-file.ts';
import type { Sandbox } from '../sandbox.ts';
import type { BankChallenge, ChallengeAnswer, ChallengeSource } from '../cards/bank-challenge.ts';
import { refuse, rightCode, sendBankPage, sendReturn } from './bank-page.ts';
import { challengePage } from './challenge-page.ts';
import { decodeMessage, encodeMessage } from './three-d-s-message.ts';
import { routeVersion1 } from './version-1.ts';

const ChallengeForm = z.object({ creq: z.string(), threeDSSessionData: z.string().max(1024).default('') });
const ChallengeRequest = z.object({ acsTransID: z.string(), messageType: z.literal('CReq') });
const MethodForm = z.object({ threeDSMethodData: z.string() });
const MethodRequest = z.object({ threeDSServerTransID: z.string(), threeDSMethodNotificationURL: z.url() });
const AnswerForm = z.object({
  acsTransID: z.string(),
  threeDSSessionData: z.string().max(1024),
  answer: z.enum(['confirm', 'cancel']),
  code: z.string().default(''),
});

/** Creates the issuing bank's server: the pages of its access control server (ACS) for 3-D Secure 2 and 1. */
export function createBank(sandbox: Sandbox): FastifyInstance {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, forceCloseConnections: true });
  app.register(formBody);
  routeSourceFile(app, '/acs/bank.css', new URL('bank.css', import.meta.url));
  routeSourceFile(app, '/acs/return.js', new URL('return.ts', import.meta.url));
  app.post('/acs/method', (request, reply) => answerMethod(sandbox, request, reply));
  const sources = sandbox.wires.flatMap(({ challenges }) => challenges?.(sandbox) ?? []);
  app.post('/acs/challenge', (request, reply) => showChallenge(sources, request, reply));
  app.post('/acs/answer', (request, reply) => takeAnswer(sources, request, reply));
  routeVersion1(app, sandbox, sources);
  return app;
}

/** Fingerprints the browser in a hidden frame, and reports when it is done. */
function answerMethod(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const form = MethodForm.safeParse(request.body);
  const message = MethodRequest.safeParse(form.success ? decodeMessage(form.data.threeDSMethodData) : undefined);
  const isOurs = message.data?.threeDSMethodNotificationURL.startsWith(`${sandbox.origins.provider}/`);
  if (!message.success || !isOurs) return refuse(request, reply);
  const { threeDSServerTransID, threeDSMethodNotificationURL } = message.data;
  const threeDSMethodData = encodeMessage({ threeDSServerTransID });
  return sendReturn(request, reply, threeDSMethodNotificationURL, { threeDSMethodData });
}

function showChallenge(
  sources: readonly ChallengeSource[],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const form = ChallengeForm.safeParse(request.body);
  const message = ChallengeRequest.safeParse(form.success ? decodeMessage(form.data.creq) : undefined);
  if (!form.success || !message.success) return refuse(request, reply);
  const challenge = sourceOf(sources, message.data.acsTransID)?.find(message.data.acsTransID);
  if (challenge === undefined) return refuse(request, reply);
  const sessionData = form.data.threeDSSessionData;
  if (challenge.verdict !== undefined) return sendResult(request, reply, challenge, sessionData);
  return sendChallenge(request, reply, challenge, sessionData, false);
}

function takeAnswer(sources: readonly ChallengeSource[], request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const form = AnswerForm.safeParse(request.body);
  const source = form.success ? sourceOf(sources, form.data.acsTransID) : undefined;
  const pending = form.success ? source?.find(form.data.acsTransID) : undefined;
  if (!form.success || source === undefined || pending === undefined) return refuse(request, reply);
  const { answer, code, threeDSSessionData } = form.data;
  if (answer === 'confirm' && code.trim() === '') {
    return sendChallenge(request, reply, pending, threeDSSessionData, true);
  }
  const met: ChallengeAnswer = answer === 'cancel' ? 'abandoned' : code.trim() === rightCode ? 'passed' : 'failed';
  return sendResult(request, reply, source.answer(pending.acsTransactionId, met), threeDSSessionData);
}

/** Finds the provider that asked for a challenge. */
const sourceOf = (sources: readonly ChallengeSource[], acsTransactionId: string) =>
  sources.find((source) => source.find(acsTransactionId) !== undefined);

function sendChallenge(
  request: FastifyRequest,
  reply: FastifyReply,
  challenge: BankChallenge,
  sessionData: string,
  isCodeMissing: boolean,
): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  const hidden = { acsTransID: challenge.acsTransactionId, threeDSSessionData: sessionData };
  const body = challengePage({ language, challenge, action: '/acs/answer', hidden, isCodeMissing });
  return sendBankPage(request, reply, body, "'self'");
}

/** Tells the shop that the challenge is over. The verdict itself went from the bank to the provider. */
function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  decided: BankChallenge,
  threeDSSessionData: string,
): FastifyReply {
  const verdict = decided.verdict ?? 'N';
  const cres = encodeMessage({
    threeDSServerTransID: decided.serverTransactionId,
    acsTransID: decided.acsTransactionId,
    messageVersion: decided.version,
    ...(verdict === 'E'
      ? { messageType: 'Erro', errorCode: '403', errorDescription: 'Transient system failure' }
      : { messageType: 'CRes', transStatus: verdict }),
  });
  return sendReturn(request, reply, decided.returnAddress, { cres, threeDSSessionData });
}
