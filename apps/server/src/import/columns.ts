import type { TenantSettings } from '../lib/settings/tenant-settings.ts';
import type { Field } from './fields.ts';

/** A marina that owns rows. */
export interface ImportTenant {
  id: number;
  key: string;
  settings: TenantSettings;
}

/** The names of all kinds of files. Each kind adds its own (`declare module`). */
export interface ImportKinds {}

export type KindName = keyof ImportKinds;

/** The types of the columns in which values wait. */
export type WaitingType = 'text' | 'int' | 'bigint' | 'numeric(4, 2)' | 'jsonb';

/** The types of stored columns that are made of texts. */
type StoredType = 'int' | 'date' | 'text' | 'numeric(6, 2)' | 'numeric(12, 3)';

interface Stored {
  /** The column of the noun's table. Default: the name in the file. */
  to?: string;
  /** The type there. Default: the value as it waits. */
  as?: StoredType;
  /**
   * The value if the row doesn't give the column. `said`: it always does. `kept`: the stored one. `empty`: null.
   */
  silent: 'said' | 'kept' | 'empty';
}

/** An object that a column names by its reference. */
interface Link {
  to: KindName;
  /** True if only the files count: the object's row has to be among them. */
  inFiles: boolean;
}

/** One column of a file, with all that the import knows of it. */
export interface Column {
  /** Its rules in the file. They may depend on the marina. */
  field: Field | ((tenant: ImportTenant) => Field);
  /** True if the file has it once for each language of the marina, such as `name.en-GB`. */
  perLanguage: boolean;
  /** The columns in which it waits, by name. */
  waits: WaitingType | Readonly<Record<string, WaitingType>>;
  /** Absent: the noun's queries compute what is stored. */
  stored?: Stored | 'as it waits';
  refersTo?: Link;
}

export type Columns = Readonly<Record<string, Column>>;

/** A column that is not stored as it is: the noun's queries read it where it waits. */
export const column = (field: Column['field'], { waits = 'text' }: { waits?: Column['waits'] } = {}): Column => ({
  field,
  perLanguage: false,
  waits,
});

/**
 * A column that is stored as it is. If a row does not give it, the stored value stays.
 * @param options.rewritten true if rows of the table are written again, so that a missing value becomes null
 */
export const stored = (
  field: Field,
  {
    rewritten = false,
    waits = 'text',
    ...target
  }: Omit<Stored, 'silent'> & { rewritten?: boolean; waits?: WaitingType } = {},
): Column => ({
  field,
  perLanguage: false,
  waits,
  stored: { ...target, silent: field.required ? 'said' : rewritten ? 'empty' : 'kept' },
});

/** A column of which `read` of the kind makes other ones, which are stored under their names. */
export const madeInto = (field: Column['field'], waits: Readonly<Record<string, WaitingType>>): Column => ({
  field,
  perLanguage: false,
  waits,
  stored: 'as it waits',
});

/** A text in each language of the marina. `textsByLanguage` puts the texts together. */
export const perLanguage = (field: Field, waits: string, isStored = true): Column => ({
  field,
  perLanguage: true,
  waits: { [waits]: 'jsonb' },
  ...(isStored && { stored: 'as it waits' as const }),
});

/** A column with the reference of another object, which has to exist. */
export const refersTo = (to: KindName, field: Field, { inFiles = false } = {}): Column => ({
  ...column(field),
  refersTo: { to, inFiles },
});

const languagesOf = ({ settings }: ImportTenant) => settings.culture.availableLanguages;

/** Returns the columns of a file for a marina. */
export function fieldsOf(columns: Columns, tenant: ImportTenant): Readonly<Record<string, Field>> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, { field, perLanguage: isPerLanguage }]) => {
      const own = typeof field === 'function' ? field(tenant) : field;
      return isPerLanguage ? languagesOf(tenant).map((language) => [`${name}.${language}`, own]) : [[name, own]];
    }),
  );
}

/** Returns the columns of the table in which rows wait, with their types. */
export const waitingOf = (columns: Columns): Readonly<Record<string, WaitingType>> =>
  Object.assign({}, ...Object.entries(columns).map(([name, { waits }]) => waitingColumns(name, waits))) as Record<
    string,
    WaitingType
  >;

const waitingColumns = (name: string, waits: Column['waits']) =>
  typeof waits === 'string' ? { [name]: waits } : waits;

/** A stored column, and the waiting column that it comes from. */
export interface StoredColumn extends Required<Pick<Stored, 'to' | 'silent'>> {
  from: string;
  as: StoredType | null;
}

/** Returns the columns that are stored as they are. */
export const storedOf = (columns: Columns): StoredColumn[] =>
  Object.entries(columns).flatMap(([name, { waits, stored: target }]): StoredColumn[] => {
    if (target === undefined) return [];
    if (target !== 'as it waits')
      return [{ from: name, to: target.to ?? name, as: target.as ?? null, silent: target.silent }];
    return Object.keys(waitingColumns(name, waits)).map((each) => ({ from: each, to: each, as: null, silent: 'said' }));
  });

/** Returns the texts of a column by language; null if the file leaves one empty. Missing languages are absent. */
export const textsByLanguage = (name: string, tenant: ImportTenant, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    languagesOf(tenant).flatMap((language) => {
      const value = values[`${name}.${language}`];
      return value === undefined ? [] : [[language, value === '' ? null : value]];
    }),
  );
