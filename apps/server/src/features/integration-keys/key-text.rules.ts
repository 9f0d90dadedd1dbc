import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Digits and letters only, so that a double click selects a whole key and no shell needs quotes around it. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const tenantLength = 6;
const secretLength = 32;
const checksumLength = 6;

const pattern = new RegExp(
  `^qs_(live|test)_([0-9A-Za-z]{${tenantLength}})([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`,
);

export type KeyMode = 'live' | 'test';

/**
 * Makes a key: `qs_live_` or `qs_test_`, the marina's number, 32 random characters (190 bits), and a checksum of all
 * before it. Secret scanners recognise the prefix, and the checksum saves them false alarms. The number lets the
 * server find the marina without a look into all of them.
 * @param secret a fixed one, for the demo; default: a random one
 */
export function makeKeyText(mode: KeyMode, tenantId: number, secret = randomSecret()): string {
  const body = `qs_${mode}_${inAlphabet(tenantId, tenantLength)}${secret}`;
  return body + checksumOf(body);
}

const randomSecret = () => Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Reads a key without asking the database. null if it is no key, or mistyped. */
export function readKeyText(text: string): { mode: KeyMode; tenantId: number } | null {
  const [, mode, tenant = '', , checksum] = pattern.exec(text) ?? [];
  if (checksumOf(text.slice(0, -checksumLength)) !== checksum) return null;
  const tenantId = tenant.split('').reduce((sum, letter) => sum * alphabet.length + alphabet.indexOf(letter), 0);
  return { mode: mode as KeyMode, tenantId };
}

const checksumOf = (body: string) => inAlphabet(crc32(body), checksumLength);

/** Writes a whole number in digits and letters, as long as `length`. */
function inAlphabet(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / alphabet.length))
    text = alphabet.charAt(rest % alphabet.length) + text;
  return text;
}
