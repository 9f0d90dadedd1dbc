import { z } from 'zod';
import { csvLines, type Separator } from '../../../features/exports/exports.exports.ts';
import {
  codeExpiry,
  findUnregistered,
  type IssuedCode,
  issueRenewalCode,
  issueRenewalCodes,
} from '../../../features/registration/registration.exports.ts';
import type { Tenant } from '../../../http/context.ts';
import { auditOperator } from '../../lib/audit-operator.ts';
import { command, type OperatorContext, OperatorError } from '../../lib/command.ts';
import { AccountName, findAccount } from '../../lib/find-account.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { portalOf } from '../../lib/portal-of.ts';

const options = z.strictObject({
  tenant: TenantKey,
  account: AccountName.optional(),
  allWithoutLogin: z.boolean().default(false).meta({ description: 'for all who have no login and no code yet' }),
  again: z.boolean().default(false).meta({ description: 'with --all-without-login: also for those who have a code' }),
  csv: z.boolean().default(false).meta({ description: 'with --all-without-login: as CSV, for a mail merge' }),
  excel: z
    .boolean()
    .default(false)
    .meta({ description: 'with --csv: with the mark by which Excel knows UTF-8, so that it shows all letters' }),
  separator: z
    .enum([',', ';', 'tab'])
    .optional()
    .meta({ description: 'with --csv: between the cells (default: a comma)', value: 'sign' }),
});

/** Prints registration codes for letters. They are stored nowhere, so treat the output like keys. */
export const issueCode = command({
  name: 'code issue',
  summary: 'Create registration codes for one customer, or for all customers without a login.',
  options,
  async run(ctx, { tenant: wanted, account, allWithoutLogin, again, csv, excel, separator }) {
    if ((account === undefined) === !allWithoutLogin)
      throw new OperatorError('Give --account, or --all-without-login with --csv.');
    if (allWithoutLogin !== csv) throw new OperatorError('--all-without-login and --csv go together.');
    const tenant = await findTenant(ctx, wanted);
    const portal = await portalOf(ctx, tenant);
    const linkOf = (code: string) => `${portal}/register?renewal-token=${code}`;
    if (excel && !csv) throw new OperatorError('--excel goes with --csv.');
    if (separator !== undefined && !csv) throw new OperatorError('--separator goes with --csv.');
    const delimiter = separator === 'tab' ? '\t' : (separator ?? ',');
    if (account === undefined) await issueAll(ctx, tenant, { again, excel, delimiter }, linkOf);
    else await issueOne(ctx, tenant, account, linkOf);
  },
});

type LinkOf = (code: string) => string;

async function issueOne(ctx: OperatorContext, tenant: Tenant, wanted: string, linkOf: LinkOf): Promise<void> {
  const now = ctx.clock.now();
  const account = await findAccount(ctx, tenant, wanted);
  const name = `${account.titledFullName} (account ${account.id})`;
  const code = await ctx.database
    .forTenant(tenant.id)
    .transaction()
    .execute(async (trx) => {
      if (!(await findUnregistered(trx, tenant.id, account.id)))
        throw new OperatorError(`${name} has a login already, so a code would open nothing. "login list" shows it.`);
      const issued = await issueRenewalCode(trx, tenant.id, account.id, now);
      if (issued === null) throw new OperatorError(`${name} is closed, so a code would open nothing.`);
      await auditOperator(trx, tenant.id, now, { event: 'code.issue', accountId: account.id });
      return issued;
    });
  ctx.say(`For ${name}, until ${dayOf(codeExpiry(now))}:`);
  ctx.say(`  ${code}`);
  ctx.say(`  ${linkOf(code)}`);
}

const columns = ['reference', 'title', 'first_name', 'last_name', 'email', 'address1', 'address2', 'town', 'county'];

async function issueAll(
  ctx: OperatorContext,
  tenant: Tenant,
  { again, excel, delimiter }: { again: boolean; excel: boolean; delimiter: Separator },
  linkOf: LinkOf,
): Promise<void> {
  const now = ctx.clock.now();
  const validUntil = dayOf(codeExpiry(now));
  if (excel) ctx.terminal.stdout.write('\uFEFF');
  const write = (rows: string[][]) => ctx.terminal.stdout.write(csvLines(rows, delimiter));
  write([[...columns, 'postcode', 'country', 'code', 'link', 'valid_until']]);
  const pages = issueRenewalCodes(ctx.database.forTenant(tenant.id), tenant.id, now, { again });
  for await (const page of pages) {
    const details = { codes: page.length };
    await auditOperator(ctx.database.forTenant(tenant.id), tenant.id, now, { event: 'code.issue', details });
    write(page.map((one) => [...addressOf(one), one.code, linkOf(one.code), validUntil]));
  }
}

const addressOf = (one: IssuedCode) => [
  one.reference ?? '',
  one.title,
  one.firstname,
  one.lastname,
  one.email,
  one.address1,
  one.address2,
  one.town,
  one.county,
  one.postcode,
  one.country_code,
];

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);
