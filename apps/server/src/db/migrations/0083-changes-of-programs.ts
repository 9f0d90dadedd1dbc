import { type Kysely, sql } from 'kysely';

/** The tables whose changes programs follow, with the columns that count as a change. Null: all columns. */
const tables: Readonly<Record<string, readonly string[] | null>> = {
  agreements: null,
  // A customer who opens a document changes nothing that programs see.
  account_documents: [
    'reference',
    'boat_id',
    'name',
    'notes',
    'expires_on',
    'file_id',
    'ready_at',
    'superseded_at',
    'review',
    'review_reason',
    'reviewed_at',
  ],
  document_types: null,
  // A generated column can't be compared.
  stays: ['account_id', 'reference', 'boat_id', 'boat_name', 'arrives_on', 'departs_on', 'asset_name', 'type'],
  estimates: null,
  waiting_lists: null,
  waiting_list_entries: null,
  consent_groups: null,
  consents: null,
  contact_messages: null,
  payment_allocations: null,
};

/** The lists that may be long, and the columns of their order. */
const lists: Readonly<Record<string, string>> = {
  agreements: 'id',
  account_documents: 'id',
  stays: 'id',
  estimates: 'id',
  contact_messages: 'id',
  payment_allocations: 'id',
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(tables)) {
    await sql`alter table ${sql.table(table)} add column updated_at timestamptz not null default now()`.execute(db);
    const row = (which: string) =>
      columns === null ? sql.raw(which) : sql.raw(`row(${columns.map((name) => `${which}.${name}`).join(', ')})`);
    await sql`
      create trigger note_change before update on ${sql.table(table)} for each row
        when (${row('old')} is distinct from ${row('new')}) execute function note_change()`.execute(db);
  }
  for (const [table, id] of Object.entries(lists))
    await sql`
      create index ${sql.id(`${table}_changes`)} on ${sql.table(table)}
        (tenant_id, updated_at, ${sql.ref(id)})`.execute(db);
  await sql`
    create index waiting_list_entries_changes on waiting_list_entries
      (tenant_id, waiting_list_id, updated_at, account_id)`.execute(db);
  await sql`
    create index consents_of_group on consents
      (tenant_id, consent_group_id, account_id, recorded_at desc, sequence desc)`.execute(db);
  await sql`
    create index consents_changes on consents (tenant_id, consent_group_id, updated_at, account_id)`.execute(db);
  await sql`create index agreements_of_type on agreements (tenant_id, type, id)`.execute(db);
  await sql`create index stays_of_type on stays (tenant_id, type, id)`.execute(db);
  await sql`create index account_documents_of_account on account_documents (tenant_id, account_id, id)`.execute(db);
  await sql`create index account_documents_of_type on account_documents (tenant_id, document_type_id, id)`.execute(db);
  await sql`create index orders_invoiced on orders (tenant_id, id) where invoice_number is not null`.execute(db);
  await sql`
    create index orders_invoiced_changes on orders (tenant_id, updated_at, id)
      where invoice_number is not null`.execute(db);
  await noteParts(db);
}

/** Lets a changed line count as a change of its estimate, and an answer as a change of its message. */
async function noteParts(db: Kysely<unknown>): Promise<void> {
  await notePart(db, { part: 'estimate_lines', key: 'estimate_id', whole: 'estimates' });
  await notePart(db, { part: 'message_answers', key: 'contact_message_id', whole: 'contact_messages' });
}

async function notePart(db: Kysely<unknown>, names: { part: string; key: string; whole: string }): Promise<void> {
  const note = sql.id(`note_changed_${names.part}`);
  const [part, key, whole] = [sql.table(names.part), sql.ref(names.key), sql.table(names.whole)];
  // Parts that come with an export are as old as their whole.
  await sql`
    create function ${note}() returns trigger language plpgsql as $$
      begin
        if current_setting('app.keeps_times', true) = 'yes' then
          return null;
        end if;
        update ${whole} w set updated_at = now() from (select distinct tenant_id, ${key} as id from changed) as c
          where w.tenant_id = c.tenant_id and w.id = c.id and w.updated_at < now();
        return null;
      end $$`.execute(db);
  for (const [event, rows] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql`
      create trigger ${sql.id(`note_${event}`)} after ${sql.raw(event)} on ${part}
        referencing ${sql.raw(rows)} table as changed
        for each statement execute function ${note}()`.execute(db);
}
