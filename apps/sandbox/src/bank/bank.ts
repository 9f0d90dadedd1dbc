import formBody from '@fastify/formbody';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { transaction } from '../database.ts';
import { languageOf } from '../http/language.ts';
import { routeSourceFile } from '../http/source-file.ts';
import { type Authentication, findByAcsTransaction } from '../paysafe/threeds/authentications.ts';
import { type ChallengeAnswer, decideChallenge } from '../paysafe/threeds/challenge.ts';
import type { Sandbox } from '../sandbox.ts';
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

/** The issuing bank's server: the pages of its access control server (ACS) for 3-D Secure 2, and for 1. */
export function createBank(sandbox: Sandbox): FastifyInstance {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, forceCloseConnections: true });
  app.register(formBody);
  routeSourceFile(app, '/acs/bank.css', new URL('bank.css', import.meta.url));
  routeSourceFile(app, '/acs/return.js', new URL('return.ts', import.meta.url));
  app.post('/acs/method', (request, reply) => answerMethod(sandbox, request, reply));
  app.post('/acs/challenge', (request, reply) => showChallenge(sandbox, request, reply));
  app.post('/acs/answer', (request, reply) => takeAnswer(sandbox, request, reply));
  routeVersion1(app, sandbox);
  return app;
}

/** The bank looks at the browser in a hidden frame, and says when it is done. */
function answerMethod(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const form = MethodForm.safeParse(request.body);
  const message = MethodRequest.safeParse(form.success ? decodeMessage(form.data.threeDSMethodData) : undefined);
  const isOurs = message.data?.threeDSMethodNotificationURL.startsWith(`${sandbox.origins.provider}/`);
  if (!message.success || !isOurs) return refuse(request, reply);
  const { threeDSServerTransID, threeDSMethodNotificationURL } = message.data;
  const threeDSMethodData = encodeMessage({ threeDSServerTransID });
  const back = { origin: sandbox.origins.provider, action: threeDSMethodNotificationURL };
  return sendReturn(request, reply, back, { threeDSMethodData });
}

function showChallenge(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const form = ChallengeForm.safeParse(request.body);
  const message = ChallengeRequest.safeParse(form.success ? decodeMessage(form.data.creq) : undefined);
  if (!form.success || !message.success) return refuse(request, reply);
  const authentication = findByAcsTransaction(sandbox.database, message.data.acsTransID);
  if (authentication === undefined) return refuse(request, reply);
  const sessionData = form.data.threeDSSessionData;
  if (authentication.status !== 'PENDING') return sendResult(sandbox, request, reply, authentication, sessionData);
  return sendChallenge(request, reply, authentication, sessionData, false);
}

function takeAnswer(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const form = AnswerForm.safeParse(request.body);
  const pending = form.success ? findByAcsTransaction(sandbox.database, form.data.acsTransID) : undefined;
  if (!form.success || pending === undefined) return refuse(request, reply);
  const { answer, code, threeDSSessionData } = form.data;
  if (answer === 'confirm' && code.trim() === '') {
    return sendChallenge(request, reply, pending, threeDSSessionData, true);
  }
  const met: ChallengeAnswer = answer === 'cancel' ? 'abandoned' : code.trim() === rightCode ? 'passed' : 'failed';
  const decided = transaction(sandbox.database, () => decideChallenge(sandbox, pending, met));
  return sendResult(sandbox, request, reply, decided, threeDSSessionData);
}

function sendChallenge(
  request: FastifyRequest,
  reply: FastifyReply,
  authentication: Authentication,
  sessionData: string,
  isCodeMissing: boolean,
): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  const hidden = { acsTransID: authentication.acsTransactionId, threeDSSessionData: sessionData };
  const body = challengePage({ language, authentication, action: '/acs/answer', hidden, isCodeMissing });
  return sendBankPage(request, reply, body, "'self'");
}

/** Tells the shop's side that the challenge is over; the verdict itself went from bank to provider. */
function sendResult(
  sandbox: Sandbox,
  request: FastifyRequest,
  reply: FastifyReply,
  decided: Authentication,
  threeDSSessionData: string,
): FastifyReply {
  const verdict = decided.bank.decided ?? 'N';
  const cres = encodeMessage({
    threeDSServerTransID: decided.fields.threeDSecureServerTransactionId,
    acsTransID: decided.acsTransactionId,
    messageVersion: decided.fields.threeDSecureVersion,
    ...(verdict === 'E'
      ? { messageType: 'Erro', errorCode: '403', errorDescription: 'Transient system failure' }
      : { messageType: 'CRes', transStatus: verdict }),
  });
  const origin = sandbox.origins.provider;
  return sendReturn(
    request,
    reply,
    { origin, action: `${origin}/threedsecure/frames/challenge-done` },
    { cres, threeDSSessionData },
  );
}
