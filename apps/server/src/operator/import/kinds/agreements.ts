import { sql } from 'kysely';
import { findAllBrokenLinks } from '../checks.ts';
import { day, type Field, oneOf, optional, reference, required, text, wholeNumber } from '../fields.ts';
import { given, orNull, storeRows } from '../store.ts';
import { changes, findWrongAgreements, lockChangingAgreements, waitingAgreements } from './agreement-checks.ts';
import { lookAtDeclaration, lookAtPaper, storeDeclarations, storePapers } from './agreement-papers.ts';
import { type Counts, type Kind, type TellProblem, waitingAs } from './kind.ts';
import { noonAt } from './orders.ts';
import { siteNumber } from './sites.ts';

const fields: Record<string, Field> = {
  reference: required(reference),
  account: required(reference),
  site: optional(wholeNumber),
  type: required(text(100)),
  created_on: required(day),
  starts_on: optional(day),
  ends_on: optional(day),
  signature_required: optional(oneOf(['yes', 'no'])),
  optional: optional(oneOf(['yes', 'no'])),
  sign_by: optional(day),
  declaration: optional(text(200)),
  pdf: optional(text(200)),
  signed_on: optional(day),
  scan: optional(text(200)),
  withdrawn_on: optional(day),
};

/**
 * The agreements that customers sign: the text to read, and the scan if they signed on paper. No file changes an
 * agreement once it is signed, here or on paper.
 */
export const agreements: Kind = {
  name: 'agreements',
  fields: () => fields,
  waiting: waitingAs('text', [...Object.keys(fields), 'declaration_hash', 'pdf_hash', 'scan_hash']),
  key: ['reference'],
  read: async (values, tenant, tell, { files }) => {
    findContradictions(values, tell);
    return {
      ...values,
      declaration_hash: await lookAtDeclaration(files, values, tell),
      pdf_hash: await lookAtPaper(files, { values, column: 'pdf', tenant, tell }),
      scan_hash: await lookAtPaper(files, { values, column: 'scan', tenant, tell }),
    };
  },
  check: async (trx, { id: tenantId }, { now }) => {
    const links = [
      { column: 'account', to: 'accounts', table: 'accounts', noun: 'account' },
      { column: 'site', to: 'sites', table: 'sites', by: siteNumber, noun: 'site' },
    ] as const;
    const broken = await findAllBrokenLinks(trx, 'agreements', links, tenantId);
    await lockChangingAgreements(trx, tenantId);
    return [...broken, ...(await findWrongAgreements(trx, tenantId, now))];
  },
  store: async (trx, tenant, { now, files }) => {
    const { id: tenantId } = tenant;
    // Locks again: this import may have changed a site's time zone, and with it the days.
    const changing = await lockChangingAgreements(trx, tenantId);
    await storeDeclarations(trx, tenantId, files, now);
    await sql`create temp table import_changing on commit drop as ${changingRows(tenantId)}`.execute(trx);
    const { added } = await storeRows(trx, tenantId, {
      table: 'agreements',
      rows: sql`select * from import_changing`,
      counter: 'agreement',
      key: ['id'],
      columns: [
        ...['reference', 'account_id', 'site_id', 'type', 'created_at', 'start_date', 'end_date', 'sign_by'],
        ...['signature_required', 'optional', 'declaration_hash', 'signed_at', 'withdrawn_at'],
      ],
      inserted: { guid: sql`gen_random_uuid()` },
    });
    await storePapers(trx, tenant, files, now);
    await sql`drop table import_changing`.execute(trx);
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from import_agreements where tenant_id = ${tenantId}`.execute(trx);
    return {
      added,
      changed: changing,
      unchanged: (rows[0]?.total ?? 0) - added - changing,
      removed: 0,
    } satisfies Counts;
  },
};

/** Finds contradictions within one row. */
function findContradictions(values: Readonly<Record<string, string>>, tell: TellProblem): void {
  const { created_on: created = '', starts_on: starts = '', ends_on: ends, sign_by: signBy } = values;
  if (ends && ends < starts) tell('ends_on', 'is before starts_on');
  if (signBy && signBy < created) tell('sign_by', 'is before created_on');
  if (values.declaration && values.pdf) tell('pdf', 'is there beside a declaration: give one of them to read');
  if (values.scan && !values.signed_on) tell('scan', 'is there without signed_on');
  if (values.signed_on && values.withdrawn_on) tell('withdrawn_on', 'is there beside signed_on');
}

/**
 * The rows that are new or change an agreement. A signed agreement is not written at all, so that a signature given
 * meanwhile keeps what was signed.
 */
const changingRows = (tenantId: number) => sql`
  select s.source_line, t.id, s.reference, a.id as account_id, site.id as site_id, s.type,
    ${noonAt(sql`s.created_on::date`)} as created_at,
    ${given('starts_on', 'start_date', 'date')} as start_date, ${given('ends_on', 'end_date', 'date')} as end_date,
    ${given('sign_by', 'sign_by', 'date')} as sign_by,
    case when s.signature_required is null then coalesce(t.signature_required, true)
      else s.signature_required <> 'no' end as signature_required,
    case when s.optional is null then coalesce(t.optional, false) else s.optional = 'yes' end as optional,
    case when s.declaration is null then t.declaration_hash
      else decode(${orNull('declaration_hash')}, 'hex') end as declaration_hash,
    ${noonAt(sql`${orNull('signed_on')}::date`)} as signed_at,
    case when s.withdrawn_on is null then t.withdrawn_at
      else ${noonAt(sql`${orNull('withdrawn_on')}::date`)} end as withdrawn_at,
    s.pdf, s.pdf_hash, s.scan, s.scan_hash
  from ${waitingAgreements(tenantId)}
  join accounts a on a.tenant_id = ${tenantId} and a.reference = s.account
  join sites site on site.tenant_id = ${tenantId} and site.id = coalesce(${orNull('site')}::int, t.site_id, a.site_id)
  where s.tenant_id = ${tenantId} and (t.id is null or t.signed_at is null and ${changes})`;
