import { ConsentSource } from '@quayside/contract/account/consent.ts';
import { column, refersTo, stored } from '../../import/columns.ts';
import { moment, oneOf, optional, reference, required } from '../../import/fields.ts';
import type { ImportKind } from '../../import/kind.ts';
import { recordConsentEvents } from './consent-events.service.ts';
import { findContradictions, findFuture, storeConsents } from './consents-import.queries.ts';

declare module '../../import/columns.ts' {
  interface ImportKinds {
    consents: true;
  }
}

const columns = {
  account: refersTo('accounts', required(reference)),
  group: refersTo('consent-groups', required(reference)),
  granted: column(required(oneOf(['yes', 'no']))),
  given_at: column(required(moment)),
  source: stored(optional(oneOf(ConsentSource.options)), { rewritten: true }),
};

/**
 * Consents that customers gave or withdrew elsewhere. Each is a fact of its time, and no later file changes it. In
 * one group the latest one holds, from whichever source.
 */
export const consents: ImportKind = {
  name: 'consents',
  columns,
  key: ['account', 'group', 'given_at'],
  read: ({ source, ...values }) => ({ ...values, source: source || 'office' }),
  check: async (trx, { id }, { now }) => [...(await findFuture(trx, id, now)), ...(await findContradictions(trx, id))],
  store: (trx, { id }) => storeConsents(trx, id, columns),
  recordEvents: recordConsentEvents,
};
