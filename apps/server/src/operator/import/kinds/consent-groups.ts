import { sql } from 'kysely';
import { reference, required, text, wholeNumber } from '../fields.ts';
import { storeRows } from '../store.ts';
import type { ImportTenant, Kind } from './kind.ts';

const columnOf = (language: string) => `description.${language}`;

const languagesOf = ({ settings }: ImportTenant) => settings.culture.availableLanguages;

/**
 * The groups of messages that customers can agree to. A text is needed in every language of the marina, because
 * nobody agrees to a text they can't read.
 */
export const consentGroups: Kind = {
  name: 'consent-groups',
  fields: (tenant) => ({
    reference: required(reference),
    position: required(wholeNumber),
    ...Object.fromEntries(languagesOf(tenant).map((language) => [columnOf(language), required(text(300))])),
  }),
  waiting: { reference: 'text', position: 'text', descriptions: 'jsonb' },
  key: ['reference'],
  read: (values, tenant) => ({
    reference: values.reference,
    position: values.position,
    descriptions: Object.fromEntries(languagesOf(tenant).map((language) => [language, values[columnOf(language)]])),
  }),
  check: async () => [],
  store: (trx, { id: tenantId }) =>
    storeRows(trx, tenantId, {
      table: 'consent_groups',
      rows: sql`
        select s.source_line, t.id, s.reference, s.position::int as position, s.descriptions
        from import_consent_groups s
        left join consent_groups t on t.tenant_id = ${tenantId} and t.reference = s.reference
        where s.tenant_id = ${tenantId}`,
      counter: 'consent-group',
      key: ['id'],
      columns: ['reference', 'position', 'descriptions'],
    }),
};
