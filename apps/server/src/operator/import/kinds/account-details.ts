import { type AccountField, accountProblem } from '@quayside/contract/account-fields.ts';
import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { countriesIn } from '../../../features/tenant/tenant.face.ts';
import type { ImportTenant, TellProblem } from './kind.ts';

/**
 * The details that customers can change themselves: a file's column → the account's field and its column in the
 * table.
 */
const details = {
  title: { field: 'title', stored: 'title' },
  first_name: { field: 'firstname', stored: 'firstname' },
  last_name: { field: 'lastname', stored: 'lastname' },
  email: { field: 'email', stored: 'email' },
  phone: { field: 'phone', stored: 'phone' },
  mobile: { field: 'mobile', stored: 'mobile' },
  address1: { field: 'address1', stored: 'address1' },
  address2: { field: 'address2', stored: 'address2' },
  town: { field: 'town', stored: 'town' },
  county: { field: 'county', stored: 'county' },
  county_code: { field: 'countyCode', stored: 'county_code' },
  postcode: { field: 'postcode', stored: 'postcode' },
  country: { field: 'countryCode', stored: 'country_code' },
} as const satisfies Record<string, { field: AccountField; stored: string }>;

type Detail = keyof typeof details;

export const detailColumns = Object.keys(details) as Detail[];
export const storedColumns: readonly string[] = detailColumns.map((detail) => details[detail].stored);

const empty = Object.fromEntries(detailColumns.map((detail) => [details[detail].field, ''])) as Record<
  AccountField,
  string
>;
const countries = countriesIn('en');

const expectations: Partial<Record<Detail, (tenant: ImportTenant) => string>> = {
  title: ({ settings }) => `is none of the marina's titles: ${settings.lookups.titles.join(', ')}`,
  phone: () => 'is no telephone number of 7 to 20 digits',
  mobile: () => 'is no telephone number of 7 to 20 digits',
  county_code: () => 'is no state of this country',
};

/**
 * Checks details by the rules of the form in which customers change them. A detail that the form requires may be
 * missing here: the customer is asked for it at their next change.
 */
export function checkDetails(values: Readonly<Record<string, string>>, tenant: ImportTenant, tell: TellProblem): void {
  const account = { ...empty };
  for (const detail of detailColumns) account[details[detail].field] = values[detail] ?? '';
  const circumstances = {
    locked: new Set<AccountField>(),
    titles: tenant.settings.lookups.titles,
    countries,
    stored: empty,
  };
  for (const [detail, expectation] of Object.entries(expectations)) {
    const { field } = details[detail as Detail];
    if (accountProblem(field, account, circumstances) === 'invalid')
      tell(detail, `"${account[field]}" ${expectation(tenant)}`);
  }
}

/**
 * The value of a detail in the last file. A missing one counts as empty, because an account starts with empty
 * details.
 */
const saidBefore = (detail: Detail) => sql`coalesce(t.imported_details ->> ${sql.lit(details[detail].stored)}, '')`;
const said = (detail: Detail) => sql.ref(`s.${detail}`);
const stored = (detail: Detail) => sql.ref(`t.${details[detail].stored}`);

/**
 * Merges one detail. The office's change is taken if the customer changed nothing since the last file. Otherwise
 * the customer's value stays, unless the office wins.
 */
function merge(detail: Detail, officeWins: boolean): RawBuilder<unknown> {
  const fromFile = officeWins
    ? sql`true`
    : sql`${said(detail)} <> ${saidBefore(detail)} and ${stored(detail)} = ${saidBefore(detail)}`;
  return sql`
    case when t.id is null then coalesce(${said(detail)}, '') when ${said(detail)} is null then ${stored(detail)}
      when ${fromFile} then ${said(detail)} else ${stored(detail)} end as ${sql.ref(details[detail].stored)}`;
}

/** The merged columns of an account's details: `s` is the waiting row, `t` the stored one. */
export const mergedDetails = (officeWins: boolean) =>
  sql.join(detailColumns.map((detail) => merge(detail, officeWins)));

/** The details in the file, kept to compare them with the next file. */
export const saidDetails = sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(
  detailColumns.map((detail) => sql`${sql.lit(details[detail].stored)}::text, ${said(detail)}`),
)}))`;

/** Finds details that both the office and the customer changed since the last file. */
export async function findKeptDetails(
  trx: TenantDb,
  tenantId: number,
): Promise<{ line: number; column: string; total: number }[]> {
  const each = sql.join(
    detailColumns.map((detail) => sql`(${sql.lit(detail)}, ${said(detail)}, ${stored(detail)}, ${saidBefore(detail)})`),
  );
  const { rows } = await sql<{ line: number; column: string; total: number }>`
    select s.source_line as line, d.name as column, (count(*) over ())::int as total
    from import_accounts s
    join accounts t on t.tenant_id = ${tenantId} and t.reference = s.reference
    cross join lateral (values ${each}) as d (name, said, stored, before)
    where s.tenant_id = ${tenantId} and d.said <> d.before and d.stored <> d.before and d.said <> d.stored
    order by s.source_line, d.name limit 50`.execute(trx);
  return rows;
}
