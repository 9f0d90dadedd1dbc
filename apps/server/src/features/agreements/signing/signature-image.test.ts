import sharp from 'sharp';
import { expect, test } from 'vitest';
import { checkSignatureImage } from './signature-image.rules.ts';

/** Returns the longest time in which nothing else could run, in milliseconds. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const look = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const watch = setInterval(look, 5);
  await work();
  look();
  clearInterval(watch);
  return longest;
}

test('[SAFE-99] a picture of the largest size, which takes long to unpack, holds up nobody', async () => {
  const raw = { width: 2_000, height: 1_500, channels: 4 } as const;
  const white = sharp(Buffer.alloc(raw.width * raw.height * raw.channels, 255), { raw });
  const png = await white.toColourspace('rgb16').png({ compressionLevel: 9 }).toBuffer();
  expect([png[24], png.length < 100_000]).toEqual([16, true]);
  const check = () => checkSignatureImage(`data:image/png;base64,${png.toString('base64')}`);
  const pause = await longestPause(() => expect(check).rejects.toMatchObject({ code: 'SIGNATURE_TOO_SHORT' }));
  expect(pause).toBeLessThan(500);
});
