import { total, withTotal } from '../../import/amounts.ts';
import { column, refersTo, stored } from '../../import/columns.ts';
import { day, dayOrTime, optional, reference, required, wholeNumber } from '../../import/fields.ts';
import type { ImportKind, RowValues, TellProblem } from '../../import/kind.ts';
import { recordAgreementEvents } from '../agreements/agreements.exports.ts';
import { checkAnswers, withdrawOldAnswers } from './answered-estimates.service.ts';
import { findWrongEstimates, storeEstimates } from './estimates-import.queries.ts';

declare module '../../import/columns.ts' {
  interface ImportKinds {
    estimates: true;
  }
}

const columns = {
  reference: stored(required(reference)),
  account: refersTo('accounts', required(reference)),
  site: refersTo('sites', optional(wholeNumber)),
  created_on: column(required(day)),
  expires_on: column(optional(dayOrTime)),
  starts_on: stored(optional(day), { to: 'start_date', as: 'date' }),
  departs_on: stored(optional(day), { to: 'departure_date', as: 'date' }),
  total,
  order: refersTo('orders', optional(reference)),
};

/** The offers to customers. Their totals come from their lines. A signed answer keeps the terms that it names. */
export const estimates: ImportKind = {
  name: 'estimates',
  columns,
  key: ['reference'],
  outlivesAccount: 'reference',
  read: (values, tenant, tell) => {
    findCrossedDays(values, tell);
    return withTotal(values, tenant);
  },
  check: async (trx, tenant) => [...(await checkAnswers(trx, tenant.id)), ...(await findWrongEstimates(trx, tenant))],
  store: async (trx, tenant, { now }) => {
    await withdrawOldAnswers(trx, tenant.id, now);
    return storeEstimates(trx, tenant, columns);
  },
  // For the answers that are withdrawn.
  recordEvents: recordAgreementEvents,
};

/** Finds an offer that ends before it is made, and a stay that ends before it starts. */
function findCrossedDays(values: RowValues, tell: TellProblem): void {
  const { created_on: created = '', expires_on: expires, starts_on: starts = '', departs_on: departs } = values;
  if (expires && expires < created) tell('expires_on', 'is before created_on');
  if (departs && departs < starts) tell('departs_on', 'is before starts_on');
}
