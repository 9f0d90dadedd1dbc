import { apiBase, type Call, callPath } from '@quayside/contract/call.ts';
import { type FirstAnswer, firstCalls } from '@quayside/contract/first-calls.ts';
import { getSession } from '@quayside/contract/identity.ts';
import type { FastifyRequest } from 'fastify';
import type { Session, Tenant } from '../http/context.ts';

/** The longest time that a page waits for the answers in it. The portal asks for slower ones itself. */
const longestWaitMs = 500;

/** A page that a browser opens. */
export interface Opening {
  tenant: Tenant;
  /** The language of the page. */
  language: string;
}

export interface FirstAnswers {
  answers: FirstAnswer[];
  /** True if every call of the page has answered or refused in time. Otherwise the page would be drawn with gaps. */
  isWhole: boolean;
}

/**
 * Makes the answers that a signed-in person's portal would ask for first, and puts them into its page. They come from
 * the calls' own routes with the browser's own cookies, so that every check runs and no answer differs. Refused ones
 * are left out.
 */
export async function firstAnswers(
  request: FastifyRequest,
  opening: Opening & { session: Session },
): Promise<FirstAnswers> {
  const { calls, areAll } = firstCalls(request.url);
  const others = calls.map(({ input, ...question }) =>
    ask(request, opening, { ...question, input: input(opening.session.account) }),
  );
  const [who, ...rest] = await Promise.all([ask(request, opening, { call: getSession, input: {} }), ...others]);
  return {
    answers: [who, ...rest].flatMap((asked) => (typeof asked === 'object' ? asked.answer : [])),
    isWhole: areAll && typeof who === 'object' && !rest.includes(undefined),
  };
}

interface Question {
  call: Call;
  input: Parameters<typeof callPath>[1];
  /** True if the portal asks again in another language. */
  isInLanguage?: true | undefined;
}

/** A call's answer, with the cookies that it sets. */
export interface AnswerWithCookies {
  answer: FirstAnswer;
  /** The values of its `set-cookie` headers. */
  cookies: string[];
}

/** Makes a call by its own route, with the browser's own headers. Undefined if it refuses, fails, or is too slow. */
export async function askRoute(
  request: FastifyRequest,
  opening: Opening,
  question: Question,
): Promise<AnswerWithCookies | undefined> {
  const asked = await ask(request, opening, question);
  return asked === 'refused' ? undefined : asked;
}

/** The same, but tells a refusal from a failure, because the portal doesn't ask for what is refused. */
async function ask(
  request: FastifyRequest,
  { tenant, language }: Opening,
  { call, input, isInLanguage }: Question,
): Promise<AnswerWithCookies | 'refused' | undefined> {
  // The page's own tag does not belong to an answer.
  const { 'if-none-match': _, ...headers } = request.headers;
  try {
    const {
      statusCode,
      payload,
      headers: sent,
    } = await request.server.inject({
      method: 'GET',
      url: apiBase + callPath(call, input),
      headers: { ...headers, accept: 'application/json', 'accept-language': language, tenantkey: tenant.key },
      ...(request.socket.remoteAddress === undefined ? {} : { remoteAddress: request.socket.remoteAddress }),
      signal: AbortSignal.timeout(longestWaitMs),
    });
    if (statusCode !== 200) return statusCode < 500 ? 'refused' : undefined;
    return {
      answer: { call: call.name, input, answer: JSON.parse(payload) as unknown, ...(isInLanguage && { language }) },
      cookies: [sent['set-cookie'] ?? []].flat(),
    };
  } catch {
    // It was too slow, or the server is closing.
    return undefined;
  }
}
