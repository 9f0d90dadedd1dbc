import { expect, test } from './engine-test.ts';
import { field } from './find-element.ts';

// The portal runs in frames: its own small pages on the way to a bank, and whole inside a marina's website.

test('[SHELL-229] [CARD-6] a page stays alive when frames with the portal go while they still load', async ({
  tab,
  openMarina,
}) => {
  const { url } = await openMarina();
  await tab.open(`${url}/login`);
  await tab.see(field('Password'));
  const removed = await tab.look(async (address) => {
    const addFrame = () => {
      const frame = document.createElement('iframe');
      frame.src = address;
      document.body.append(frame);
      return new Promise<HTMLIFrameElement>((resolve) => (frame.onload = () => resolve(frame)));
    };
    let count = 0;
    // Each pair goes at another moment after its document came, because its scripts start in several steps.
    for (let ms = 0; ms < 300; ms += 20) {
      const frames = await Promise.all([addFrame(), addFrame()]);
      await new Promise((resolve) => setTimeout(resolve, ms));
      for (const frame of frames) frame.remove();
      count += frames.length;
    }
    return count;
  }, `${url}/three-d-s`);
  expect(removed).toBe(30);
  await tab.see(field('Password'));
});
