import { createOrders } from '../features/orders/orders.service.ts';
import type { TenantDb } from '../db/client.ts';
import { insertRows, type NewRow } from '../db/sql/insert-rows.ts';
import { takeNumbers } from '../db/sql/numbers.ts';
import { officeHour } from './calendar.ts';
import type { Customer, OrderAgreement, PastOrder } from './customer.ts';
import { paidOf } from './outcomes.ts';
import type { Random } from './random.ts';
import { takeInvoices } from './store-invoices.ts';

/** A stored order with its owner, for the payments that follow. */
export interface StoredOrder {
  id: number;
  accountId: number;
  siteId: number;
  order: PastOrder;
}

export interface StoredCustomers {
  /** The accounts' ids, in the order of the customers. */
  accountIds: number[];
  orders: StoredOrder[];
}

/** The marina's facts about its customers' orders. */
export interface OfMarina {
  currency: string;
  /** The hashes of the agreements' texts, by the type. */
  declarations: ReadonlyMap<string, Buffer>;
  invoicePrefix: string;
  /** `YYYY-MM-DD` */
  today: string;
  random: Random;
}

/**
 * Stores customers with their boats, agreements and orders, each kind in one statement. The orders are stored as paid
 * and invoiced at once, because PostgreSQL would check each reference again if they changed later.
 */
export async function storeCustomers(
  trx: TenantDb,
  tenantId: number,
  customers: readonly Customer[],
  marina: OfMarina,
): Promise<StoredCustomers> {
  const { random } = marina;
  const firstAccount = await takeNumbers(trx, tenantId, 'account', customers.length);
  const owned = customers.map((customer, index) => ({ customer, accountId: firstAccount + index }));
  await insertRows(
    trx,
    tenantId,
    'accounts',
    owned.map(({ customer, accountId }) => accountRow(customer, accountId, random)),
  );
  await storeBoats(trx, tenantId, owned);
  const sold = owned.flatMap(({ customer, accountId }) =>
    customer.orders.map((order) => ({ order, accountId, siteId: customer.siteId })),
  );
  // Numbers follow the orders' dates, not the list of customers.
  sold.sort((a, b) => (a.order.createdOn < b.order.createdOn ? -1 : 1));
  const agreementIds = await storeAgreements(trx, tenantId, sold, marina);
  const past = sold.map(({ order }) => order);
  const invoices = await takeInvoices(trx, tenantId, past, { prefix: marina.invoicePrefix, today: marina.today });
  const ids = await createOrders(
    trx,
    tenantId,
    sold.map(({ order, accountId, siteId }, index) => ({
      ...order,
      guid: order.guid ?? random.guid(),
      accountId,
      siteId,
      agreementId: agreementIds[index] ?? null,
      createdAt: officeHour(order.createdOn, index % 480),
      cancelledAt: order.cancelledOn === null ? null : officeHour(order.cancelledOn, 75),
      currency: marina.currency,
      allocatedMinor: paidOf(order),
      invoice: invoices.get(order) ?? null,
    })),
  );
  return {
    accountIds: owned.map(({ accountId }) => accountId),
    orders: sold.map((one, index) => ({ ...one, id: ids[index] ?? 0 })),
  };
}

function accountRow({ person, siteId, since }: Customer, id: number, random: Random) {
  const { countryCode, ...rest } = person;
  return {
    id,
    guid: random.guid(),
    site_id: siteId,
    ...rest,
    county_code: '',
    country_code: countryCode,
    opaque_token: random.guid(),
    created_at: officeHour(since),
  };
}

async function storeBoats(trx: TenantDb, tenantId: number, owned: { customer: Customer; accountId: number }[]) {
  const boats = owned.flatMap(({ customer, accountId }) => customer.boats.map((boat) => ({ accountId, ...boat })));
  const first = await takeNumbers(trx, tenantId, 'boat', boats.length);
  const rows = boats.map(({ accountId, sticker, ...boat }, index) => ({
    id: first + index,
    account_id: accountId,
    ...boat,
    current_sticker_number: sticker,
  }));
  await insertRows(trx, tenantId, 'boats', rows);
}

/** Stores the agreements. @returns the number of each order's agreement, or null */
async function storeAgreements(
  trx: TenantDb,
  tenantId: number,
  sold: readonly { order: PastOrder; accountId: number; siteId: number }[],
  { declarations, random }: OfMarina,
): Promise<(number | null)[]> {
  const count = sold.filter(({ order }) => order.agreement !== null).length;
  let next = await takeNumbers(trx, tenantId, 'agreement', count);
  const rows: NewRow<'agreements'>[] = [];
  const ids = sold.map(({ order, accountId, siteId }) => {
    if (order.agreement === null) return null;
    const key = { id: next, guid: random.guid(), account_id: accountId, site_id: siteId };
    const declaration = declarations.get(order.agreement.type);
    rows.push(agreementRow(order.agreement, { ...key, declaration_hash: bytea(declaration) }, order.createdOn));
    return next++;
  });
  await insertRows(trx, tenantId, 'agreements', rows);
  return ids;
}

type AgreementKey = Pick<NewRow<'agreements'>, 'id' | 'guid' | 'account_id' | 'site_id' | 'declaration_hash'>;

function agreementRow(agreement: OrderAgreement, key: AgreementKey, createdOn: string): NewRow<'agreements'> {
  const { type, optional, signatureRequired, signedOn, startDate, endDate } = agreement;
  return {
    ...key,
    type,
    optional,
    signature_required: signatureRequired,
    signed_at: signedOn === null ? null : officeHour(signedOn, 185),
    start_date: startDate,
    end_date: endDate,
    created_at: officeHour(createdOn),
  };
}

/** Writes bytes as PostgreSQL reads them in JSON. */
const bytea = (bytes: Buffer | undefined) => (bytes === undefined ? null : `\\x${bytes.toString('hex')}`);
