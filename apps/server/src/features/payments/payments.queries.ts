import { expressChannel } from '@quayside/contract/payments/payments.ts';
import { sql, type Updateable } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { takeNumberWithin } from '../../db/sql/numbers.ts';
import type { Database } from '../../db/schema/schema.ts';
import type { PayerContext } from '../../http/context.ts';
import type { PlannedOrder } from './payment-orders.queries.ts';
import { type PaymentState, statesWhere, unsentStates } from './payment-states.rules.ts';

export const paymentColumns = [
  'id',
  'account_id',
  'site_id',
  'merchant_ref_number',
  'provider_key',
  'provider_account',
  'channel',
  'state',
  'currency',
  'amount_minor',
  'allocated_minor',
  'refunded_minor',
  'disputed_minor',
  'reversed_minor',
  'is_test',
  'language',
  'request_hash',
  'provider_payment_id',
  'provider_reference',
  'redirect_url',
  'ended_by',
  'order_key_hash',
  'masked_card_number',
  'remember_card',
  'card_saved',
  'error_code',
  'error_description',
  'created_at',
  'updated_at',
  'expires_at',
  'sent_at',
  'transaction_at',
  'checked_at',
] as const;

const unpaidEnds = statesWhere(({ group }) => group === 'unpaid');

/** Writes states as literals. PostgreSQL uses an index with a condition only if it knows the statement's states. */
export const stateLiterals = (states: readonly PaymentState[]) => sql.join(states.map((state) => sql.lit(state)));

/** A payment attempt, without the columns that only queries need. */
export type PaymentRow = Omit<NonNullable<Awaited<ReturnType<typeof selectOne>>>, 'state'> & { state: PaymentState };

const selectPayments = (db: TenantDb, tenantId: number) =>
  db.selectFrom('payments').select(paymentColumns).where('tenant_id', '=', tenantId);

async function selectOne(query: ReturnType<typeof selectPayments>) {
  return query.executeTakeFirst();
}

export type Payer = Pick<PayerContext, 'account' | 'orderKey'>;

/**
 * Selects a payer's attempts: all of the account's for its session, and for a browser with a pay link those that it
 * started.
 */
const paymentsOfPayer = (db: TenantDb, tenantId: number, { account, orderKey }: Payer) =>
  selectPayments(db, tenantId)
    .where('account_id', '=', account.id)
    .$if(orderKey !== null, (payments) => payments.where('order_key_hash', '=', orderKey?.hash ?? null));

/** Finds a payment that the payer may see, by its merchant reference number. */
export async function findByReference(db: TenantDb, tenantId: number, payer: Payer, merchantRefNumber: string) {
  return (await selectOne(paymentsOfPayer(db, tenantId, payer).where('merchant_ref_number', '=', merchantRefNumber))) as
    | PaymentRow
    | undefined;
}

/**
 * Returns the attempts that ended unpaid and have a next check, with the time of it.
 * @param accountId of one account; null: of all
 */
export async function findEndedToCheck(db: TenantDb, tenantId: number, accountId: number | null) {
  const ended = selectPayments(db, tenantId)
    .select('check_at')
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId))
    .where('state', 'in', unpaidEnds)
    .where('check_at', 'is not', null);
  return (await ended.orderBy('id').execute()) as (PaymentRow & { check_at: Date })[];
}

export async function findByIdempotencyKey(db: TenantDb, tenantId: number, payer: Payer, key: string) {
  return (await selectOne(paymentsOfPayer(db, tenantId, payer).where('idempotency_key', '=', key))) as
    | PaymentRow
    | undefined;
}

/** Finds the payer's newest attempt for an order that has succeeded, or still may. */
export async function findNewestOfOrder(db: TenantDb, tenantId: number, payer: Payer, orderId: number) {
  return (await selectOne(
    paymentsOfPayer(db, tenantId, payer)
      .where('state', 'not in', unpaidEnds)
      .where('id', 'in', (query) =>
        query
          .selectFrom('payment_orders')
          .select('payment_id')
          .where('tenant_id', '=', tenantId)
          .where('order_id', '=', orderId),
      )
      // Attempts that were not sent come last, because they say least about the order.
      .orderBy(sql`state in (${stateLiterals(unsentStates)})`)
      .orderBy('id', 'desc')
      .limit(1),
  )) as PaymentRow | undefined;
}

/** Finds an attempt at an express provider by the provider's reference. */
export async function findByExpressReference(db: TenantDb, tenantId: number, payer: Payer, reference: string) {
  return (await selectOne(
    paymentsOfPayer(db, tenantId, payer)
      .where('channel', '=', expressChannel)
      .where('provider_reference', '=', reference),
  )) as PaymentRow | undefined;
}

/** Finds an attempt by its reference on the wire, of any account. */
export async function findOfAnybody(db: TenantDb, tenantId: number, merchantRefNumber: string) {
  return (await selectOne(selectPayments(db, tenantId).where('merchant_ref_number', '=', merchantRefNumber))) as
    | PaymentRow
    | undefined;
}

/** Finds an attempt by its provider's name of the charge, of any account. */
export async function findByProviderPayment(
  db: TenantDb,
  tenantId: number,
  { providerKey, providerPaymentId }: { providerKey: string; providerPaymentId: string },
) {
  return (await selectOne(
    selectPayments(db, tenantId)
      .where('provider_key', '=', providerKey)
      .where('provider_payment_id', '=', providerPaymentId),
  )) as PaymentRow | undefined;
}

/** Finds the owner of an attempt, by its id, its merchant reference number or an express provider's reference. */
export async function findOwnerOfPayment(db: TenantDb, tenantId: number, name: string | number) {
  return db
    .selectFrom('payments')
    .select(['account_id', 'order_key_hash'])
    .where('tenant_id', '=', tenantId)
    .where((named) =>
      typeof name === 'number'
        ? named('id', '=', name)
        : named.or([
            named('merchant_ref_number', '=', name),
            named.and([named('channel', '=', expressChannel), named('provider_reference', '=', name)]),
          ]),
    )
    .executeTakeFirst();
}

/** Returns a payment of the marina. @throws Error if there is none */
export async function findById(db: TenantDb, tenantId: number, id: number): Promise<PaymentRow> {
  return (await selectPayments(db, tenantId).where('id', '=', id).executeTakeFirstOrThrow()) as PaymentRow;
}

/** Returns the site that answers for a payment, as mails name it. */
export async function siteOfPayment(db: TenantDb, tenantId: number, siteId: number) {
  return db
    .selectFrom('sites')
    .select(['name as site_name', 'address as site_address', 'telephone as site_telephone', 'email as site_email'])
    .select('time_zone')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow();
}

/**
 * Returns the account's payments that were allocated to an order, the newest first, including those that a bank took
 * off it again.
 */
export async function paymentsOfOrder(
  db: TenantDb,
  tenantId: number,
  { orderId, accountId }: { orderId: number; accountId: number },
): Promise<PaymentRow[]> {
  return (await selectPayments(db, tenantId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('payment_allocations')
        .select('payment_id')
        .where('tenant_id', '=', tenantId)
        .where('order_id', '=', orderId)
        // Starts from the account's payments, because the planned orders have no index by order.
        .union(
          query
            .selectFrom('payments as p')
            .innerJoin('payment_orders as po', (join) =>
              join.onRef('po.tenant_id', '=', 'p.tenant_id').onRef('po.payment_id', '=', 'p.id'),
            )
            .select('po.payment_id')
            .where('p.tenant_id', '=', tenantId)
            .where('p.account_id', '=', accountId)
            .where('p.reversed_minor', '>', 0)
            .where('po.order_id', '=', orderId),
        ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()) as PaymentRow[];
}

/** Locks the attempt until the transaction ends, so that its events happen one after the other. */
export async function lockPayment(trx: TenantDb, tenantId: number, id: number): Promise<PaymentRow> {
  return (await selectPayments(trx, tenantId).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()) as PaymentRow;
}

export interface NewPayment {
  account_id: number;
  site_id: number;
  merchant_ref_number: string;
  provider_key: string;
  provider_account: string;
  channel: string;
  currency: string;
  amount_minor: number;
  is_test: boolean;
  language: string;
  idempotency_key: string | null;
  request_hash: Buffer;
  created_at: Date;
  expires_at: Date;
  order_key_hash: Buffer | null;
}

/**
 * Stores a new attempt with its number, its planned orders and its first event, in one statement. Everybody who
 * starts a payment at this marina waits for the number, so the lock must be short. The attempt holds none of the
 * orders.
 */
export async function insertPayment(
  trx: TenantDb,
  tenantId: number,
  payment: NewPayment,
  orders: readonly PlannedOrder[],
): Promise<PaymentRow> {
  const orderIds = orders.map(({ order_id }) => order_id);
  const amounts = orders.map(({ amount_minor }) => amount_minor);
  const dues = orders.map(({ due_minor }) => due_minor);
  return (await trx
    .with('number', (db) => takeNumberWithin(db, tenantId, 'payment'))
    .with('stored', (db) =>
      db
        .insertInto('payments')
        .values((row) => ({
          ...payment,
          tenant_id: tenantId,
          id: row.selectFrom('number').select('last'),
          state: 'created',
          updated_at: payment.created_at,
          check_at: payment.expires_at,
        }))
        .returning(paymentColumns),
    )
    .with(
      'meant',
      () => sql`
        (insert into payment_orders (tenant_id, payment_id, order_id, amount_minor, live, due_minor)
        select ${tenantId}::int, stored.id, planned.order_id, planned.amount_minor, false, planned.due_minor
        from stored, unnest(${orderIds}::int[], ${amounts}::bigint[], ${dues}::bigint[])
          as planned (order_id, amount_minor, due_minor))`,
    )
    .with(
      'told',
      () => sql`
        (insert into payment_events (tenant_id, payment_id, sequence, event, from_state, to_state, detail, created_at)
        select ${tenantId}::int, id, 1, 'created', 'created', 'created', '{}', created_at from stored)`,
    )
    .selectFrom('stored')
    .select(paymentColumns)
    .executeTakeFirstOrThrow()) as PaymentRow;
}

export type PaymentChanges = Omit<Updateable<Database['payments']>, 'state' | 'tenant_id' | 'id'>;

/** Changes columns of a payment. DANGER: only `applyEvent` may change its state. */
export async function updatePayment(
  trx: TenantDb,
  tenantId: number,
  id: number,
  changes: PaymentChanges & { state?: PaymentState },
): Promise<void> {
  await trx.updateTable('payments').set(changes).where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

export interface NewEvent {
  event: string;
  from_state: PaymentState;
  to_state: PaymentState;
  /** Codes and provider ids; never a secret, a card number or a name. */
  detail: Record<string, unknown>;
  created_at: Date;
}

/** Inserts an event. DANGER: the attempt has to be locked, or two events get one number. */
export async function insertEvent(trx: TenantDb, tenantId: number, paymentId: number, event: NewEvent): Promise<void> {
  await sql`
    insert into payment_events (tenant_id, payment_id, sequence, event, from_state, to_state, detail, created_at)
    select ${tenantId}::int, ${paymentId}::int, coalesce(max(sequence), 0) + 1, ${event.event}, ${event.from_state},
      ${event.to_state}, ${JSON.stringify(event.detail)}::jsonb, ${event.created_at}::timestamptz
    from payment_events where tenant_id = ${tenantId} and payment_id = ${paymentId}`.execute(trx);
}

/** Claims the right to ask the provider about an attempt. Only one caller in a while gets it. */
export async function claimCheck(
  db: TenantDb,
  tenantId: number,
  id: number,
  { now, notAfter }: { now: Date; notAfter: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ checked_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where((where) => where.or([where('checked_at', 'is', null), where('checked_at', '<=', notAfter)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Claims attempts that are due for a check. Before `until` no other copy of the server takes them. */
export async function claimDue(
  db: TenantDb,
  tenantId: number,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update payments p set check_at = ${until}, checked_at = ${now}
    from (
      select id from payments where tenant_id = ${tenantId} and check_at <= ${now}
      order by check_at limit ${limit} for update skip locked
    ) as due
    where p.tenant_id = ${tenantId} and p.id = due.id
    returning p.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the description and the invoice number of orders, by their ids. The number is null until it is issued. */
export async function namesOfOrders(db: TenantDb, tenantId: number, orderIds: readonly number[]) {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'description', 'invoice_number'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<number>`any(${orderIds})`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export type OrderNames = Awaited<ReturnType<typeof namesOfOrders>>;
