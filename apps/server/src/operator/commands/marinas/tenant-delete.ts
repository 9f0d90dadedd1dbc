import { z } from 'zod';
import { countRowsOfMarina, deleteMarina, whyNotDeleted } from '../../../features/archive/archive.exports.ts';
import { refuseForeignStorage } from '../../../features/files/files.exports.ts';
import { tables } from '../../../features/tables.ts';
import { enterTenant } from '../../../features/tenant/tenant.exports.ts';
import type { Tenant } from '../../../http/context.ts';
import type { TenantDb } from '../../../db/client.ts';
import { openFiles } from '../../../providers/files/open-files.ts';
import { retryTransaction } from '../../lib/retry-transaction.ts';
import { command, type OperatorContext, OperatorError } from '../../lib/command.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';

/** Deletes a marina that has left. docs/operating/leaving.md describes it. */
export const deleteTenant = command({
  name: 'tenant delete',
  summary: 'Delete a marina that has left, with all its rows and files. Without --confirm it only says what goes.',
  options: z.strictObject({
    tenant: TenantKey,
    confirm: z
      .string()
      .optional()
      .meta({ description: 'the key of the marina: deletes it. Nobody can take that back', value: 'key' }),
  }),
  positions: ['tenant'],
  async run(ctx, { tenant: key, confirm }) {
    const tenant = await findTenant(ctx, key);
    if (confirm !== undefined && confirm !== tenant.key)
      throw new OperatorError(`The marina is "${tenant.key}", and --confirm names "${confirm}".`);
    ctx.say(`${tenant.name} (${tenant.key})`);
    if (confirm === undefined)
      return ctx.database
        .forTenant(tenant.id)
        .transaction()
        .execute((trx) => tell(ctx, trx, tenant));
    await deleteWhole(ctx, tenant);
    ctx.say('It is deleted. Backups from before still have it: delete them when their time is over.');
  },
});

async function tell({ clock, say }: OperatorContext, trx: TenantDb, tenant: Tenant): Promise<void> {
  refuse(tenant, await whyNotDeleted(trx, tenant, clock.now()));
  for (const { table, rows } of await countRowsOfMarina(trx, tenant.id, tables))
    say(`  ${table.replaceAll('_', ' ')}: ${rows.toLocaleString('en')}`);
  say('Cards that customers stored stay with their provider: ask it to delete them.');
  say('All of this goes, with every file: also what the law may ask you to keep. Take it out first: export.');
  say(`Nothing has changed. To delete it: --confirm ${tenant.key}`);
}

async function deleteWhole(ctx: OperatorContext, tenant: Tenant): Promise<void> {
  const { clock, database, ownerDb, environment, terminal } = ctx;
  const files = await openFiles(environment);
  const say = (step: string) => void terminal.stderr.write(`${step}\n`);
  try {
    // In another storage no file would be missed, and the server's would stay for ever.
    if (!environment.startsWithoutFiles) await refuseForeignStorage(database, files);
    // A request may hold a row that is to go, and wait for the locked marina. The files go last, so a deadlock deletes
    // none.
    const run = () =>
      ownerDb()
        .transaction()
        .execute(async (trx) => {
          await enterTenant(trx, tenant.id);
          refuse(tenant, await deleteMarina(trx, tenant, { tables, files, now: clock.now(), say }));
        });
    await retryTransaction(run, () => say('A request of the marina was in the way. It begins again.'));
  } finally {
    files.close?.();
  }
}

function refuse({ key }: Tenant, reasons: readonly string[]): void {
  if (reasons.length > 0)
    throw new OperatorError(`${key} can't be deleted now:\n${reasons.map((each) => `  ${each}`).join('\n')}`);
}
