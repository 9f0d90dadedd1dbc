import { column, refersTo, stored } from '../../import/columns.ts';
import { day, lastDigits, oneOf, optional, reference, required, text } from '../../import/fields.ts';
import type { ImportKind } from '../../import/kind.ts';
import { storeIneligibleCards } from './ineligible-cards-import.queries.ts';

declare module '../../import/columns.ts' {
  interface ImportKinds {
    'ineligible-cards': true;
  }
}

const columns = {
  reference: stored(required(reference)),
  account: refersTo('accounts', required(reference)),
  provider: stored(required(text(60)), { to: 'provider_key' }),
  card_type: stored(required(text(20))),
  last_digits: stored(required(lastDigits)),
  expires_on: column(required(day)),
  holder_name: stored(required(text(100))),
  nick_name: column(optional(text(60))),
  reason: stored(required(oneOf(['expired', 'no-sca', 'migrated']))),
  removed: column(optional(oneOf(['yes', 'no']))),
};

/** Stored cards that can't pay any more. A row with `removed` = yes removes a card. */
export const ineligibleCards: ImportKind = {
  name: 'ineligible-cards',
  columns,
  key: ['reference'],
  store: (trx, { id }, { now }) => storeIneligibleCards(trx, id, columns, now),
};
