import { maxTermsBytes } from '@quayside/contract/agreements/agreement-papers.ts';
import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { findWrong, namesAnotherAccount } from '../../import/checks.queries.ts';
import type { Columns } from '../../import/columns.ts';
import type { Counts, Finding } from '../../import/kind.ts';
import { isToCome, siteOfAccount } from '../../import/site-clocks.queries.ts';
import { momentOn, noonAt, orNull, rowsOf, storeRows } from '../../import/store-rows.queries.ts';
import type { GivenPaper } from './papers/given-papers.service.ts';

/** The waiting agreements, with what is stored of them, their papers and their site. */
const waitingAgreements = (tenantId: number) => sql`
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
const changes = sql`(not s.wrong and (${sql.join(
  Object.values(differs).map((difference) => sql`coalesce(${difference}, false)`),
  sql` or `,
)}))`;

/** True if an agreement waits for a signature and has neither a text nor a PDF to read. */
const isEmpty = (required: RawBuilder<unknown>, text: RawBuilder<unknown>, isOver: RawBuilder<unknown>) =>
  sql`coalesce(${required}, true) and coalesce(${text}, '') = '' and not (${isOver})`;

/** True if a waiting row makes such an agreement. A stored one stays as it is, and can still be changed. */
const becomesEmpty = sql`
  ${isEmpty(
    sql`case when s.signature_required is null then t.signature_required else s.signature_required <> 'no' end`,
    sql`coalesce(s.declaration, encode(t.declaration_hash, 'hex'), '') || coalesce(s.pdf, reading.hash, '')`,
    sql`t.signed_at is not null or coalesce(s.signed_on, '') <> ''
      or case when s.withdrawn_on is null then t.withdrawn_at is not null else s.withdrawn_on <> '' end`,
  )}
  and (t.id is null or not (${isEmpty(
    sql`t.signature_required`,
    sql`coalesce(encode(t.declaration_hash, 'hex'), reading.hash)`,
    sql`t.signed_at is not null or t.withdrawn_at is not null`,
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

const needsText =
  'needs a text to sign, and the agreement has none: import its text in "declaration" or its PDF in "pdf", or send ' +
  'it with its text by POST agreements';

const tooLarge = `" is larger than ${maxTermsBytes / 1024 / 1024} MB: customers sign this PDF`;

/** Finds contradictions between waiting agreements and what is stored. */
export async function findWrongAgreements(trx: TenantDb, tenantId: number, now: Date): Promise<Finding[]> {
  const site = sql`coalesce(${orNull('site')}, t.site_id::text, ${siteOfAccount(tenantId, sql`s.account`)})`;
  const toCome = (column: string) => ({
    column,
    message: sql`'"' || ${sql.ref(`s.${column}`)} || '" is a day to come'`,
    when: isToCome(tenantId, now, date(column), site),
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
      column: 'pdf',
      message: sql`'"' || s.pdf || ${tooLarge}::text`,
      // A PDF that an earlier version took stays, and the marina's files go on to name it.
      when: sql`s.pdf_bytes > ${maxTermsBytes} and s.pdf_hash is distinct from reading.hash
        and coalesce(s.signed_on, '') = '' and t.signed_at is null`,
    },
    {
      column: 'declaration',
      message: sql`'is there beside a PDF that is stored: empty that one, or give no declaration'`,
      when: sql`s.declaration <> '' and s.pdf is null and reading.file_id is not null and t.signed_at is null`,
    },
    {
      column: 'declaration',
      message: sql`'is missing: name the text to sign here, or its PDF in "pdf"'`,
      when: sql`(s.declaration is not null or s.pdf is not null) and ${becomesEmpty}`,
    },
    {
      column: 'signature_required',
      message: sql`${needsText}::text`,
      when: sql`s.declaration is null and s.pdf is null and ${becomesEmpty}`,
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

interface StoredAgreements {
  columns: Columns;
  /** The number of stored agreements that change. They are locked. */
  changed: number;
  /** Runs while `listChangedPapers` can tell the papers of the changing agreements. */
  beside: () => Promise<void>;
}

/** Stores the waiting agreements that are new or change one. */
export async function storeAgreements(
  trx: TenantDb,
  tenantId: number,
  { columns, changed, beside }: StoredAgreements,
): Promise<Counts> {
  const changing = changingRows(tenantId, columns);
  await sql`create temp table import_changing on commit drop as ${changing.rows}`.execute(trx);
  const { added } = await storeRows(trx, tenantId, {
    table: 'agreements',
    rows: sql`select * from import_changing`,
    counter: 'agreement',
    key: ['id'],
    columns: changing.columns,
    inserted: { guid: sql`gen_random_uuid()` },
  });
  await beside();
  await sql`drop table import_changing`.execute(trx);
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from import_agreements where tenant_id = ${tenantId}`.execute(trx);
  return { added, changed, unchanged: (rows[0]?.total ?? 0) - added - changed, removed: 0 };
}

/**
 * The rows that are new or change an agreement. A signed agreement is not written at all, so that a signature given
 * meanwhile keeps what was signed.
 */
const changingRows = (tenantId: number, columns: Columns) =>
  rowsOf({
    columns,
    isNumbered: true,
    computed: {
      account_id: sql`a.id`,
      site_id: sql`site.id`,
      created_at: momentOn(sql`s.created_on::date`, 'created_at'),
      signature_required: sql`case when s.signature_required is null then coalesce(t.signature_required, true)
        else s.signature_required <> 'no' end`,
      optional: sql`case when s.optional is null then coalesce(t.optional, false) else s.optional = 'yes' end`,
      declaration_hash: sql`case when s.declaration is null then t.declaration_hash
        else decode(${orNull('declaration_hash')}, 'hex') end`,
      signed_at: noonAt(sql`${orNull('signed_on')}::date`),
      withdrawn_at: sql`case when s.withdrawn_on is null then t.withdrawn_at
        else ${momentOn(sql`${orNull('withdrawn_on')}::date`, 'withdrawn_at')} end`,
    },
    from: sql`
      from ${waitingAgreements(tenantId)}
      join accounts a on a.tenant_id = ${tenantId} and a.reference = s.account
      join sites site on site.tenant_id = ${tenantId}
        and site.id = coalesce(${orNull('site')}::int, t.site_id, a.site_id)
      where s.tenant_id = ${tenantId} and (t.id is null or t.signed_at is null and ${changes})`,
  });

/** Returns each text that isn't stored yet, with one of the files that have it. */
export async function listNewDeclarations(trx: TenantDb, tenantId: number): Promise<{ name: string; hash: string }[]> {
  const { rows } = await sql<{ name: string; hash: string }>`
    select distinct on (s.declaration_hash) s.declaration as name, s.declaration_hash as hash
    from import_agreements s
    where s.tenant_id = ${tenantId} and s.declaration_hash is not null and not exists (
      select from declarations d where d.tenant_id = ${tenantId}
        and d.hash = decode(s.declaration_hash, 'hex'))`.execute(trx);
  return rows;
}

interface ChangedPaper extends Pick<GivenPaper, 'agreementId' | 'accountId' | 'kind' | 'name'> {
  hash: string | null;
}

/** Returns the papers that the changing agreements get. Without a hash the stored paper is to be removed. */
export async function listChangedPapers(trx: TenantDb, tenantId: number): Promise<ChangedPaper[]> {
  const { rows } = await sql<ChangedPaper>`
    select g.id as "agreementId", g.account_id as "accountId", paper.kind, paper.name, paper.hash
    from import_changing changing
    join import_agreements s on s.tenant_id = ${tenantId} and s.source_line = changing.source_line
    join agreements g on g.tenant_id = ${tenantId} and g.reference = s.reference
    cross join lateral (values ('reading', s.pdf, s.pdf_hash), ('hard-copy', s.scan, s.scan_hash))
      as paper (kind, name, hash)
    left join agreement_files af on af.tenant_id = ${tenantId} and af.agreement_id = g.id and af.kind = paper.kind
    left join files f on f.tenant_id = ${tenantId} and f.id = af.file_id
    where paper.name is not null and paper.hash is distinct from encode(f.sha256, 'hex')
    order by s.source_line`.execute(trx);
  return rows;
}
