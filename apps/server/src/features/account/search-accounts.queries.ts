import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Identifier } from '../../lib/texts/typed-identifier.ts';
import { titledFullName } from './account-details.rules.ts';

/** A customer that a search found, with all that tells them from others of the same name. */
export interface AccountMatch {
  id: number;
  reference: string | null;
  titledFullName: string;
  email: string;
  telephones: string[];
  boats: string[];
  /** The orders that the search named. */
  orders: string[];
  state: 'open' | 'closed' | 'erased';
}

/** The fewest digits that count as a part of a telephone number. */
const fewestDigits = 5;

/** The digits at the end of a number that are the same with and without the country's prefix. */
const ownDigits = 9;

/** Writes a text without case and accents, as people type it: `muller` finds Müller. */
const plain = (text: RawBuilder<unknown>) =>
  sql<string>`regexp_replace(normalize(lower(${text}), NFD), '[\\u0300-\\u036f]', '', 'g')`;

const plainText = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '');

/** Returns the part of a typed number that its stored forms share; null if the text is no telephone number. */
function digitsOf(text: string): string | null {
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '');
  return /^[+\d\s()./-]+$/.test(text) && digits.length >= fewestDigits ? digits.slice(-ownDigits) : null;
}

/**
 * Finds customers by what they say at the telephone: their name, boat, telephone number, e-mail address, or an order
 * or invoice. Each word of the text has to be in the name. Open accounts come first.
 */
export async function searchAccounts(
  db: TenantDb,
  tenantId: number,
  { text, named, most }: { text: string; named: Identifier; most: number },
): Promise<AccountMatch[]> {
  const whole = plainText(text.trim());
  const name = plain(sql`concat_ws(' ', a.title, a.firstname, a.lastname)`);
  const inName = sql.join(
    whole.split(/\s+/).map((word) => sql`strpos(${name}, ${word}) > 0`),
    sql` and `,
  );
  const digits = digitsOf(text.trim());
  const inNumber = (column: RawBuilder<unknown>) =>
    digits === null ? sql`false` : sql`strpos(regexp_replace(${column}, '[^0-9]', '', 'g'), ${digits}) > 0`;
  const { reference, number } = named;
  const boats = sql`boats b where b.tenant_id = a.tenant_id and b.account_id = a.id`;
  const orders = sql`orders o where o.tenant_id = a.tenant_id and o.account_id = a.id
    and (o.id = ${number}::int or o.reference = ${reference} or lower(o.invoice_number) = lower(${reference}))`;
  const { rows } = await sql<Row>`
    select a.id, a.reference, a.title, a.firstname, a.lastname, a.email, a.phone, a.mobile,
      a.closed_at is not null as is_closed, a.erased_at is not null as is_erased,
      array(select b.name from ${boats} and b.retired_at is null order by b.id) as boats,
      array(select coalesce(o.reference, o.id::text) from ${orders} order by o.id) as orders
    from accounts a
    where a.tenant_id = ${tenantId} and (
      a.id = ${number}::int or a.reference = ${reference}
      or (${inName})
      or strpos(lower(a.email), ${whole}) > 0
      or ${inNumber(sql`a.phone`)} or ${inNumber(sql`a.mobile`)}
      or exists (
        select from login_accounts la join logins l on l.tenant_id = la.tenant_id and l.id = la.login_id
        where la.tenant_id = a.tenant_id and la.account_id = a.id and strpos(l.email, ${whole}) > 0)
      or exists (select from ${boats} and (strpos(${plain(sql`b.name`)}, ${whole}) > 0
        or b.reference = ${reference} or lower(b.current_sticker_number) = lower(${reference})))
      or exists (select from ${orders}))
    order by is_closed, lower(a.lastname), lower(a.firstname), a.id
    limit ${most}`.execute(db);
  return rows.map(present);
}

interface Row {
  id: number;
  reference: string | null;
  title: string;
  firstname: string;
  lastname: string;
  email: string;
  phone: string;
  mobile: string;
  is_closed: boolean;
  is_erased: boolean;
  boats: string[];
  orders: string[];
}

const present = (row: Row): AccountMatch => ({
  id: row.id,
  reference: row.reference,
  titledFullName: titledFullName(row),
  email: row.email,
  telephones: [row.phone, row.mobile].filter((each) => each !== ''),
  boats: row.boats,
  orders: row.orders,
  state: row.is_erased ? 'erased' : row.is_closed ? 'closed' : 'open',
});
