import type { TenantDb } from '../../db/client.ts';
import { fieldsOf, type ImportTenant } from '../../import/columns.ts';
import { type Field, optional, text } from '../../import/fields.ts';
import type { ImportKind } from '../../import/kind.ts';
import type { FieldsOf, Values } from './read-rows.ts';
import { findStoredTenant } from '../../features/tenant/tenant.exports.ts';

/** Finds the marina of each row: the one that its `tenant` names, else the one of the command or the files. */
export class TenantsOfRows {
  readonly #trx: TenantDb;
  readonly #only: string | undefined;
  readonly #default: string | undefined;
  readonly #known: Map<string, ImportTenant | null>;
  readonly #used = new Set<ImportTenant>();
  readonly #fields = new Map<string, Readonly<Record<string, Field>>>();

  /** @param fromFiles the marinas of this import, already saved */
  constructor(trx: TenantDb, fromFiles: readonly ImportTenant[], only: string | undefined) {
    this.#trx = trx;
    this.#only = only;
    this.#default = only ?? (fromFiles.length === 1 ? fromFiles[0]?.key : undefined);
    this.#known = new Map(fromFiles.map((tenant) => [tenant.key, tenant]));
  }

  /** Returns the marinas that rows were found for. */
  used(): ImportTenant[] {
    return [...this.#used];
  }

  async find({ tenant = '' }: Values): Promise<ImportTenant | null> {
    const key = tenant.trim() || this.#default;
    if (key === undefined) return null;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const stored = await findStoredTenant(this.#trx, key);
    const found = stored && { id: stored.id, key: stored.key, settings: stored.settings };
    this.#known.set(key, found);
    return found;
  }

  async fieldsOf(kind: ImportKind, { values }: Parameters<FieldsOf>[0], tell: Parameters<FieldsOf>[1]) {
    const tenant = await this.find(values);
    const named = values.tenant?.trim();
    if (tenant === null) {
      tell('tenant', named ? `there is no marina "${named}"` : 'is missing: name the marina here, or with --tenant');
      return null;
    }
    if (this.#only !== undefined && tenant.key !== this.#only) {
      tell('tenant', `is not ${this.#only}, which --tenant says`);
      return null;
    }
    this.#used.add(tenant);
    const cached = this.#fields.get(`${kind.name} ${tenant.key}`);
    if (cached) return cached;
    const fields = { tenant: optional(text(40)), ...fieldsOf(kind.columns, tenant) };
    this.#fields.set(`${kind.name} ${tenant.key}`, fields);
    return fields;
  }
}
