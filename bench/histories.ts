import pg from 'pg';
import type { BenchMarina, BenchSession } from './marina.ts';

/** Two customers of a marina: one with a long history, one with ten of everything and a document of each type. */
export interface Histories {
  long: BenchSession;
  short: BenchSession;
}

const many = { agreements: 5_000, stays: 20_000, documents: 3_000 };
const few = { agreements: 10, stays: 10, documents: 10 };

/** The document types: for accounts, and for each boat of customers with boats. */
const places = { accountTypes: 20, boatTypes: 10, boats: 5 };
const placesInAll = places.accountTypes + places.boatTypes * places.boats;

/**
 * Fills the histories of the first two signed-in customers. All others get a short one too.
 * @param size of the long history; 1 is the usual size
 */
export async function fillHistories(marina: BenchMarina, size: number): Promise<Histories> {
  const [long, short, ...others] = marina.sessions;
  if (!long || !short) throw new Error('The marina has fewer than two signed-in customers');
  const client = new pg.Client(marina.superUrl);
  await client.connect();
  try {
    await client.query('set session_replication_role = replica'); // no foreign keys and triggers while loading
    for (const statement of types(marina.tenantId)) await client.query(statement);
    await client.query(`delete from agreements where account_id in (${long.accountId}, ${short.accountId})`);
    for (const [index, { accountId }] of [long, short].entries())
      await client.query(boats(marina.tenantId, accountId, firstBoat(index)));
    const first = { agreements: 10_000_000, stays: 1, documents: 1 };
    await fillNext(sized(size), long.accountId, firstBoat(0));
    // One document for each type and boat. The list has no pages, so both answers must be equally long.
    await fillNext({ ...few, documents: placesInAll }, short.accountId, firstBoat(1));
    for (const { accountId } of others.slice(0, Math.ceil(others.length * size))) await fillNext(few, accountId, null);
    await client.query(
      'insert into stay_totals select tenant_id, account_id, count(*) from stays group by tenant_id, account_id',
    );
    await client.query(
      `insert into agreement_totals select tenant_id, account_id, count(*), count(signed_at) from agreements
       where withdrawn_at is null and account_id in (${long.accountId}, ${short.accountId})
       group by tenant_id, account_id
       on conflict (tenant_id, account_id) do update set agreements = excluded.agreements, signed = excluded.signed`,
    );
    await client.query('vacuum analyze');
    return { long, short };

    async function fillNext(how: typeof many, accountId: number, boat: number | null): Promise<void> {
      for (const statement of fill(marina.tenantId, accountId, how, { ...first, boat })) await client.query(statement);
      first.agreements += how.agreements;
      first.stays += how.stays;
      first.documents += how.documents;
    }
  } finally {
    await client.end();
  }
}

const sized = (size: number): typeof many => ({
  agreements: Math.ceil(many.agreements * size),
  stays: Math.ceil(many.stays * size),
  documents: Math.max(placesInAll, many.documents * size),
});

const types = (tenantId: number): string[] => [
  `insert into document_types (tenant_id, id, position, names, guidance, attachment_level, is_expiry_required,
     prompt_in_portal)
   select ${tenantId}, n, n, '{"en-GB": "Proof of insurance"}', '{}',
     case when n <= ${places.accountTypes} then 'Account' else 'Boat' end, true, true
   from generate_series(1, ${places.accountTypes + places.boatTypes}) n`,
];

const firstBoat = (index: number) => 1 + index * places.boats;

const boats = (tenantId: number, accountId: number, first: number) =>
  `insert into boats (tenant_id, id, account_id, name, type, length, beam, draft, relationship)
   select ${tenantId}, ${first} + n, ${accountId}, 'Kittiwake ' || n, 'Yacht', 9, 3, 1, 'Owner'
   from generate_series(0, ${places.boats - 1}) n`;

/**
 * Returns statements that insert a history: agreements, of which one in a hundred is unsigned; stays one after the
 * other until today; documents of all types, renewed again and again.
 * @param first the first numbers; `boat` null: no boats, and documents only of the account
 */
const fill = (
  tenantId: number,
  accountId: number,
  how: typeof many,
  first: typeof many & { boat: number | null },
): string[] => [
  `insert into agreements (tenant_id, id, guid, account_id, site_id, type, signed_at, created_at)
   select ${tenantId}, ${first.agreements} + n, gen_random_uuid(), ${accountId}, 1, 'Annual berthing agreement',
     case when n % 100 <> 0 then now() end, now() - n * interval '1 day'
   from generate_series(1, ${how.agreements}) n`,
  `insert into stays (tenant_id, id, account_id, boat_name, arrives_on, departs_on, asset_name, type)
   select ${tenantId}, ${first.stays} + n, ${accountId}, 'Kittiwake', current_date - n, current_date - n + 1, 'B 12',
     'Visitor berth'
   from generate_series(0, ${how.stays - 1}) n`,
  `insert into account_documents (tenant_id, id, account_id, document_type_id, boat_id, version, name, expires_on,
     created_at, ready_at, superseded_at)
   select ${tenantId}, ${first.documents} + n, ${accountId},
     case when ofBoat < 0 then 1 + place else 1 + ${places.accountTypes} + ofBoat % ${places.boatTypes} end,
     case when ofBoat >= 0 then ${first.boat ?? 'null'} + ofBoat / ${places.boatTypes} end, 1 + n / ${placesInAll},
     'Cover.pdf', current_date + 90, now(), now(), case when n >= ${placesInAll} then now() end
   from generate_series(0, ${how.documents - 1}) n,
     lateral (select n % ${placesInAll} as place) as at,
     lateral (select place - ${places.accountTypes} as ofBoat) as boat`,
];
