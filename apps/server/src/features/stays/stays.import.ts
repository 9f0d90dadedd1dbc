import { column, refersTo, stored } from '../../import/columns.ts';
import { day, oneOf, optional, reference, required, text } from '../../import/fields.ts';
import type { ImportKind } from '../../import/kind.ts';
import { storeStays } from './stays-import.queries.ts';

declare module '../../import/columns.ts' {
  interface ImportKinds {
    stays: true;
  }
}

const columns = {
  reference: stored(required(reference)),
  account: refersTo('accounts', required(reference)),
  boat: column(optional(text(100))),
  boat_reference: refersTo('boats', optional(reference)),
  arrives_on: stored(required(day), { as: 'date' }),
  departs_on: stored(optional(day), { as: 'date' }),
  place: stored(required(text(100)), { to: 'asset_name' }),
  type: stored(required(text(60))),
  removed: column(optional(oneOf(['yes', 'no']))),
};

/** The places where boats lie, with their days. A row with `removed` = yes removes a stay. */
export const stays: ImportKind = {
  name: 'stays',
  columns,
  key: ['reference'],
  read: (values, _, tell) => {
    const { arrives_on: arrives = '', departs_on: departs = '' } = values;
    if (!values.boat && !values.boat_reference) tell('boat', 'is empty, and so is boat_reference');
    if (departs !== '' && departs < arrives) tell('departs_on', 'is before arrives_on');
    return { ...values };
  },
  store: (trx, { id }) => storeStays(trx, id, columns),
};
