import { documentLimits } from '@quayside/contract/documents/documents.ts';
import { column, perLanguage, stored, textsByLanguage } from '../../../import/columns.ts';
import { oneOf, optional, reference, required, text, wholeNumber } from '../../../import/fields.ts';
import type { ImportKind } from '../../../import/kind.ts';
import { findChangedLevels, storeDocumentTypes } from './document-types-import.queries.ts';

declare module '../../../import/columns.ts' {
  interface ImportKinds {
    'document-types': true;
  }
}

const yesOrNo = oneOf(['yes', 'no']);

const months = wholeNumber.refine((value) => Number(value) <= 1_200, 'is more than 1200 months');

const columns = {
  reference: stored(required(reference)),
  position: stored(required(wholeNumber), { as: 'int' }),
  name: perLanguage(required(text(documentLimits.name)), 'names'),
  guidance: perLanguage(optional(text(1_000)), 'guidance', false),
  level: stored(required(oneOf(['Account', 'Boat'])), { to: 'attachment_level' }),
  site: { ...stored(optional(wholeNumber), { to: 'site_id', as: 'int' }), refersTo: { to: 'sites', inFiles: false } },
  expiry_required: column(required(yesOrNo)),
  prompt: column(required(yesOrNo)),
  keep_months: stored(optional(months), { as: 'int' }),
  retired: column(optional(yesOrNo)),
} as const;

/**
 * The types of papers that a marina keeps of its customers or their boats. `retired` is yes if it no longer asks
 * for one.
 */
export const documentTypes: ImportKind = {
  name: 'document-types',
  columns,
  key: ['reference'],
  read: ({ reference, position, level, site, expiry_required, prompt, keep_months, retired, ...texts }, tenant) => ({
    reference,
    position,
    level,
    site,
    expiry_required,
    prompt,
    keep_months,
    retired,
    names: textsByLanguage('name', tenant, texts),
    guidance: textsByLanguage('guidance', tenant, texts),
  }),
  check: (trx, { id }) => findChangedLevels(trx, id),
  store: (trx, { id }, { now }) => storeDocumentTypes(trx, id, columns, now),
};
