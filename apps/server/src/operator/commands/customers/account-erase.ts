import { z } from 'zod';
import { checkVaults, eraseVaultCards } from '../../../features/cards/cards.exports.ts';
import {
  type ErasedRows,
  erasePerson,
  findInvoicesWithoutPaper,
  findUnsealedAgreements,
  lockForErasure,
} from '../../../features/persons/persons.exports.ts';
import { tables } from '../../../features/tables.ts';
import type { Tenant } from '../../../http/context.ts';
import { enqueueJob } from '../../../jobs/enqueue.ts';
import { ProviderFault } from '../../../providers/payments/payment-attempt.ts';
import type { TenantDb } from '../../../db/client.ts';
import type { DeclaredTable } from '../../../db/declared-table.ts';
import { retryTransaction } from '../../lib/retry-transaction.ts';
import { auditOperator } from '../../lib/audit-operator.ts';
import { command, type OperatorContext, OperatorError } from '../../lib/command.ts';
import { findAnyAccount } from '../../lib/find-any-account.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';

/** Erases the personal data of one customer. docs/operating/personal-data.md describes it. */
export const eraseAccount = command({
  name: 'account erase',
  summary: 'Erase the personal data of one customer. Without --confirm it only says what goes, what stays and why.',
  options: z.strictObject({
    tenant: TenantKey,
    account: z.string().min(1).meta({ description: 'the customer, by your reference or the number', value: 'account' }),
    confirm: z.coerce
      .number()
      .int()
      .optional()
      .meta({ description: 'the number of the account: erases it. Nobody can take that back', value: 'number' }),
  }),
  async run(ctx, { tenant: key, account: wanted, confirm }) {
    const tenant = await findTenant(ctx, key);
    const account = await findAnyAccount(ctx, tenant, wanted);
    if (confirm !== undefined && confirm !== account.id)
      throw new OperatorError(`"${wanted}" is account ${account.id}, and --confirm names ${confirm}.`);
    const db = ctx.database.forTenant(tenant.id);
    ctx.say(`Account ${account.id} of ${tenant.name}, ${account.name}`);
    if (account.erased_at !== null)
      ctx.say(`It was erased on ${account.erased_at.toISOString().slice(0, 10)}. What came since goes now.`);
    await sealAgreements(db, tenant, account.id);
    await refuseUnsettled(db, tenant, account.id);
    if (confirm === undefined) {
      await storeInvoices(db, tenant, account.id);
      tell(ctx, await tryToErase(ctx, tenant, account.id));
      ctx.say(`Nothing has changed. To erase it: --confirm ${account.id}`);
      return;
    }
    await storeInvoices(db, tenant, account.id);
    await askProvider(checkVaults(db, tenant.id, account.id), 'does not answer. Nothing has changed');
    tell(ctx, await erase(ctx, tenant, account.id));
    // Outside of a transaction, because the provider may take long, and last, because it takes no deletion back. The
    // profiles stay until then, so that another run finds them.
    const cards = await askProvider(
      eraseVaultCards(db, tenant.id, account.id),
      'does not delete the stored cards. Everything else of the customer is erased',
    );
    ctx.say(`${cards.cards} stored cards were deleted at the provider.`);
    for (const { provider, profile } of cards.left)
      ctx.say(`The marina has no settings of ${provider} any more: ask it to delete profile ${profile}.`);
    tell(ctx, await eraseProfiles(ctx, tenant, account.id));
    ctx.say('The files go within an hour. Note the account: after a restore from a backup, erase it again.');
  },
});

/** Has the papers of signed agreements made, because nobody may download them, and their own jobs may have failed. */
async function sealAgreements(db: TenantDb, tenant: Tenant, accountId: number): Promise<void> {
  const agreements = await findUnsealedAgreements(db, tenant.id, accountId);
  await db.transaction().execute(async (trx) => {
    for (const agreementId of agreements) await enqueueJob(trx, 'seal-agreement', { tenantId: tenant.id, agreementId });
  });
}

/** Has the papers of invoices stored that are made when somebody opens them: afterwards nobody knows the name. */
async function storeInvoices(db: TenantDb, tenant: Tenant, accountId: number): Promise<void> {
  const orders = await findInvoicesWithoutPaper(db, tenant.id, accountId);
  if (orders.length === 0) return;
  await db.transaction().execute(async (trx) => {
    for (const orderId of orders) await enqueueJob(trx, 'store-invoice', { tenantId: tenant.id, orderId });
  });
  throw new OperatorError(
    `The running server now stores the papers of ${orders.length} invoices, with the customer's name. ` +
      'Run the command again in a minute.',
  );
}

/** Refuses an account that can't be erased now. */
const refuseUnsettled = (db: TenantDb, tenant: Tenant, accountId: number): Promise<void> =>
  db.transaction().execute((trx) => lockOrRefuse(trx, tenant, accountId));

/** Locks an account to be erased, or refuses it. Money may have begun to move since an earlier look. */
async function lockOrRefuse(trx: TenantDb, tenant: Tenant, accountId: number): Promise<void> {
  const reasons = await lockForErasure(trx, tenant, accountId);
  if (reasons.length > 0)
    throw new OperatorError(
      `Account ${accountId} can't be erased now:\n${reasons.map((each) => `  ${each}`).join('\n')}`,
    );
}

/** @param fault says what the provider does not do, and what holds then */
async function askProvider<Answer>(asking: Promise<Answer>, fault: string): Promise<Answer> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    throw new OperatorError(`The card provider ${fault}: run the command again. (${error.message})`);
  }
}

/** Runs a transaction that locks the customer. It gives way to their requests, and begins again (SAFE-114). */
const lockingThem = <Result>(
  { database, say }: OperatorContext,
  tenant: Tenant,
  work: (trx: TenantDb) => Promise<Result>,
) =>
  retryTransaction(
    () => database.forTenant(tenant.id).transaction().execute(work),
    () => say('A request was in the way. It begins again.'),
  );

/** Ends the transaction of a try, and takes its result out. */
class OnlyTried extends Error {
  readonly rows: ErasedRows[];

  constructor(rows: ErasedRows[]) {
    super('only tried');
    this.rows = rows;
  }
}

/** Erases in a transaction, and rolls it back. */
async function tryToErase(ctx: OperatorContext, tenant: Tenant, accountId: number): Promise<ErasedRows[]> {
  try {
    await lockingThem(ctx, tenant, async (trx) => {
      await lockOrRefuse(trx, tenant, accountId);
      throw new OnlyTried(await erasePerson(trx, tenant, { accountId, tables, now: ctx.clock.now() }));
    });
  } catch (error) {
    if (error instanceof OnlyTried) return error.rows;
    throw error;
  }
  return [];
}

/** Erases all rows but those that name what providers store, unless a last look refuses it. */
const erase = (ctx: OperatorContext, tenant: Tenant, accountId: number): Promise<ErasedRows[]> =>
  lockingThem(ctx, tenant, async (trx) => {
    await lockOrRefuse(trx, tenant, accountId);
    const own = tables.filter((table) => !isStoredAtProvider(table));
    return eraseAndRecord(trx, tenant, { accountId, tables: own, now: ctx.clock.now() });
  });

/** Erases the rows that name what the providers have deleted by now. */
const eraseProfiles = ({ database, clock }: OperatorContext, tenant: Tenant, accountId: number) =>
  database
    .forTenant(tenant.id)
    .transaction()
    .execute((trx) =>
      eraseAndRecord(trx, tenant, { accountId, tables: tables.filter(isStoredAtProvider), now: clock.now() }),
    );

const isStoredAtProvider = ({ person }: DeclaredTable) =>
  person?.erasure === 'goes' && person.storedAtProvider === true;

async function eraseAndRecord(
  trx: TenantDb,
  tenant: Tenant,
  of: Parameters<typeof erasePerson>[2],
): Promise<ErasedRows[]> {
  const { accountId, now } = of;
  const rows = await erasePerson(trx, tenant, of);
  const details = Object.fromEntries(rows.filter(({ gone }) => gone > 0).map(({ table, gone }) => [table, gone]));
  if (rows.length > 0) await auditOperator(trx, tenant.id, now, { event: 'account.erase', accountId, details });
  return rows;
}

function tell({ say }: OperatorContext, rows: readonly ErasedRows[]): void {
  for (const { table, gone, changed, stay, why } of rows) {
    const counts = [
      gone > 0 ? `${gone} go` : '',
      changed > 0 ? `${changed} change` : '',
      stay > 0 ? `${stay} stay` : '',
    ].filter((each) => each !== '');
    say(`  ${table.replaceAll('_', ' ')}: ${counts.join(', ')} (${why})`);
  }
}
