import { z } from 'zod';
import { inSnapshot } from '../../../features/archive/archive.service.ts';
import { namesForRows } from '../../../features/persons/persons.exports.ts';
import { readPerson } from '../../../features/persons/persons.service.ts';
import { tables } from '../../../features/tables.ts';
import { languageOfCustomer } from '../../../features/tenant/tenant.exports.ts';
import type { FileStorage } from '../../../providers/files/file-storage.ts';
import { openFiles } from '../../../providers/files/open-files.ts';
import { amountText } from '../../import/given-amount.ts';
import type { BackupPlace } from '../../backup/place.ts';
import { openPlace } from '../../backup/open-place.ts';
import { auditOperator } from '../../lib/audit-operator.ts';
import { command, OperatorError } from '../../lib/command.ts';
import { findAnyAccount } from '../../lib/find-any-account.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { officeTimeZone } from '../../lib/office-clock.ts';
import { type FileRow, pathOfFile, personPage } from '../../lib/person-page.ts';

/** Exports everything about one customer. docs/operating/personal-data.md describes it. */
export const exportAccount = command({
  name: 'account export',
  summary: 'Write everything about one customer to a folder or a bucket, for the customer.',
  options: z.strictObject({
    tenant: TenantKey,
    account: z.string().min(1).meta({ description: 'the customer, by your reference or the number', value: 'account' }),
    to: z.string().meta({ description: 'an empty folder, or s3://bucket/prefix' }),
  }),
  async run(ctx, { tenant: key, account: wanted, to }) {
    const tenant = await findTenant(ctx, key);
    const account = await findAnyAccount(ctx, tenant, wanted);
    const [place, storage] = await Promise.all([openPlace(to, ctx.environment), openFiles(ctx.environment)]);
    try {
      if (!(await place.isEmpty())) throw new OperatorError(`${to} is not empty. Name a new place for each export.`);
      const db = ctx.database.forTenant(tenant.id);
      const now = ctx.clock.now();
      await auditOperator(db, tenant.id, now, { event: 'account.export', accountId: account.id });
      const rows: Record<string, number> = {};
      const written = new Map<string, string[]>();
      let files: FileRow[] = [];
      await inSnapshot(db, async (trx) => {
        for await (const { table, lines } of readPerson(trx, tenant.id, account.id, tables)) {
          await place.write(`${table}.json`, once(`[\n${lines.join(',\n')}\n]\n`));
          rows[table] = lines.length;
          written.set(table, lines);
          if (table === 'files') files = lines.map((line) => JSON.parse(line) as FileRow);
        }
      });
      const amount = (minor: number, currency?: string) => amountText(tenant, minor, currency);
      const timeZone = await officeTimeZone(ctx, tenant);
      const language = languageOfCustomer(tenant, languageOfLogin(written.get('logins')));
      const names = await namesForRows(db, tenant.id, language);
      await place.write('index.html', once(personPage({ tenant, language, amount, timeZone, names, tables: written })));
      const missing = await copyFiles(files, { storage, place, tenantId: tenant.id });
      const index = { account: account.id, reference: account.reference, takenAt: now.toISOString(), rows, missing };
      await place.write('index.json', once(`${JSON.stringify(index, null, 2)}\n`));
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
      ctx.say(`${to} has ${total} rows of account ${account.id} and ${files.length - missing.length} files.`);
      if (missing.length > 0) throw new OperatorError(`The storage does not have: ${missing.join(', ')}.`);
    } finally {
      place.close();
      storage.close?.();
    }
  },
});

/** Returns the language of a customer's login, or null if nobody has signed in for them. */
function languageOfLogin(logins: readonly string[] = []): string | null {
  const [login] = logins.map((line) => JSON.parse(line) as { language: string | null });
  return login?.language ?? null;
}

/** Copies the files of a customer, under the names that they gave them. @returns those that the storage has lost */
async function copyFiles(
  files: readonly FileRow[],
  { storage, place, tenantId }: { storage: FileStorage; place: BackupPlace; tenantId: number },
): Promise<string[]> {
  const missing: string[] = [];
  for (const file of files) {
    const content = file.storage_name === null ? null : await storage.get(tenantId, file.storage_name);
    const path = pathOfFile(file);
    if (content === null) missing.push(path);
    else await place.write(path, content);
  }
  return missing;
}

async function* once(text: string) {
  yield Buffer.from(text);
}
