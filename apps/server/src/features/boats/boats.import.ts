import { length } from '../../import/amounts.ts';
import { column, refersTo, stored } from '../../import/columns.ts';
import { oneOf, optional, reference, required, text } from '../../import/fields.ts';
import type { ImportKind } from '../../import/kind.ts';
import { recordBoatEvents } from './boat-events.service.ts';
import { storeBoats } from './boats-import.queries.ts';

declare module '../../import/columns.ts' {
  interface ImportKinds {
    boats: true;
  }
}

const columns = {
  reference: stored(required(reference)),
  account: refersTo('accounts', required(reference)),
  name: stored(required(text(100))),
  type: stored(required(text(60))),
  length: stored(required(length), { as: 'numeric(6, 2)' }),
  beam: stored(required(length), { as: 'numeric(6, 2)' }),
  draft: stored(required(length), { as: 'numeric(6, 2)' }),
  relationship: stored(required(text(60))),
  sticker: stored(optional(text(40)), { to: 'current_sticker_number' }),
  retired: column(optional(oneOf(['yes', 'no']))),
};

/** The boats of customers. `retired` is yes if the boat is here no more: its papers and stays are kept. */
export const boats: ImportKind = {
  name: 'boats',
  columns,
  key: ['reference'],
  store: (trx, { id }, { now }) => storeBoats(trx, id, columns, now),
  recordEvents: recordBoatEvents,
};
