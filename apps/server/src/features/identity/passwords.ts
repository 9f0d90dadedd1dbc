import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's setting for argon2id: 19 MiB, 2 passes, one lane. Derived on the thread pool, off the event loop. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** The hash of a password as a PHC string, which names its own cost. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltBytes);
  const hash = await derive('argon2id', { message: written(password), nonce, tagLength: hashBytes, ...cost });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(hash)}`;
}

/** Whether a password is the one behind a PHC string. Compares in constant time. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = phc.exec(stored) ?? [];
  if (memory === undefined) throw new Error('a stored password hash is not a PHC string of argon2id');
  const expected = Buffer.from(hash, 'base64');
  const actual = await derive('argon2id', {
    message: written(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(actual, expected);
}

/** One keyboard sends é as one code point, another as two: they are the same password. */
const written = (password: string) => password.normalize('NFC');

/** A hash that no password matches, made with today's cost, so that an unknown login takes as long as a known one. */
export const makeDecoyHash = () => hashPassword(randomBytes(32).toString('base64'));
