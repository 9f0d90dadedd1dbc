import { setTimeout } from 'node:timers/promises';
import { apiBase, type Call, callPath } from '@quayside/contract/shared/call.ts';
import type {
  Drawing,
  FirstAnswer,
  FirstQuestion,
  FirstRefusal,
  PageToDraw,
} from '@quayside/contract/portal/drawn-pages.ts';
import type { FastifyRequest } from 'fastify';
import type { Tenant } from '../http/context.ts';
import type { PageDrawer } from './page-drawer.ts';

/** The longest times that a page waits for one answer, and in all. The portal does the rest itself. */
const longestAnswerMs = 500;
const longestWaitMs = 1_500;

/** The most times that a page is drawn. Each time it knows more, and may ask for more. */
const mostTurns = 6;

/** The most calls that one page gets answered. An address must not make the server work without a limit. */
const mostQuestions = 40;

/** A page that a browser opens. */
export interface Opening {
  request: FastifyRequest;
  tenant: Tenant;
  /** The language of the page. */
  language: string;
  /** The calls of the portal by name. */
  calls: ReadonlyMap<string, Call>;
}

/** A call's answer or refusal, with the cookies that it sets. */
interface Asked {
  answer?: FirstAnswer;
  refusal?: FirstRefusal;
  cookies: string[];
}

export interface FirstScreen {
  /** Undefined if the page is not drawn, or if it would have gaps. */
  drawing?: Drawing | undefined;
  answers: FirstAnswer[];
  /** True if the server has refused all that the page asked for. */
  isRefused?: boolean;
  /** The values of the `set-cookie` headers that the calls have sent. A pay link opens its order to the browser. */
  cookies: string[];
}

/**
 * Draws a page for one reader, and answers what it asks for. The portal's own guards and components say which calls
 * they need (`first-questions.ts` there), so the page is drawn again until they ask for nothing more.
 * @param known the answers that every page needs
 */
export async function drawFirstScreen(
  opening: Opening,
  drawer: PageDrawer,
  page: Omit<PageToDraw, 'answers' | 'refusals'>,
  known: readonly FirstAnswer[],
): Promise<FirstScreen> {
  const answers = [...known];
  const refusals: FirstRefusal[] = [];
  const cookies: string[] = [];
  const tooLate = setTimeout(longestWaitMs, null, { ref: false });
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const drawn = await Promise.race([drawer.draw({ ...page, answers, refusals }), tooLate]);
    if (!drawn) break;
    // Nothing changes because somebody opens a page, so the browser makes the other calls.
    const questions = drawn.questions.filter(
      (question) =>
        opening.calls.get(question.call)?.method === 'GET' && !refusals.some((refused) => isSame(refused, question)),
    );
    if (questions.length === 0) {
      const isRefused = refusals.length > 0 && answers.length === known.length;
      return { drawing: drawn.drawing ?? undefined, answers, isRefused, cookies };
    }
    if (answers.length + refusals.length + questions.length > mostQuestions) break;
    const results = await Promise.all(questions.map((question) => ask(opening, question)));
    const made = results.filter((each) => each !== undefined);
    answers.push(...made.flatMap(({ answer }) => answer ?? []));
    refusals.push(...made.flatMap(({ refusal }) => refusal ?? []));
    cookies.push(...made.flatMap((each) => each.cookies));
    if (made.length < results.length) break;
  }
  return { answers, cookies };
}

const isSame = (one: FirstQuestion, other: FirstQuestion) =>
  one.call === other.call && JSON.stringify(one.input) === JSON.stringify(other.input);

/**
 * Makes a call by its own route, with the browser's own headers and cookies, so that every check runs and no answer
 * differs. Undefined if it fails, or is too slow.
 */
export async function ask(
  { request, tenant, language, calls }: Opening,
  question: FirstQuestion,
): Promise<Asked | undefined> {
  const call = calls.get(question.call);
  if (!call) return undefined;
  // The page's own tag does not belong to an answer.
  const { 'if-none-match': _, ...headers } = request.headers;
  try {
    const response = await request.server.inject({
      method: 'GET',
      url: apiBase + callPath(call, question.input),
      headers: { ...headers, accept: 'application/json', 'accept-language': language, tenantkey: tenant.key },
      ...(request.socket.remoteAddress === undefined ? {} : { remoteAddress: request.socket.remoteAddress }),
      signal: AbortSignal.timeout(longestAnswerMs),
    });
    const { statusCode: status } = response;
    if (status >= 500) return undefined;
    const cookies = [response.headers['set-cookie'] ?? []].flat();
    const answer = { ...question, answer: JSON.parse(response.payload) as unknown };
    return status === 200 ? { answer, cookies } : { refusal: { ...answer, status }, cookies };
  } catch {
    // It was too slow, or the server is closing.
    return undefined;
  }
}
