import formBody from '@fastify/formbody';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { transaction } from '../database.ts';
import type { Markup } from '../http/html.ts';
import { languageOf } from '../http/language.ts';
import { sendPage } from '../http/page.ts';
import { routeSourceFile } from '../http/source-file.ts';
import { type Authentication, findByAcsTransaction } from '../paysafe/threeds/authentications.ts';
import { type ChallengeAnswer, decideChallenge } from '../paysafe/threeds/challenge.ts';
import type { Sandbox } from '../sandbox.ts';
import { bankTexts } from './bank-texts.ts';
import { challengePage, returnPage, unknownPage } from './challenge-page.ts';
import { decodeMessage, encodeMessage } from './three-d-s-message.ts';

/** The code that passes a challenge. */
const rightCode = '1234';

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

/** The issuing bank's server: the pages of its access control server (ACS) for 3-D Secure 2. */
export function createBank(sandbox: Sandbox): FastifyInstance {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, forceCloseConnections: true });
  app.register(formBody);
  routeSourceFile(app, '/acs/bank.css', new URL('bank.css', import.meta.url));
  routeSourceFile(app, '/acs/return.js', new URL('return.ts', import.meta.url));
  app.post('/acs/method', (request, reply) => answerMethod(sandbox, request, reply));
  app.post('/acs/challenge', (request, reply) => showChallenge(sandbox, request, reply));
  app.post('/acs/answer', (request, reply) => takeAnswer(sandbox, request, reply));
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
  return sendReturn(sandbox, request, reply, threeDSMethodNotificationURL, { threeDSMethodData });
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
  const body = challengePage({ language, authentication, sessionData, isCodeMissing });
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
  const address = `${sandbox.origins.provider}/threedsecure/frames/challenge-done`;
  return sendReturn(sandbox, request, reply, address, { cres, threeDSSessionData });
}

function sendReturn(
  sandbox: Sandbox,
  request: FastifyRequest,
  reply: FastifyReply,
  action: string,
  fields: Readonly<Record<string, string>>,
): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  const body = returnPage({ language, action, fields });
  return sendBankPage(request, reply, body, sandbox.origins.provider, ['/acs/return.js']);
}

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = unknownPage(languageOf(request.headers['accept-language']));
  return sendBankPage(request, reply.code(400), body, "'none'");
}

function sendBankPage(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Markup,
  formAction: string,
  scripts: readonly string[] = [],
): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  const title = bankTexts[language].bank;
  return sendPage(reply, { language, title, styles: ['/acs/bank.css'], scripts, body }, { 'form-action': formAction });
}
