import { type AccountField, type AccountValues, accountFields } from '@quayside/contract/account-fields.ts';

/** A field that another window or the office changed while it was edited here. */
export interface ElsewhereChange {
  field: AccountField;
  /** What is stored now. */
  now: string;
  /** It was changed here too: saving again puts this window's value in its place. */
  isKept: boolean;
}

/**
 * Brings together what was typed here and what was changed elsewhere: fields touched only there are taken over.
 * @param now what ACCOUNT_CHANGED tells: the stored value of each field that differs from what was sent
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
