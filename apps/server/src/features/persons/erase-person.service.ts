import { minorToDecimal } from '@quayside/contract/shared/money.ts';
import type { TenantDb } from '../../db/client.ts';
import type { DeclaredTable, Person } from '../../db/declared-table.ts';
import { inOrder, type Pair, readReferences } from '../../db/table-order.ts';
import type { Tenant } from '../../http/context.ts';
import { lockTenantRows } from '../../import/row-locks.queries.ts';
import { recordAccountEvents } from '../account/account.exports.ts';
import { availableOfAccount, findLateMoney, settledStates } from '../payments/payments.exports.ts';
import { type PersonTable, personTables } from './person-tables.rules.ts';
import {
  countRowsOf,
  deleteRows,
  findMoneyOf,
  findPerson,
  findUnsealedAgreements,
  giveWay,
  lockPerson,
} from './persons.queries.ts';

/** The rows of one table, and what an erasure does with them. */
export interface ErasedRows {
  table: string;
  gone: number;
  changed: number;
  stay: number;
  why: string;
}

/** Lists the reasons for which a customer can't be erased now; none if they can. */
async function whyNotErased(trx: TenantDb, tenant: Tenant, accountId: number): Promise<string[]> {
  const { moving, refunding, disputed, owedMinor, owedOrders } = await findMoneyOf(
    trx,
    tenant.id,
    accountId,
    settledStates,
  );
  const unsealed = await findUnsealedAgreements(trx, tenant.id, accountId);
  const available = await availableOfAccount(trx, tenant, accountId);
  const late = await findLateMoney(trx, tenant.id, accountId);
  const { currencyDecimalPlaces, isoCurrencyCode } = tenant.settings.culture;
  const money = (minor: number) => `${minorToDecimal(minor, currencyDecimalPlaces)} ${isoCurrencyCode}`;
  return [
    ...moving.map((reference) => `Payment ${reference} is under way. Try again when it has ended.`),
    ...late.map(
      ({ reference, endedAt, askedUntil }) =>
        `Payment ${reference} ended unpaid on ${dayOf(endedAt)}. Its provider is asked until ${dayOf(askedUntil)} ` +
        'if it took the money after all. Try again after that day.',
    ),
    ...(refunding > 0 ? ['A refund is under way. Try again when it has ended.'] : []),
    ...(disputed > 0 ? ['A payment is disputed. Try again when its bank has decided.'] : []),
    ...(available > 0 ? [`${money(available)} of its payments is on no order. Put it on one, or give it back.`] : []),
    ...(owedMinor > 0 ? [`It owes ${money(owedMinor)} (${owedOrders} orders). Record payments or credits first.`] : []),
    ...(unsealed.length > 0
      ? ['A signed agreement has no sealed paper yet. The running server makes it: try again in a minute.']
      : []),
  ];
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/**
 * Returns the tables with rows of persons, in the order of an erasure: rows go before those that they refer to, and
 * before the tables that a declaration names.
 */
export async function inErasureOrder(trx: TenantDb, declared: readonly DeclaredTable[]): Promise<PersonTable[]> {
  const tables = personTables(declared);
  const declaredPairs = tables.flatMap(({ name, erasedBefore = [] }) =>
    erasedBefore.map((later): Pair => [name, later]),
  );
  return inOrder(tables, [...(await readReferences(trx)), ...declaredPairs]);
}

/**
 * Locks what the erasure of a customer depends on, and looks only then if something speaks against it: money may begin
 * to move while this waits. From then on the transaction fails rather than waits for long: a request that holds one
 * of the customer's rows may need the account next.
 * @returns the reasons for which they can't be erased now; none if they can
 */
export async function lockForErasure(trx: TenantDb, tenant: Tenant, accountId: number): Promise<string[]> {
  // An import writes rows of all tables in an order of its own. And a program's row that waits for the account would be
  // stored after the erasure.
  await lockTenantRows(trx, tenant.id, 'alone');
  await lockPerson(trx, tenant.id, accountId);
  await giveWay(trx);
  return whyNotErased(trx, tenant, accountId);
}

/**
 * Erases the personal data of a customer, as the tables declare it, and closes the account. Run it in a transaction
 * after `lockForErasure`. The next sweep deletes the files.
 * @returns what went, changed and stays of each table
 */
export async function erasePerson(
  trx: TenantDb,
  tenant: Tenant,
  { accountId, tables: declared, now }: { accountId: number; tables: readonly DeclaredTable[]; now: Date },
): Promise<ErasedRows[]> {
  const person = await findPerson(trx, tenant.id, accountId);
  const tables = await inErasureOrder(trx, declared);
  const before = new Map<string, number>();
  for (const table of tables) before.set(table.name, await countRowsOf(trx, tenant.id, person, table));
  const result: ErasedRows[] = [];
  for (const table of tables) {
    const all = before.get(table.name) ?? 0;
    const { gone, changed } = await eraseRows(trx, tenant.id, { person, table, now });
    if (all > 0) result.push({ table: table.name, gone, changed, stay: all - gone - changed, why: table.person.why });
  }
  await recordAccountEvents(trx, tenant, now);
  return result;
}

async function eraseRows(
  trx: TenantDb,
  tenantId: number,
  { person, table, now }: { person: Person; table: PersonTable; now: Date },
): Promise<{ gone: number; changed: number }> {
  const { name, person: rule } = table;
  if (rule.erasure === 'stays') return { gone: 0, changed: 0 };
  const find = (rule.erasure === 'goes' && rule.goes) || rule.whose;
  const rows = { tenantId, accountId: person.accountId, rows: find(person), now };
  if (rule.erasure === 'changes') return { gone: 0, changed: await rule.erase(trx, rows) };
  return { gone: await (rule.erase?.(trx, rows) ?? deleteRows(trx, name, rows)), changed: 0 };
}
