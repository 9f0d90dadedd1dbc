import { perLanguage, stored, textsByLanguage } from '../../import/columns.ts';
import { reference, required, text, wholeNumber } from '../../import/fields.ts';
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
};

/**
 * The groups of messages that customers can agree to. A text is needed in every language of the marina, because
 * nobody agrees to a text they can't read.
 */
export const consentGroups: ImportKind = {
  name: 'consent-groups',
  columns,
  key: ['reference'],
  read: (values, tenant) => ({
    reference: values.reference,
    position: values.position,
    descriptions: textsByLanguage('description', tenant, values),
  }),
  store: (trx, { id }) => storeConsentGroups(trx, id, columns),
};
