import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { statesWhere } from '../payment-states.rules.ts';
import { stateLiterals } from '../payments.queries.ts';

/** The events that change a payment's sums. Their details hold the new sums, so differences are movements. */
const sumsChanged = sql`('partlyRefunded', 'refunded', 'reversed', 'partlyReversed', 'disputed', 'restored')`;

const lastSequence = sql`2147483647`;

/**
 * The movements of the money of payments, in minor units: what was taken is above zero, and what left below. The
 * payment's own sums are the last step, so the movements add up to what is left of it. A refund that we made has its
 * reference, and belongs to the first step that it explains: sums can fall and come to the same again, if a refund
 * fails or a bank takes money back. The rest of each step was made at the provider.
 * @param which a condition of the payments `i`
 */
function movements(tenantId: number, which: RawBuilder<unknown>): RawBuilder<unknown> {
  const sum = (name: string) => sql`coalesce((e.detail ->> ${sql.lit(name)})::bigint, 0)`;
  return sql`
    with paid as (
      select i.* from payments i
      where i.tenant_id = ${tenantId} and i.state in (${stateLiterals(statesWhere(({ group }) => group === 'paid'))})
        and ${which}
    ), sums as (
      select e.payment_id, e.sequence, e.created_at as at, ${sum('refundedMinor')} as refunded,
        ${sum('disputedMinor')} as disputed, ${sum('reversedMinor')} as reversed
      from payment_events e join paid i on i.id = e.payment_id
      where e.tenant_id = ${tenantId} and e.event in ${sumsChanged}
      union all
      select id, ${lastSequence}, updated_at, refunded_minor, disputed_minor, reversed_minor from paid
    ), changes as (
      select payment_id, sequence, at, refunded, refunded - lag(refunded, 1, 0::bigint) over steps as more_refunded,
        disputed - lag(disputed, 1, 0::bigint) over steps as more_disputed,
        reversed - lag(reversed, 1, 0::bigint) over steps as more_reversed
      from sums window steps as (partition by payment_id order by sequence)
    ), ours as (
      select distinct on (r.id) m.payment_id, m.sequence, r.created_at as at, r.amount_minor, r.reference,
        r.provider_refund_id
      from changes m join payment_refunds r on r.tenant_id = ${tenantId} and r.payment_id = m.payment_id
      where r.amount_minor <= m.more_refunded and r.refunded_before_minor + r.amount_minor <= m.refunded
        and r.refunded_before_minor + r.amount_minor > m.refunded - m.more_refunded
        -- the clocks of two processes may differ, by less than a second
        and m.at >= r.created_at - interval '1 second'
        and (r.state <> 'refused' or (r.provider_refund_id is not null and m.at <= r.updated_at + interval '1 second'))
      order by r.id, m.at < r.created_at, m.sequence
    ), elsewhere as (
      select m.payment_id, m.sequence, m.at, m.more_refunded - coalesce(sum(o.amount_minor), 0)::bigint as minor
      from changes m left join ours o on o.payment_id = m.payment_id and o.sequence = m.sequence
      group by m.payment_id, m.sequence, m.at, m.more_refunded
    )
    select id as payment_id, 0 as sequence, 'payment' as kind, transaction_at as at, paid_on as given_day,
      amount_minor as minor, null::text as reference, null::text as provider_reference
    from paid
    union all
    select payment_id, sequence, 'refund', at, null, -amount_minor, reference, provider_refund_id from ours
    union all
    select payment_id, sequence, 'refund', at, null, -minor, null, null from elsewhere where minor <> 0
    union all
    select payment_id, sequence, 'dispute', at, null, -more_disputed, null, null from changes where more_disputed <> 0
    union all
    select m.payment_id, m.sequence, 'reversal', m.at, i.reversed_on, -m.more_reversed, null, null
    from changes m join paid i on i.id = m.payment_id where m.more_reversed <> 0`;
}

/** A refund of a payment, as the database writes it as JSON. Below zero: one that came to nothing. */
export interface RefundJson {
  reference: string | null;
  amount_minor: number;
  at: string;
}

/** The refunds of the payment `p`, in their order. */
export const refundsAsJson = (tenantId: number) => sql<RefundJson[]>`(
  select coalesce(json_agg(
    json_build_object('reference', m.reference, 'amount_minor', -m.minor, 'at', m.at) order by m.at, m.sequence), '[]')
  from (${movements(tenantId, sql`i.id = p.id`)}) m where m.kind = 'refund')`;

/** A movement of money, with what a bookkeeper asks about it. */
export interface Movement {
  day: string;
  kind: 'payment' | 'refund' | 'dispute' | 'reversal';
  minor: number;
  currency: string;
  payment_id: number;
  site_id: number;
  provider_key: string;
  method: string;
  office_reference: string | null;
  bank_reference: string | null;
  merchant_ref_number: string;
  provider_payment_id: string | null;
  refund_reference: string | null;
  provider_refund_id: string | null;
  account: string | null;
  account_id: number;
  orders: string;
}

/** The movements to read: days at the site of each payment, both included. */
interface MovementSpan {
  from: string;
  to: string;
  /** True: of payments in test mode, which moved no money. False: of all others. */
  isTest: boolean;
}

const batch = 1_000;

/**
 * The payments that can have moved money on some days. Without it, each list would first go through all payments that
 * the marina ever took. Money is taken first and moves no more after the last change. An office's days are never
 * later than their change. The two days are for the sites' clocks.
 */
const movedWithin = ({ from, to, isTest }: MovementSpan) => sql`i.is_test = ${isTest}
  and i.transaction_at < (${to}::date + 2)::timestamptz and i.updated_at >= (${from}::date - 2)::timestamptz`;

/**
 * Reads the movements of a marina's money, day by day, some at a time. DANGER: the transaction stays open until the
 * last one is read.
 */
export async function* readMovements(trx: TenantDb, tenantId: number, span: MovementSpan): AsyncGenerator<Movement[]> {
  await sql`
    declare movements no scroll cursor for
    select d.day::text, m.kind, m.minor, p.currency, p.id as payment_id, p.site_id, p.provider_key,
      coalesce(p.office_method, p.channel) as method, p.office_reference, p.bank_reference, p.merchant_ref_number,
      p.provider_payment_id, m.reference as refund_reference, m.provider_reference as provider_refund_id,
      a.reference as account, a.id as account_id,
      (select coalesce(string_agg(coalesce(o.reference, o.id::text), ' ' order by o.id), '')
        from payment_orders po join orders o on o.tenant_id = po.tenant_id and o.id = po.order_id
        where po.tenant_id = ${tenantId} and po.payment_id = p.id) as orders
    from (${movements(tenantId, movedWithin(span))}) m
    join payments p on p.tenant_id = ${tenantId} and p.id = m.payment_id
    join accounts a on a.tenant_id = p.tenant_id and a.id = p.account_id
    join sites s on s.tenant_id = p.tenant_id and s.id = p.site_id
    cross join lateral (select coalesce(m.given_day, (m.at at time zone s.time_zone)::date) as day) d
    where d.day between ${span.from}::date and ${span.to}::date
    order by d.day, p.id, m.sequence, m.kind`.execute(trx);
  for (;;) {
    const { rows } = await sql<Movement>`fetch ${sql.lit(batch)} from movements`.execute(trx);
    if (rows.length > 0) yield rows;
    if (rows.length < batch) return;
  }
}
