import { column, perLanguage, stored, textsByLanguage } from '../../import/columns.ts';
import { oneOf, optional, reference, required, text, wholeNumber } from '../../import/fields.ts';
import type { ImportKind } from '../../import/kind.ts';
import { storeConsentGroups } from './consents-import.queries.ts';

declare module '../../import/columns.ts' {
  interface ImportKinds {
    'consent-groups': true;
  }
}

const columns = {
  reference: stored(required(reference)),
  position: stored(required(wholeNumber), { as: 'int' }),
  description: perLanguage(required(text(300)), 'descriptions'),
  retired: column(optional(oneOf(['yes', 'no']))),
};

/**
 * The groups of messages that customers can agree to. A text is needed in every language of the marina, because
 * nobody agrees to a text they can't read. `retired` is yes if customers are asked no more: their choices are kept.
 */
export const consentGroups: ImportKind = {
  name: 'consent-groups',
  columns,
  key: ['reference'],
  read: (values, tenant) => ({
    reference: values.reference,
    position: values.position,
    retired: values.retired,
    descriptions: textsByLanguage('description', tenant, values),
  }),
  store: (trx, { id }, { now }) => storeConsentGroups(trx, id, columns, now),
};
