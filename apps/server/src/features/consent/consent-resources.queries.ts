import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { type Page, rowsOfPage } from '../integration-rows/integration-rows.exports.ts';

export interface ConsentGroupResourceRow {
  id: number;
  reference: string;
  position: number;
  descriptions: Record<string, string>;
  retired_at: Date | null;
  updated_at: Date;
  changed_at: string;
}

async function readGroups(
  db: TenantDb,
  tenantId: number,
  which: RawBuilder<unknown>,
): Promise<ConsentGroupResourceRow[]> {
  const { rows } = await sql<ConsentGroupResourceRow>`
    select t.id, t.reference, t.position, t.descriptions, t.retired_at, t.updated_at, t.updated_at::text as changed_at
    from consent_groups t where t.tenant_id = ${tenantId} and t.reference is not null and ${which}`.execute(db);
  return rows;
}

export const findConsentGroup = async (db: TenantDb, tenantId: number, reference: string) =>
  (await readGroups(db, tenantId, sql`t.reference = ${reference}`))[0];

export function pageOfConsentGroups(db: TenantDb, tenantId: number, page: Page): Promise<ConsentGroupResourceRow[]> {
  const { where, order, limit } = rowsOfPage('t', page);
  return readGroups(db, tenantId, sql`${where} order by ${order} limit ${limit}`);
}

export interface ConsentResourceRow {
  /** The choice's place among all of the marina. A later choice has a greater place. 0 if it no longer holds. */
  id: number;
  account_id: number;
  account: string | null;
  group: string;
  granted: boolean;
  source: 'portal' | 'consent-page' | 'mail' | 'office';
  recorded_at: Date;
  updated_at: Date;
  changed_at: string;
}

/**
 * Reads choices that hold: the latest one of each account and group.
 * @param some a condition for the choices `c`
 * @param which a condition for those of them that hold, `t`, with their accounts `a`
 */
async function readChoices(
  db: TenantDb,
  tenantId: number,
  some: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
): Promise<ConsentResourceRow[]> {
  const { rows } = await sql<ConsentResourceRow>`
    select t.id, t.account_id, a.reference as account, coalesce(g.reference, g.id::text) as "group", t.granted,
      t.source, t.recorded_at, t.updated_at, t.updated_at::text as changed_at
    from (
      select c.*, c.place as id from consents c
      where c.tenant_id = ${tenantId} and ${some}
        and not exists (
          select from consents later
          where later.tenant_id = c.tenant_id and later.consent_group_id = c.consent_group_id
            and later.account_id = c.account_id
            and (later.recorded_at, later.sequence) > (c.recorded_at, c.sequence))
    ) t
    join consent_groups g on g.tenant_id = t.tenant_id and g.id = t.consent_group_id
    join accounts a on a.tenant_id = t.tenant_id and a.id = t.account_id
    where ${which}`.execute(db);
  return rows;
}

const ofGroup = (tenantId: number, group: string) => sql`
  c.consent_group_id = (select id from consent_groups where tenant_id = ${tenantId} and reference = ${group})`;

export const findChoice = async (db: TenantDb, tenantId: number, group: string, account: string) =>
  (await readChoices(db, tenantId, ofGroup(tenantId, group), sql`a.reference = ${account}`))[0];

export function pageOfChoices(db: TenantDb, tenantId: number, group: string, page: Page) {
  const { where, order, limit } = rowsOfPage('t', page);
  const which = sql`t.id > 0 and ${where} order by ${order} limit ${limit}`;
  return readChoices(db, tenantId, ofGroup(tenantId, group), which);
}

/**
 * Lists the choices that this transaction has made and that hold, by their accounts: all choices of `limit` accounts
 * after one of them. A choice gets its place when it commits, so only its own transaction sees it without one.
 */
export async function listNewChoices(trx: TenantDb, tenantId: number, after: number, limit: number) {
  const accounts = sql`
    select distinct account_id from consents
    where tenant_id = ${tenantId} and place is null and account_id > ${after} order by account_id limit ${limit}`;
  const some = sql`c.place is null and c.account_id in (${accounts})`;
  return readChoices(trx, tenantId, some, sql`true order by t.account_id, t.consent_group_id`);
}
