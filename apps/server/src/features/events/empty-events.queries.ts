import { sql } from 'kysely';
import type { EraseRows } from '../../db/declared-table.ts';

/** The fields of events' objects that hold words of or about a person. `empty-events.test.ts` finds a forgotten one. */
export const personalFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'mobile',
  'address1',
  'address2',
  'town',
  'county',
  'countyCode',
  'postcode',
  'country',
  'subject',
  'message',
  'answer',
  'notes',
  'reason',
  'name',
  'mailedTo',
  'signerName',
  'signerEmail',
  'boatName',
  'sticker',
];

/** Empties the personal fields of events. */
export const emptyEvents: EraseRows = async (trx, { tenantId, rows }) => {
  const { numAffectedRows = 0n } = await sql`
    update events t set object = (
      select jsonb_object_agg(key, case
        when jsonb_typeof(value) <> 'string' then value
        when key = any(${personalFields}) or key = 'title' and t.type like 'account.%' then '""'
        else value end)
      from jsonb_each(t.object))
    where t.tenant_id = ${tenantId} and ${rows}`.execute(trx);
  return Number(numAffectedRows);
};
