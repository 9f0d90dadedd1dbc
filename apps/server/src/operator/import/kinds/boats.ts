import { sql } from 'kysely';
import { findBrokenLinks } from '../checks.ts';
import { decimal, optional, reference, required, text } from '../fields.ts';
import { given, storeRows } from '../store.ts';
import type { Kind } from './kind.ts';

/** A length in metres or feet, in the marina's own unit. */
export const length = decimal({ digits: 4, places: 2, example: '11.35' }).refine((value) => !value.startsWith('-'), {
  error: 'is below zero',
});

export const boats: Kind = {
  name: 'boats',
  fields: () => ({
    reference: required(reference),
    account: required(reference),
    name: required(text(100)),
    type: required(text(60)),
    length: required(length),
    beam: required(length),
    draft: required(length),
    relationship: required(text(60)),
    sticker: optional(text(40)),
  }),
  waiting: {
    reference: 'text',
    account: 'text',
    name: 'text',
    type: 'text',
    length: 'text',
    beam: 'text',
    draft: 'text',
    relationship: 'text',
    sticker: 'text',
  },
  key: ['reference'],
  check: (trx, { id: tenantId }) =>
    findBrokenLinks(trx, 'boats', { column: 'account', to: 'accounts', table: 'accounts', noun: 'account' }, tenantId),
  store: (trx, { id: tenantId }) =>
    storeRows(trx, tenantId, {
      table: 'boats',
      rows: sql`
        select s.source_line, t.id, s.reference, a.id as account_id, s.name, s.type, s.length::numeric(6, 2) as length,
          s.beam::numeric(6, 2) as beam, s.draft::numeric(6, 2) as draft, s.relationship,
          nullif(${given('sticker', 'current_sticker_number', null)}, '') as current_sticker_number
        from import_boats s
        join accounts a on a.tenant_id = ${tenantId} and a.reference = s.account
        left join boats t on t.tenant_id = ${tenantId} and t.reference = s.reference
        where s.tenant_id = ${tenantId}`,
      counter: 'boat',
      key: ['id'],
      columns: [
        'reference',
        'account_id',
        'name',
        'type',
        'length',
        'beam',
        'draft',
        'relationship',
        'current_sticker_number',
      ],
    }),
};
