import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { findAllBrokenLinks } from '../checks.ts';
import { day, oneOf, optional, reference, required, text } from '../fields.ts';
import { given, orNull, storeRows } from '../store.ts';
import { type Kind, waitingAs } from './kind.ts';

/** The places where boats lie, with their days. A row with `removed` = yes removes a stay. */
export const stays: Kind = {
  name: 'stays',
  fields: () => ({
    reference: required(reference),
    account: required(reference),
    boat: required(text(100)),
    boat_reference: optional(reference),
    arrives_on: required(day),
    departs_on: optional(day),
    place: required(text(100)),
    type: required(text(60)),
    removed: optional(oneOf(['yes', 'no'])),
  }),
  waiting: waitingAs('text', [
    ...['reference', 'account', 'boat', 'boat_reference', 'arrives_on', 'departs_on', 'place', 'type', 'removed'],
  ]),
  key: ['reference'],
  read: (values, _, tell) => {
    const { arrives_on: arrives = '', departs_on: departs = '' } = values;
    if (departs !== '' && departs < arrives) tell('departs_on', 'is before arrives_on');
    return { ...values };
  },
  check: (trx, { id: tenantId }) =>
    findAllBrokenLinks(
      trx,
      'stays',
      [
        { column: 'account', to: 'accounts', table: 'accounts', noun: 'account' },
        { column: 'boat_reference', to: 'boats', table: 'boats', noun: 'boat' },
      ],
      tenantId,
    ),
  store: async (trx, { id: tenantId }) => {
    const removed = await removeStays(trx, tenantId);
    const counts = await storeRows(trx, tenantId, {
      table: 'stays',
      rows: sql`
        select s.source_line, t.id, s.reference, a.id as account_id, ${boatId(tenantId)} as boat_id, s.boat as boat_name,
          s.arrives_on::date as arrives_on, ${given('departs_on', 'departs_on', 'date')} as departs_on,
          s.place as asset_name, s.type
        from import_stays s
        join accounts a on a.tenant_id = ${tenantId} and a.reference = s.account
        left join stays t on t.tenant_id = ${tenantId} and t.reference = s.reference
        where s.tenant_id = ${tenantId} and s.removed is distinct from 'yes'`,
      counter: 'stay',
      key: ['id'],
      columns: ['reference', 'account_id', 'boat_id', 'boat_name', 'arrives_on', 'departs_on', 'asset_name', 'type'],
    });
    return { ...counts, removed };
  },
};

/**
 * Finds the boat of a stay: by its own reference if the file has one; else the boat that the stay had so far, if
 * the name is still the same; else the account's only boat of that name.
 */
const boatId = (tenantId: number) => sql`
  case
    when s.boat_reference is not null then (
      select b.id from boats b where b.tenant_id = ${tenantId} and b.reference = ${orNull('boat_reference')})
    when t.boat_id is not null and t.boat_name = s.boat then t.boat_id
    else (
      select min(b.id) from boats b
      where b.tenant_id = ${tenantId} and b.account_id = a.id and b.name = s.boat having count(*) = 1)
  end`;

async function removeStays(trx: TenantDb, tenantId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from stays t using import_stays s
    where s.tenant_id = ${tenantId} and s.removed = 'yes'
      and t.tenant_id = ${tenantId} and t.reference = s.reference`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
