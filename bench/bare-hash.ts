/** The floor of signing in: only verifying a password, as many at once as a server does. */
import { hashPassword, verifyPassword } from '../apps/server/src/features/identity/password-hash.service.ts';

const atOnce = 32;
const count = Number(process.env.BARE_HASH_COUNT ?? 320);
const stored = await hashPassword('Harbour#2026');
process.send?.({ ready: true });
process.disconnect?.();

let left = count;
async function verifyNext(): Promise<void> {
  while (left > 0) {
    left -= 1;
    await verifyPassword('Harbour#2026', stored, 'one network');
  }
}

const started = performance.now();
await Promise.all(Array.from({ length: atOnce }, verifyNext));
console.log((count * 1000) / (performance.now() - started));
