import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from './client.ts';
import type { Database } from './schema/schema.ts';

/** The tables of the schema. Kysely has two of its own. */
type Tables = Database & { kysely_migration: { name: string }; kysely_migration_lock: { id: string } };
export type TableName = keyof Tables;

/** A customer, with what names them in rows that have no column for the account. */
export interface Person {
  accountId: number;
  /** The marina's own name of the account. */
  reference: string | null;
  /** The logins that open the account. */
  logins: readonly number[];
  /** The logins among them that open no other account. */
  ownLogins: readonly number[];
  /** The account's address and those of its logins, in lower case. */
  emails: readonly string[];
  /** The texts of agreements that go, by their hashes in hexadecimal digits. */
  textsOfGoing: readonly string[];
}

/** Returns a condition on the rows `t`. */
export type FindRows = (person: Person) => RawBuilder<unknown>;

/** Erases the rows `t` for which the condition is true. @returns their number */
export type EraseRows = (
  trx: TenantDb,
  of: { tenantId: number; accountId: number; rows: RawBuilder<unknown>; now: Date },
) => Promise<number>;

/** Says which rows are a person's, and what an erasure does with them. */
export type PersonRows = {
  whose: FindRows;
  /** The reason, as the operator reads it. */
  why: string;
} & (
  | { erasure: 'stays' }
  | { erasure: 'changes'; erase: EraseRows }
  | {
      erasure: 'goes';
      /** The rows that go, if not all of the person's do. */
      goes?: FindRows;
      /** Erases the rows if that takes more than to delete them. */
      erase?: EraseRows;
      /** True if the rows name what a provider stores. They go last, when the provider has deleted it. */
      storedAtProvider?: true;
    }
);

/** A table, and its columns that leave with no export, of the marina or of a customer. */
export interface Columns<Name extends string = string, Column = string> {
  name: Name;
  /** The columns that stay behind, because they hold or open something secret, or belong to one installation. */
  without?: readonly Column[];
}

/** A table whose rows an export of the marina contains. */
export interface ExportedTable extends Columns {
  /** The columns of `without` that can't be empty: an import gives them a new value (SQL). */
  renewed?: Readonly<Record<string, string>>;
}

/**
 * Says how long rows live. A table that grows with the years has a task that deletes old rows, or a reason to grow.
 * - `sweptBy`: the recurring task that deletes them
 * - `owner`: they go with the customer, boat or login that they belong to, or when somebody takes them away
 * - `books`: forever, because the books or the law need them
 * - `few`: a marina or an installation has few of them, however long it runs
 */
export type Kept = { sweptBy: string } | 'owner' | 'books' | 'few';

type ColumnOf<Name extends TableName> = keyof Tables[Name] & string;

type Declared<Name extends TableName> = Columns<Name, ColumnOf<Name>> & {
  kept: Kept;
  /** Null if the rows hold nothing of one customer, or only for a day. */
  person: PersonRows | null;
  /**
   * The tables whose rows an erasure deletes later, beside those that foreign keys name: its conditions read them.
   */
  erasedBefore?: readonly TableName[];
} & ({ exported: true; renewed?: { readonly [Column in ColumnOf<Name>]?: string } } | { leftBehind: string });

/**
 * The rules of a table: how long its rows live, if an export contains them or why it does not, and what an erasure of a
 * customer does with them. Its feature declares it in `<noun>.tables.ts`.
 */
export type DeclaredTable = { [Name in TableName]: Declared<Name> }[TableName];

/** Compares a column with literal numbers. */
export const anyId = (ids: readonly number[]) => sql`any(${sql.lit(`{${ids.join(',')}}`)}::int[])`;

/** Compares a column with literal texts. */
export const anyText = (values: readonly string[]) =>
  sql`any(array[${sql.join(['', ...values].map((value) => sql.lit(value)))}])`;

/** Finds the rows of the account, by their column `account_id`. */
export const ofAccount: FindRows = ({ accountId }) => sql`t.account_id = ${sql.lit(accountId)}`;

/** Finds the rows of all logins of the account, also of those that it shares with other accounts. */
export const ofLogins: FindRows = ({ logins }) => sql`t.login_id = ${anyId(logins)}`;
/** Finds what of a login no other account needs. */
export const ofOwnLogins: FindRows = ({ ownLogins }) => sql`t.login_id = ${anyId(ownLogins)}`;

/** Finds rows by a column that names a row of another table, which has the account. */
export const ofAccountThrough =
  (column: string, table: TableName): FindRows =>
  ({ accountId }) =>
    sql`t.${sql.ref(column)} in (
      select o.id from ${sql.table(table)} o where o.tenant_id = t.tenant_id and o.account_id = ${sql.lit(accountId)})`;

/** Rows that open something, which go with the customer. */
export const goesBecauseOpens = { erasure: 'goes', why: 'they open something' } as const;
/** Rows that stay when the customer is erased. */
export const staysBecauseBooks = { erasure: 'stays', why: 'the books and the law need them' } as const;
export const whyProof = 'they prove what was agreed';
