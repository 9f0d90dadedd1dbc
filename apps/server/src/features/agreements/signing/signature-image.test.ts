import sharp from 'sharp';
import { expect, test } from 'vitest';
import { checkSignatureImage } from './signature-image.rules.ts';

/** Does some work. @returns how often something else could run meanwhile */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next: NodeJS.Immediate;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  turn();
  await work().finally(() => clearImmediate(next));
  return turns;
}

test('[SAFE-99] a picture of the largest size, which takes long to unpack, holds up nobody', async () => {
  const raw = { width: 2_000, height: 1_500, channels: 4 } as const;
  const white = sharp(Buffer.alloc(raw.width * raw.height * raw.channels, 255), { raw });
  const png = await white.toColourspace('rgb16').png({ compressionLevel: 9 }).toBuffer();
  expect([png[24], png.length < 100_000]).toEqual([16, true]);
  const check = () => checkSignatureImage(`data:image/png;base64,${png.toString('base64')}`);
  const turns = await turnsDuring(() => expect(check).rejects.toMatchObject({ code: 'SIGNATURE_TOO_SHORT' }));
  expect(turns).toBeGreaterThan(100);
});
