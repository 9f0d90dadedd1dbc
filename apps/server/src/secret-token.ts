import { createHash, randomBytes } from 'node:crypto';

/** A token that opens something for whoever holds it: told once, to its reader, and kept nowhere. */
export const makeToken = (): string => randomBytes(32).toString('base64url');

/** What is kept of a token. One this long can't be guessed, so its hash needs neither salt nor cost. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
