import { column, refersTo, stored } from '../../import/columns.ts';
import { day, oneOf, optional, reference, required, text, wholeNumber } from '../../import/fields.ts';
import type { ImportKind } from '../../import/kind.ts';
import { storeEntries, storeWaitingLists } from './waiting-lists-import.queries.ts';

declare module '../../import/columns.ts' {
  interface ImportKinds {
    'waiting-lists': true;
    'waiting-list-entries': true;
  }
}

const listColumns = {
  reference: stored(required(reference)),
  title: stored(required(text(120))),
  type: stored(required(text(60))),
};

export const waitingLists: ImportKind = {
  name: 'waiting-lists',
  columns: listColumns,
  key: ['reference'],
  store: (trx, { id }) => storeWaitingLists(trx, id, listColumns),
};

const entryColumns = {
  list: refersTo('waiting-lists', required(reference)),
  account: refersTo('accounts', required(reference)),
  position: stored(optional(wholeNumber), { as: 'int' }),
  joined_on: stored(optional(day), { as: 'date' }),
  added_on: stored(required(day), { as: 'date' }),
  removed: column(optional(oneOf(['yes', 'no']))),
};

/** The customers on each waiting list. A row with `removed` = yes removes an entry. */
export const waitingListEntries: ImportKind = {
  name: 'waiting-list-entries',
  columns: entryColumns,
  key: ['list', 'account'],
  store: (trx, { id }) => storeEntries(trx, id, entryColumns),
};
