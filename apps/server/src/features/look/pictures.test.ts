import { expect, test } from 'vitest';
import { toPaperPicture } from '../../providers/pdf/paper-picture.ts';
import { openSvg } from './pictures.service.ts';

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>',
);

test('an SVG of ours is drawn, also after a paper with a picture, and such a paper still takes no SVG', async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await toPaperPicture(svg, 'image/png')).toBeNull();
    const { info } = await (await openSvg(svg)).png().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([20, 10]);
  }
});
