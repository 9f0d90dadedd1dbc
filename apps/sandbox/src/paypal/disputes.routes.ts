import { z } from 'zod';
import type { ProviderAnswer } from '../provider-answer.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PaypalMerchant } from './merchants.ts';
import { presentDispute, presentDisputeDetails } from './dispute-presenter.ts';
import { findCase, listCases, resolveDispute } from './disputes.ts';
import type { PaypalRoute } from './paypal-route.ts';
import { malformed, unknownResource, unprocessable } from './refusals.ts';

const Search = z
  .strictObject({
    start_time: z.iso.datetime({ offset: true }).optional(),
    disputed_transaction_id: z
      .string()
      .regex(/^[0-9A-Z_]{1,255}$/)
      .optional(),
    page_size: z.coerce.number().int().min(1).max(50).default(10),
    next_page_token: z
      .string()
      .regex(/^[A-Za-z0-9+/=]+$/)
      .optional(),
  })
  .refine(
    ({ start_time, disputed_transaction_id }) => start_time === undefined || disputed_transaction_id === undefined,
    {
      path: ['start_time'],
      message: 'either it or disputed_transaction_id',
    },
  );

const Claim = z.strictObject({
  note: z.string().min(1).max(2000),
  accept_claim_type: z.enum(['REFUND', 'PARTIAL_REFUND']).default('REFUND'),
  refund_amount: z.strictObject({ currency_code: z.string().length(3), value: z.string().max(32) }).optional(),
});

const Adjudication = z.strictObject({ adjudication_outcome: z.enum(['BUYER_FAVOR', 'SELLER_FAVOR']) });

/** Adds the calls about disputes. */
export function routePaypalDisputes(route: PaypalRoute, sandbox: Sandbox): void {
  const { database } = sandbox;
  const idOf = (params: unknown) => (params as { id: string }).id;
  const done = (id: string): ProviderAnswer => ({
    status: 200,
    body: { links: [{ href: `${sandbox.origins.paypal}/v1/customer/disputes/${id}`, rel: 'self', method: 'GET' }] },
  });

  route('GET', '/v1/customer/disputes', 'paypal.disputes', (merchant, request) =>
    listDisputes(sandbox, merchant, request.query),
  );
  route('GET', '/v1/customer/disputes/:id', 'paypal.read-dispute', ({ clientId }, request) => {
    const found = findCase(database, clientId, idOf(request.params));
    return found === undefined ? unknownResource() : { status: 200, body: presentDisputeDetails(sandbox, found) };
  });
  route('POST', '/v1/customer/disputes/:id/accept-claim', 'paypal.accept-claim', ({ clientId }, request) => {
    const found = findCase(database, clientId, idOf(request.params));
    const claim = Claim.safeParse(request.body);
    if (found === undefined) return unknownResource();
    if (!claim.success) return malformed(claim.error);
    if (found.dispute.status !== 'WAITING_FOR_SELLER_RESPONSE') return notAllowed();
    resolveDispute(sandbox, found, { outcome: 'ACCEPTED', refunded: claim.data.refund_amount?.value });
    return done(found.dispute.id);
  });
  route('POST', '/v1/customer/disputes/:id/adjudicate', 'paypal.adjudicate', ({ clientId }, request) => {
    const found = findCase(database, clientId, idOf(request.params));
    const ruling = Adjudication.safeParse(request.body);
    if (found === undefined) return unknownResource();
    if (!ruling.success) return malformed(ruling.error);
    if (found.dispute.status !== 'UNDER_REVIEW') return notAllowed();
    const isForPayer = ruling.data.adjudication_outcome === 'BUYER_FAVOR';
    const outcome = isForPayer ? 'RESOLVED_BUYER_FAVOUR' : 'RESOLVED_SELLER_FAVOUR';
    resolveDispute(sandbox, found, { outcome, refunded: undefined });
    return done(found.dispute.id);
  });
}

const notAllowed = () =>
  unprocessable('ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE', 'This action is not allowed now.');

/** Lists disputes, the latest first, in pages. The link `next` leads to the following page. */
function listDisputes(sandbox: Sandbox, { clientId }: PaypalMerchant, query: unknown): ProviderAnswer {
  const search = Search.safeParse(query);
  if (!search.success) return malformed(search.error);
  const { disputed_transaction_id: about, start_time: from, page_size: size, next_page_token: token } = search.data;
  const found = listCases(sandbox.database, clientId).filter(
    ({ order, dispute }) =>
      (about === undefined || order.capture?.id === about) && (from === undefined || dispute.at >= Date.parse(from)),
  );
  const skip = token === undefined ? 0 : Number(Buffer.from(token, 'base64').toString('utf8')) || 0;
  const page = found.slice(skip, skip + size);
  const link = (rel: string, start: number) => {
    const part = new URLSearchParams({ page_size: String(size) });
    if (about !== undefined) part.set('disputed_transaction_id', about);
    if (from !== undefined) part.set('start_time', from);
    if (start > 0) part.set('next_page_token', Buffer.from(String(start)).toString('base64'));
    return { href: `${sandbox.origins.paypal}/v1/customer/disputes?${part}`, rel, method: 'GET' };
  };
  const isMore = skip + size < found.length;
  return {
    status: 200,
    body: {
      items: page.map((each) => presentDispute(sandbox, each)),
      links: [link('self', skip), link('first', 0), ...(isMore ? [link('next', skip + size)] : [])],
    },
  };
}
