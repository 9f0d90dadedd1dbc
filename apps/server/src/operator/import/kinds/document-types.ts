import { documentLimits } from '@quayside/contract/documents.ts';
import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { find, findBrokenLinks } from '../checks.ts';
import { oneOf, optional, reference, required, text, wholeNumber } from '../fields.ts';
import { given, storeRows } from '../store.ts';
import { type ImportTenant, type Kind, waitingAs } from './kind.ts';
import { siteNumber } from './sites.ts';

const yesOrNo = oneOf(['yes', 'no']);

const months = wholeNumber.refine((value) => Number(value) <= 1_200, 'is more than 1200 months');

const languagesOf = ({ settings }: ImportTenant) => settings.culture.availableLanguages;

/** Returns the columns of a text that has several languages. */
const columnsOf = <Column>(name: string, tenant: ImportTenant, column: Column) =>
  Object.fromEntries(languagesOf(tenant).map((language) => [`${name}.${language}`, column]));

/**
 * The types of papers that a marina keeps of its customers or their boats. `retired` is yes if it no longer asks
 * for one.
 */
export const documentTypes: Kind = {
  name: 'document-types',
  fields: (tenant) => ({
    reference: required(reference),
    position: required(wholeNumber),
    ...columnsOf('name', tenant, required(text(documentLimits.name))),
    ...columnsOf('guidance', tenant, optional(text(1_000))),
    level: required(oneOf(['Account', 'Boat'])),
    site: optional(wholeNumber),
    expiry_required: required(yesOrNo),
    prompt: required(yesOrNo),
    keep_months: optional(months),
    retired: optional(yesOrNo),
  }),
  waiting: {
    ...waitingAs('text', [
      ...['reference', 'position', 'level', 'site', 'expiry_required', 'prompt', 'keep_months', 'retired'],
    ]),
    names: 'jsonb',
    guidance: 'jsonb',
  },
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
    names: textsOf('name', tenant, texts),
    guidance: textsOf('guidance', tenant, texts),
  }),
  check: async (trx, { id: tenantId }) => [
    ...(await findBrokenLinks(
      trx,
      'document-types',
      { column: 'site', to: 'sites', table: 'sites', by: siteNumber, noun: 'site' },
      tenantId,
    )),
    ...(await findChangedLevels(trx, tenantId)),
  ],
  store: (trx, { id: tenantId }, { now }) =>
    storeRows(trx, tenantId, {
      table: 'document_types',
      rows: sql`
        select s.source_line, t.id, s.reference, s.position::int as position, s.names,
          jsonb_strip_nulls(coalesce(t.guidance, '{}') || s.guidance) as guidance, s.level as attachment_level,
          ${given('site', 'site_id', 'int')} as site_id, s.expiry_required = 'yes' as is_expiry_required,
          s.prompt = 'yes' as prompt_in_portal, ${given('keep_months', 'keep_months', 'int')} as keep_months,
          case when s.retired is null then t.retired_at
            when s.retired = 'yes' then coalesce(t.retired_at, ${now}::timestamptz) end as retired_at
        from import_document_types s
        left join document_types t on t.tenant_id = ${tenantId} and t.reference = s.reference
        where s.tenant_id = ${tenantId}`,
      counter: 'document-type',
      key: ['id'],
      columns: [
        ...['reference', 'position', 'names', 'guidance', 'attachment_level', 'site_id', 'is_expiry_required'],
        ...['prompt_in_portal', 'keep_months', 'retired_at'],
      ],
    }),
};

/** Returns the texts by language; null if the file leaves one empty. Languages without a column are absent. */
const textsOf = (name: string, tenant: ImportTenant, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    languagesOf(tenant).flatMap((language) => {
      const value = values[`${name}.${language}`];
      return value === undefined ? [] : [[language, value === '' ? null : value]];
    }),
  );

/** Finds types whose level changes. Stored documents of accounts can't become documents of boats. */
const findChangedLevels = (trx: TenantDb, tenantId: number) =>
  find(
    trx,
    sql`
      select s.source_line as line, 'level' as "column",
        'was ' || t.attachment_level || ' for documents that are stored: make a new type' as message
      from import_document_types s
      join document_types t on t.tenant_id = ${tenantId} and t.reference = s.reference
      where s.tenant_id = ${tenantId} and not s.wrong and s.level <> t.attachment_level and exists (
        select from account_documents d where d.tenant_id = ${tenantId} and d.document_type_id = t.id)`,
  );
