import { apiBase, type Call, callPath } from '@quayside/contract/call.ts';
import { type FirstAnswer, firstCalls } from '@quayside/contract/first-calls.ts';
import { getSession } from '@quayside/contract/identity.ts';
import type { FastifyRequest } from 'fastify';
import type { Session, Tenant } from '../http/context.ts';

/** The longest time that a page waits for the answers in it. The portal asks for slower ones itself. */
const longestWaitMs = 500;

interface Opening {
  path: string;
  tenant: Tenant;
  /** The language of the page. */
  language: string;
  session: Session;
}

/**
 * Makes the answers that a signed-in person's portal would ask for first, and puts them into its page. They come from
 * the calls' own routes with the browser's own cookies, so that every check runs and no answer differs. Refused ones
 * are left out.
 */
export async function firstAnswers(request: FastifyRequest, opening: Opening): Promise<FirstAnswer[]> {
  const { path, session } = opening;
  const others = firstCalls(path).map(({ call, input }) =>
    ask(request, opening, { call, input: input(session.account), signal: AbortSignal.timeout(longestWaitMs) }),
  );
  const answers = await Promise.all([ask(request, opening, { call: getSession, input: {} }), ...others]);
  return answers.flat();
}

interface Question {
  call: Call;
  input: Parameters<typeof callPath>[1];
  signal?: AbortSignal;
}

async function ask(
  request: FastifyRequest,
  { tenant, language }: Opening,
  { call, input, signal }: Question,
): Promise<FirstAnswer[]> {
  // The page's own tag does not belong to an answer.
  const { 'if-none-match': _, ...headers } = request.headers;
  try {
    const { statusCode, payload } = await request.server.inject({
      method: 'GET',
      url: apiBase + callPath(call, input),
      headers: { ...headers, accept: 'application/json', 'accept-language': language, tenantkey: tenant.key },
      ...(request.socket.remoteAddress === undefined ? {} : { remoteAddress: request.socket.remoteAddress }),
      ...(signal === undefined ? {} : { signal }),
    });
    return statusCode === 200 ? [{ call: call.name, input, answer: JSON.parse(payload) as unknown }] : [];
  } catch {
    // It was too slow, or the server is closing.
    return [];
  }
}
