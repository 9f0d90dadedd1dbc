import { CallError } from '../../http/errors.ts';
import { type IfMatch, matchesVersion } from '../../http/requests/if-match.ts';
import { versionOf } from '../../lib/object-version.ts';

/** Refuses a change of another version than the stored one. @throws CallError VERSION_CHANGED */
export function expectVersion(wanted: IfMatch, stored: object | undefined): void {
  if (wanted === null) return;
  if (matchesVersion(wanted, stored && versionOf(stored))) return;
  throw new CallError('VERSION_CHANGED', wanted === 'none' ? { variant: 'exists' } : {});
}
