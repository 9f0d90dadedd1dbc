import { CallError } from '../../http/errors.ts';
import { versionOf } from '../../lib/object-version.ts';

/** Refuses a change of another version than the stored one. @throws CallError VERSION_CHANGED */
export function expectVersion(wanted: string | null, stored: object | undefined): void {
  if (wanted === null) return;
  if (stored === undefined || versionOf(stored) !== wanted) throw new CallError('VERSION_CHANGED');
}
