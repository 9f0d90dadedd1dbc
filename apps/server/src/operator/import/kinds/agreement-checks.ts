import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { findWrong, namesAnotherAccount } from '../checks.ts';
import { orNull } from '../store.ts';
import type { Finding } from './kind.ts';

/** The waiting agreements, with what is stored of them, their papers and their site. */
export const waitingAgreements = (tenantId: number) => sql`
  import_agreements s
  left join agreements t on t.tenant_id = ${tenantId} and t.reference = s.reference
  left join sites place on place.tenant_id = t.tenant_id and place.id = t.site_id
  left join (${paperOf(tenantId, 'reading')}) as reading on reading.agreement_id = t.id
  left join (${paperOf(tenantId, 'hard-copy')}) as copy on copy.agreement_id = t.id`;

const paperOf = (tenantId: number, kind: 'reading' | 'hard-copy') => sql`
  select af.agreement_id, af.file_id, encode(f.sha256, 'hex') as hash
  from agreement_files af join files f on f.tenant_id = af.tenant_id and f.id = af.file_id
  where af.tenant_id = ${tenantId} and af.kind = ${sql.lit(kind)}`;

const storedDay = (column: string) => sql`(${sql.ref(`t.${column}`)} at time zone place.time_zone)::date`;
const date = (column: string) => sql`${orNull(column)}::date`;

/** For each column: true if it has a value that differs from the stored one. */
const differs: Readonly<Record<string, RawBuilder<unknown>>> = {
  site: sql`${orNull('site')}::int <> t.site_id`,
  type: sql`s.type <> t.type`,
  created_on: sql`s.created_on::date <> ${storedDay('created_at')}`,
  starts_on: sql`s.starts_on is not null and ${date('starts_on')} is distinct from t.start_date`,
  ends_on: sql`s.ends_on is not null and ${date('ends_on')} is distinct from t.end_date`,
  signature_required: sql`(s.signature_required <> 'no') <> t.signature_required`,
  optional: sql`(s.optional = 'yes') <> t.optional`,
  sign_by: sql`s.sign_by is not null and ${date('sign_by')} is distinct from t.sign_by`,
  declaration: sql`s.declaration is not null
    and ${orNull('declaration_hash')} is distinct from encode(t.declaration_hash, 'hex')`,
  pdf: sql`s.pdf is not null and ${orNull('pdf_hash')} is distinct from reading.hash`,
  // The files may be silent about what was signed in the portal. An empty value is no difference.
  signed_on: sql`s.signed_on <> '' and ${date('signed_on')} is distinct from ${storedDay('signed_at')}`,
  scan: sql`s.scan <> '' and s.scan_hash is distinct from copy.hash`,
  withdrawn_on: sql`s.withdrawn_on is not null
    and ${date('withdrawn_on')} is distinct from ${storedDay('withdrawn_at')}`,
};

/** True if a waiting row changes anything. A wrong row never counts. */
export const changes = sql`(not s.wrong and (${sql.join(
  Object.values(differs).map((difference) => sql`coalesce(${difference}, false)`),
  sql` or `,
)}))`;

/**
 * Locks the agreements that are to change, and no others, so that nobody signs one between the check and the end of
 * the import. Locks in the order of the ids; everybody else holds one at most.
 * @returns their number
 */
export async function lockChangingAgreements(trx: TenantDb, tenantId: number): Promise<number> {
  const { rows } = await sql`
    select id from agreements
    where tenant_id = ${tenantId} and signed_at is null and id in (
      select t.id from ${waitingAgreements(tenantId)} where s.tenant_id = ${tenantId} and ${changes}
    )
    order by id for update`.execute(trx);
  return rows.length;
}

/** Finds contradictions between waiting agreements and what is stored. */
export async function findWrongAgreements(trx: TenantDb, tenantId: number, now: Date): Promise<Finding[]> {
  const today = now.toISOString().slice(0, 10);
  const toCome = (column: string) => ({
    column,
    message: sql`'"' || ${sql.ref(`s.${column}`)} || '" is a day to come'`,
    when: sql`${sql.ref(`s.${column}`)} > ${today}`,
  });
  const checks = [
    toCome('signed_on'),
    toCome('withdrawn_on'),
    {
      column: 'account',
      message: sql`'is another than the stored agreement''s: withdraw that one and make a new one'`,
      when: namesAnotherAccount(tenantId),
    },
    {
      column: 'scan',
      message: sql`'is missing: name the copy of what was signed on paper'`,
      when: sql`s.signed_on <> '' and coalesce(s.scan, '') = '' and t.signed_at is null`,
    },
    {
      column: 'pdf',
      message: sql`'is there beside a declaration that is stored: empty that one, or give no PDF'`,
      when: sql`s.pdf <> '' and s.declaration is null and t.declaration_hash is not null and t.signed_at is null`,
    },
    {
      column: 'declaration',
      message: sql`'is there beside a PDF that is stored: empty that one, or give no declaration'`,
      when: sql`s.declaration <> '' and s.pdf is null and reading.file_id is not null and t.signed_at is null`,
    },
    {
      column: 'signed_on',
      message: sql`'is set, and the agreement was withdrawn'`,
      when: sql`s.signed_on <> '' and s.withdrawn_on is null and t.withdrawn_at is not null`,
    },
    ...Object.entries(differs).map(([column, difference]) => ({
      column,
      message: sql`'is another than what was signed, and that never changes: make a new agreement'`,
      when: sql`t.signed_at is not null and ${difference}`,
    })),
  ];
  return findWrong(trx, sql`${waitingAgreements(tenantId)} where s.tenant_id = ${tenantId} and not s.wrong`, checks);
}
