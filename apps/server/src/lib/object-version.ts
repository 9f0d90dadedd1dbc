import { createHash } from 'node:crypto';

/** Returns the version of an object: it changes with every change of what the object shows. */
export const versionOf = (resource: object): string =>
  createHash('sha256').update(JSON.stringify(resource)).digest('base64url').slice(0, 22);
