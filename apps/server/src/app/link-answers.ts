import { getAgreementAccount, getUnsignedAgreement } from '@quayside/contract/agreement-signing.ts';
import type { CallAnswer } from '@quayside/contract/call.ts';
import { getConsentInfo } from '@quayside/contract/consent.ts';
import type { FirstAnswer } from '@quayside/contract/first-calls.ts';
import { getSession } from '@quayside/contract/identity.ts';
import { getExpressPayment, validateAccount } from '@quayside/contract/payment-pages.ts';
import { getPayment } from '@quayside/contract/payments.ts';
import { getQuickPayOrder, listQuickPayProviders } from '@quayside/contract/quick-pay.ts';
import { listCountries } from '@quayside/contract/tenant.ts';
import type { FastifyRequest } from 'fastify';
import { presentSession } from '../features/identity/identity.exports.ts';
import type { Session } from '../http/context.ts';
import { askRoute, type AnswerWithCookies, type Opening } from './first-answers.ts';

/** The address of a link's page, in parts. */
interface Link {
  /** The key in its path. */
  key: string;
  query: URLSearchParams;
}

/** Makes the calls of a link's page. The first one decides if the link opens something. */
type Ask = (question: Parameters<typeof askRoute>[2]) => Promise<AnswerWithCookies | undefined>;
type AskAll = (ask: Ask, link: Link) => Promise<(AnswerWithCookies | undefined)[]>;

/** The pages that a link opens, with the calls that they make first, in the portal's own input. */
const pages: readonly { path: RegExp; askAll: AskAll }[] = [
  { path: /^\/quick-pay\/([\w-]+)(?:\/review)?$/, askAll: askForOrder },
  { path: /^\/quick-sign\/([\w-]+)$/, askAll: askForAgreement },
  { path: /^\/consent-management\/([\w-]+)$/, askAll: askForConsents },
];

async function askForOrder(ask: Ask, { key, query }: Link) {
  // Before the order, because they ask the payment's provider what has happened.
  const attempt = query.get('attempt');
  const token = query.get('token');
  const payments = [
    ...(attempt ? [await ask({ call: getPayment, input: { params: { merchantRefNum: attempt } } })] : []),
    ...(token ? [await ask({ call: getExpressPayment, input: { params: { reference: token } } })] : []),
  ];
  const order = await ask({ call: getQuickPayOrder, input: { params: { guid: key } } });
  if (!order) return [];
  const { guid, siteId, account } = (order.answer.answer as CallAnswer<typeof getQuickPayOrder>).order;
  const input = { params: { siteId }, query: { orderGuid: guid } };
  const providers = await ask({ call: listQuickPayProviders, input });
  const provider = query.get('provider');
  return [order, providers, ...payments, ...(provider ? await askForDetails(ask, provider, account.guid) : [])];
}

/** Asks for the details that the form of a payer without scripts has. */
const askForDetails = (ask: Ask, providerKey: string, accountGuid: string) =>
  Promise.all([
    ask({ call: validateAccount, input: { params: { providerKey, accountGuid } } }),
    ask({ call: listCountries, input: {}, isInLanguage: true }),
  ]);

async function askForAgreement(ask: Ask, { key, query }: Link) {
  const agreement = await ask({ call: getUnsignedAgreement, input: { params: { guid: key } } });
  const account = query.get('guid');
  if (!agreement || account === null) return [agreement];
  const { guid } = (agreement.answer.answer as CallAnswer<typeof getUnsignedAgreement>).agreement;
  const input = { params: { guid: account }, query: { agreement: guid } };
  return [agreement, await ask({ call: getAgreementAccount, input })];
}

async function askForConsents(ask: Ask, { key }: Link) {
  return [await ask({ call: getConsentInfo, input: { params: { guid: key } }, isInLanguage: true })];
}

/** The answer to who is signed in, for a visitor. */
const nobody: AnswerWithCookies = {
  answer: { call: getSession.name, input: {}, answer: presentSession(null) },
  cookies: [],
};

export interface LinkAnswers {
  answers: FirstAnswer[];
  /** The values of the `set-cookie` headers that the calls have sent. A pay link opens its order to the browser. */
  cookies: string[];
}

/**
 * Makes the answers that the portal asks for first on a link's page. Undefined for every other page, and for a link
 * that opens nothing: its page then asks by itself, and says so.
 * @param address from the root, with the query
 */
export async function linkAnswers(
  request: FastifyRequest,
  address: string,
  opening: Opening & { session: Session | null },
): Promise<LinkAnswers | undefined> {
  const [path = '', query = ''] = address.split('?', 2);
  const page = pages.find((each) => each.path.test(path));
  if (!page) return undefined;
  const link = { key: page.path.exec(path)?.[1] ?? '', query: new URLSearchParams(query) };
  const asked = await page.askAll((question) => askRoute(request, opening, question), link);
  const who = opening.session ? await askRoute(request, opening, { call: getSession, input: {} }) : nobody;
  if (!asked[0] || !who) return undefined;
  const made = [who, ...asked.flatMap((each) => each ?? [])];
  return { answers: made.map(({ answer }) => answer), cookies: made.flatMap(({ cookies }) => cookies) };
}
