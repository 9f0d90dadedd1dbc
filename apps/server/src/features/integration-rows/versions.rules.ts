import { createHash } from 'node:crypto';
import { CallError } from '../../http/errors.ts';

/** Returns the version of an object: it changes with every change of what the object shows. */
export const versionOf = (resource: object): string =>
  createHash('sha256').update(JSON.stringify(resource)).digest('base64url').slice(0, 22);

/** Refuses a change of another version than the stored one. @throws CallError VERSION_CHANGED */
export function expectVersion(wanted: string | null, stored: object | undefined): void {
  if (wanted === null) return;
  if (stored === undefined || versionOf(stored) !== wanted) throw new CallError('VERSION_CHANGED');
}
