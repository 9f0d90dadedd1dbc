import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { FewAtOnce } from '../../lib/few-at-once.ts';

const argon = promisify(argon2);

/**
 * Half of the threads of Node's pool. DANGER: the pool also reads the portal's files, and finds the addresses of
 * payment providers. If all its threads made hashes, both would wait until every sign-in that came before is checked.
 */
const hashes = new FewAtOnce(2);

const derive = (sender: string, parameters: Parameters<typeof argon>[1]) =>
  hashes.run(sender, () => argon('argon2id', parameters));

/** OWASP's setting for argon2id: 19 MiB, 2 passes, one lane. It runs on the thread pool, off the event loop. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Hashes a password as a PHC string, which names its own cost. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltBytes);
  const hash = await derive('new password', { message: written(password), nonce, tagLength: hashBytes, ...cost });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(hash)}`;
}

/**
 * Tells if a password fits a PHC string. Compares in constant time.
 * @param sender the network or browser that sent the password: one that sends many holds up nobody else's
 */
export async function verifyPassword(password: string, stored: string, sender: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = phc.exec(stored) ?? [];
  if (memory === undefined) throw new Error('a stored password hash is not a PHC string of argon2id');
  const expected = Buffer.from(hash, 'base64');
  const actual = await derive(sender, {
    message: written(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(actual, expected);
}

/** Normalises a password: keyboards send é as one code point or as two, and both are the same password. */
const written = (password: string) => password.normalize('NFC');

/** Makes a hash that no password matches, with today's cost, so that an unknown login takes as long as a known one. */
export const makeDecoyHash = () => hashPassword(randomBytes(32).toString('base64'));
