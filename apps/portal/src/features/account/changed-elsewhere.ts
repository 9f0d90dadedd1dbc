import { type AccountField, type AccountValues, accountFields } from '@quayside/contract/account/account-fields.ts';

/** A field that another window or the office changed while it was edited here. */
export interface ElsewhereChange {
  field: AccountField;
  /** The value that is stored now. */
  now: string;
  /** True if it was changed here too. Saving again replaces the stored value with this window's value. */
  isKept: boolean;
}

/**
 * Merges the values typed here with the changes made elsewhere. Fields that changed only elsewhere are taken over.
 * @param now the values from ACCOUNT_CHANGED: the stored value of each field that differs from what was sent
 */
export function mergeChanges(
  { stored, typed }: { stored: AccountValues; typed: AccountValues },
  now: Readonly<Record<string, string>>,
) {
  const storedNow = { ...stored };
  const values = { ...typed };
  const changes: ElsewhereChange[] = [];
  for (const field of accountFields) {
    const value = now[field];
    if (value === undefined || value === stored[field]) continue;
    const isKept = typed[field].trim() !== stored[field];
    storedNow[field] = value;
    if (!isKept) values[field] = value;
    changes.push({ field, now: value, isKept });
  }
  return { stored: storedNow, values, changes };
}
