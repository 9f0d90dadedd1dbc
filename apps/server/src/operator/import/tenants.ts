import type { z } from 'zod';
import type { TenantDb } from '../../db/client.ts';
import {
  findStoredTenant,
  hostsOfOthers,
  newTenantSettings,
  type StoredTenant,
} from '../../features/tenant/tenant.exports.ts';
import { TenantSettings } from '../../lib/settings/tenant-settings.ts';
import { saveTenantWithin } from '../../features/tenant/tenant.service.ts';
import { knownLanguages } from '../../lib/texts/texts.ts';
import { country, email, type Field, oneOf, optional, required, text } from '../../import/fields.ts';
import type { Source } from './folder.ts';
import type { ImportTenant } from '../../import/columns.ts';
import type { Counts } from '../../import/kind.ts';
import type { Problems } from './problems.ts';
import { type CheckedRow, readRows, type Values } from './read-rows.ts';

const currencies = new Set(Intl.supportedValuesOf('currency'));
/** Returns the words of one field. */
export const words = (value: string) => value.split(/[\s,]+/).filter((word) => word !== '');

const key = text(40).regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, 'is not a key: small letters, digits and dashes');
export const hostsText = text(1000)
  .toLowerCase()
  .refine((value) => words(value).every((host) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host)), {
    error: ({ input }) => `"${String(input)}" is not a list of host names without port, with blanks between`,
  });
const currency = text(3)
  .toUpperCase()
  .refine((value) => currencies.has(value), {
    error: ({ input }) => `"${String(input)}" is not a currency such as EUR`,
  });
const languages = text(200).refine((value) => words(value).every((word) => knownLanguages.includes(word)), {
  error: ({ input }) => `"${String(input)}" has a language that is none of ${knownLanguages.join(', ')}`,
});
const colour = text(7).regex(/^#[0-9a-f]{6}$/i, 'is not a colour such as #0f6e6a');

/** A marina, as a file or the command line creates it. Its other settings are set with `tenant set`. */
export const tenantFields: Readonly<Record<string, Field>> = {
  key: required(key),
  name: required(text(120)),
  hosts: optional(hostsText),
  country: required(country),
  currency: required(currency),
  language: required(oneOf(knownLanguages)),
  languages: optional(languages),
  measurement: optional(oneOf(['Metric', 'Imperial'])),
  email: required(email),
  telephone: required(text(40)),
  title: optional(text(120)),
  colour: optional(colour),
};

export interface SavedTenants {
  tenants: ImportTenant[];
  counts: Counts;
}

interface TenantsOfFile {
  source: Source;
  /** The only marina that the file may name; undefined: any. */
  only: string | undefined;
  now: Date;
}

/** Creates and changes the marinas of a source. If one is wrong, it saves none and reports the problems. */
export async function saveTenants(
  trx: TenantDb,
  { source, only, now }: TenantsOfFile,
  problems: Problems,
): Promise<SavedTenants> {
  const rows: CheckedRow[] = [];
  for await (const row of readRows(
    source,
    problems,
    () => tenantFields,
    () => {},
  ))
    rows.push(row);
  const drafts = [];
  for (const [index, row] of rows.entries()) {
    const tell = (column: string, message: string) =>
      problems.add({ file: source.name, line: row.line, column, message });
    if (rows.findIndex(({ values }) => values.key === row.values.key) < index) tell('key', 'is there twice');
    if (only !== undefined && !row.wrong && row.values.key !== only) tell('key', `is not ${only}, which --tenant says`);
    if (!row.wrong) drafts.push(await draftOf(trx, row.values, tell));
  }
  const saved: SavedTenants = { tenants: [], counts: { added: 0, changed: 0, unchanged: 0, removed: 0 } };
  if (problems.count > 0) return saved;
  for (const { stored, ...draft } of drafts) {
    const settings = TenantSettings.parse(draft.settings);
    const same = stored !== null && isSame(stored, { ...draft, settings });
    const id = same ? stored.id : await saveTenantWithin(trx, { ...draft, sites: [] }, now);
    saved.tenants.push({ id, key: draft.key, settings });
    saved.counts[stored === null ? 'added' : same ? 'unchanged' : 'changed'] += 1;
  }
  return saved;
}

interface Draft {
  key: string;
  name: string;
  hosts: string[];
  settings: z.input<typeof TenantSettings>;
  stored: StoredTenant | null;
}

async function draftOf(trx: TenantDb, values: Values, tell: (column: string, message: string) => void): Promise<Draft> {
  const stored = await findStoredTenant(trx, values.key ?? '');
  const fresh = newTenantSettings(basicsOf(values));
  const settings = stored === null ? fresh : over(stored.settings, fresh, values);
  if (stored !== null && stored.settings.culture.isoCurrencyCode !== fresh.culture.isoCurrencyCode)
    tell('currency', `is ${stored.settings.culture.isoCurrencyCode} for good: what is stored is counted in it`);
  const hostNames = values.hosts === undefined && stored !== null ? stored.hosts : words(values.hosts ?? '');
  for (const host of await hostsOfOthers(trx, hostNames, stored?.id ?? 0))
    tell('hosts', `"${host}" belongs to another marina`);
  if (values.title) settings.portalTitle = values.title;
  if (values.colour) settings.backgroundColour = values.colour;
  return { key: values.key ?? '', name: values.name ?? '', hosts: hostNames, settings, stored };
}

/** Puts the file's settings over the stored ones. Settings that the file does not mention stay. */
function over(stored: TenantSettings, fresh: z.input<typeof TenantSettings>, values: Values) {
  const { currencyDecimalPlaces, minorCurrencyUnit } = stored.culture;
  const measurementSystem = values.measurement ? fresh.culture.measurementSystem : stored.culture.measurementSystem;
  const availableLanguages = values.languages ? fresh.culture.availableLanguages : stored.culture.availableLanguages;
  return {
    ...stored,
    contact: fresh.contact,
    culture: {
      ...fresh.culture,
      baseCulture: stored.culture.baseCulture,
      availableLanguages,
      measurementSystem,
      currencyDecimalPlaces,
      minorCurrencyUnit,
    },
  };
}

function basicsOf(values: Values) {
  const { language = '' } = values;
  return {
    name: values.name ?? '',
    country: values.country ?? '',
    currency: values.currency ?? '',
    defaultLanguage: language,
    languages: [...new Set([language, ...words(values.languages ?? '')])],
    measurementSystem: values.measurement === 'Imperial' ? ('Imperial' as const) : ('Metric' as const),
    email: values.email ?? '',
    telephone: values.telephone ?? '',
  };
}

function isSame(stored: StoredTenant, draft: Omit<StoredTenant, 'id'>): boolean {
  const facts = ({ name, hosts: of, settings }: Omit<StoredTenant, 'id'>) =>
    JSON.stringify([name, of.toSorted(), TenantSettings.parse(settings)]);
  return facts(stored) === facts(draft);
}
