import { giveFont, loadedFonts } from '../own-font.ts';
import { expect, test } from './engine-test.ts';
import { field } from './find-element.ts';

/** Reads the looks of the first select. */
const readLooks = () => {
  const select = document.querySelector('select') as HTMLSelectElement;
  const { appearance, borderStartStartRadius, paddingInlineStart, paddingInlineEnd } = getComputedStyle(select);
  const { height } = select.getBoundingClientRect();
  const hasArrow = select.nextElementSibling?.getBoundingClientRect().width === 16;
  return { appearance, borderStartStartRadius, paddingInlineStart, paddingInlineEnd, height, hasArrow };
};

test('[LANG-1] the language selector looks alike in every engine', async ({ tab, openMarina }) => {
  const { url } = await openMarina();
  await tab.open(`${url}/login`);
  await tab.see(field('Language'));
  expect(await tab.look(readLooks, null)).toEqual({
    appearance: 'none',
    borderStartStartRadius: '8px',
    paddingInlineStart: '38px',
    paddingInlineEnd: '32px',
    height: 44,
    hasArrow: true,
  });
});

test('[RUN-11] a marina’s own font is on its pages in every engine', async ({ tab, openMarina }) => {
  const marina = await openMarina();
  await giveFont(marina);
  // A page has the font if it comes in time. A later page has it from the browser's store.
  await expect(async () => {
    await tab.open(`${marina.url}/login`);
    await tab.see(field('Language'));
    expect(await tab.look(loadedFonts, null)).toEqual(['Quayside own 1 549', 'Quayside own 550 1000']);
  }).toPass();
});
