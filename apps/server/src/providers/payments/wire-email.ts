import { domainToASCII } from 'node:url';
import { z } from 'zod';

/**
 * Returns an e-mail address as payment providers take it: the letters of its domain in ASCII (`xn--…`), as in a mail's
 * envelope. Empty if a provider could consider the address malformed, because it then refuses the whole call.
 */
export function wireEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const plain = isPlain(email) ? email : `${email.slice(0, at)}${domainToASCII(email.slice(at))}`;
  return isPlain(plain) ? plain : '';
}

const isPlain = (email: string): boolean => z.email().max(254).safeParse(email).success;
