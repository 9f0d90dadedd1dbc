import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { find } from '../../../import/checks.queries.ts';
import type { ImportTenant } from '../../../import/columns.ts';
import type { Finding, StoreOptions } from '../../../import/kind.ts';
import { isToCome, siteOfAccount } from '../../../import/site-clocks.queries.ts';

/** Finds contradictions between documents, their types, their boats and what is stored. */
export async function findWrongDocuments(
  trx: TenantDb,
  { id: tenantId }: ImportTenant,
  { now }: Pick<StoreOptions, 'now'>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { column, message, when } of checks(tenantId, now))
    findings.push(
      ...(await find(
        trx,
        sql`
          with types as (${typesAfterImport(tenantId)}), boats_after_import as (${boatsAfterImport(tenantId)})
          select s.source_line as line, ${column}::text as "column", ${message}::text as message
          from import_documents s
          left join types on types.reference = s.type
          left join boats_after_import named on named.account = s.account and named.name = s.boat
          left join account_documents t on t.tenant_id = ${tenantId} and t.reference = s.reference
          left join accounts a on a.tenant_id = ${tenantId} and a.id = t.account_id
          left join document_types kept on kept.tenant_id = ${tenantId} and kept.id = t.document_type_id
          left join boats b on b.tenant_id = ${tenantId} and b.id = t.boat_id
          left join import_boats w on w.tenant_id = ${tenantId} and w.reference = b.reference
          where s.tenant_id = ${tenantId} and not s.wrong and ${when}`,
      )),
    );
  return findings;
}

const makeNew = "is another than the stored document's: give a reference of its own";

/** A stored document keeps its account, type and boat. Its boat may have another name or owner since. */
const checks = (tenantId: number, now: Date) => [
  { column: 'account', message: makeNew, when: sql`a.reference <> s.account` },
  { column: 'type', message: makeNew, when: sql`kept.reference is distinct from s.type and t.id is not null` },
  {
    column: 'boat',
    message: makeNew,
    when: sql`t.id is not null and s.boat not in (coalesce(b.name, ''), coalesce(w.name, b.name, ''))`,
  },
  {
    column: 'boat',
    message: 'is empty, and the type is of boats',
    when: sql`t.id is null and types.level = 'Boat' and coalesce(s.boat, '') = ''`,
  },
  {
    column: 'boat',
    message: 'is given, and the type is of accounts',
    when: sql`t.id is null and types.level = 'Account' and s.boat <> ''`,
  },
  {
    column: 'boat',
    message: 'is no boat of the account',
    when: sql`t.id is null and types.level = 'Boat' and s.boat <> '' and named.times is null
      and not exists (select from import_boats broken where broken.tenant_id = s.tenant_id and broken.wrong)`,
  },
  {
    column: 'boat',
    message: 'is the name of more than one boat of the account',
    when: sql`t.id is null and types.level = 'Boat' and named.times > 1`,
  },
  {
    column: 'expires_on',
    message: 'is empty, and documents of this type have a last day',
    when: sql`types.expires and coalesce(s.expires_on, t.expires_on::text, '') = ''`,
  },
  {
    column: 'created_on',
    message: 'is a day to come',
    when: isToCome(tenantId, now, sql`s.created_on::date`, siteOfAccount(tenantId, sql`s.account`)),
  },
];

/** The document types after the import. */
const typesAfterImport = (tenantId: number) => sql`
  select reference, level, expiry_required = 'yes' as expires
  from import_document_types where tenant_id = ${tenantId} and not wrong
  union all
  select t.reference, t.attachment_level, t.is_expiry_required
  from document_types t
  where t.tenant_id = ${tenantId} and t.reference is not null and not exists (
    select from import_document_types w where w.tenant_id = ${tenantId} and w.reference = t.reference)`;

/** The names of boats by account after the import, with the number of boats that have each. */
const boatsAfterImport = (tenantId: number) => sql`
  select account, name, count(*) as times from (
    select account, name from import_boats where tenant_id = ${tenantId} and not wrong
    union all
    select a.reference, b.name
    from boats b join accounts a on a.tenant_id = ${tenantId} and a.id = b.account_id
    where b.tenant_id = ${tenantId} and not exists (
      select from import_boats w where w.tenant_id = ${tenantId} and w.reference = b.reference)
  ) as each_boat group by account, name`;
