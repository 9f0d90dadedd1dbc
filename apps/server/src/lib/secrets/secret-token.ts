import { hash, randomBytes } from 'node:crypto';

/**
 * Makes a token that opens something for everybody who holds it. It is shown once and stored nowhere.
 */
export const makeToken = (): string => randomBytes(32).toString('base64url');

/**
 * Returns the hash of a token, which is all that is stored. A token this long can't be guessed, so the hash needs
 * neither salt nor cost.
 */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
