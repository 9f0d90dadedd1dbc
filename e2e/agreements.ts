import type { Locator, Page } from '@playwright/test';
import { makeReadableAgreement } from '../apps/server/src/testing/factories/agreements.ts';
import { expect, ownerOf, type Somebody } from './customers.ts';

const clause = '<h2>The berth</h2><p>The owner keeps the berth tidy and shows the policy to the marina when asked.</p>';

/** A text that is longer than its box. */
export const longText = `<h1>Licence</h1>${clause.repeat(20)}<p>Agreed.</p>`;

/** Makes an agreement to sign, with a text that must be scrolled. */
export const makeLicence = (robin: Pick<Somebody, 'marina' | 'account'>) =>
  makeReadableAgreement(robin.marina.tenant.db, ownerOf(robin), {
    type: 'Berthing licence',
    html: longText,
    startDate: '2026-04-01',
    endDate: '2027-03-31',
  });

/** The box with the text. */
export const textBox = (page: Page) => page.getByRole('region', { name: 'Berthing licence' });
export const steps = (page: Page) => page.getByRole('list', { name: 'What to do' }).getByRole('listitem');
export const pad = (page: Page) => page.locator('canvas');
export const clearButton = (page: Page) => page.getByRole('button', { name: 'Clear' });
export const signButton = (page: Page) => page.getByRole('button', { name: 'Sign', exact: true });

/**
 * Scrolls to the end of the text, by keyboard. Chromium scrolls there in steps. On a busy machine it may end them at
 * once, where they started, so the key is pressed again.
 */
export async function readToEnd(page: Page): Promise<void> {
  const left = () => textBox(page).evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
  await expect(async () => {
    await textBox(page).focus();
    await page.keyboard.press('End');
    await expect.poll(left, { timeout: 3_000 }).toBeLessThan(1);
  }).toPass();
}

/** Waits for the white pad. The drawing library loads only when signing is possible. */
const expectPaper = (page: Page) => expect(page.locator('[data-active] > canvas')).toBeVisible();

/** Draws a wave over the middle of the pad, once it takes strokes. */
export async function draw(page: Page): Promise<void> {
  await beginToDraw(page);
  await page.mouse.up();
}

/** Draws the same wave, and keeps the pen on the pad. */
export async function beginToDraw(page: Page): Promise<void> {
  await expectPaper(page);
  await moveInWave(page);
}

async function moveInWave(page: Page): Promise<void> {
  const { x, y, width, height } = await boxOf(pad(page));
  const at = (part: number) => [x + width * (0.2 + 0.6 * part), y + height * (0.5 + 0.2 * Math.sin(part * 9))] as const;
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let step = 1; step <= 12; step += 1) await page.mouse.move(...at(step / 12));
}

/** Draws a single dot. */
export async function dot(page: Page): Promise<void> {
  await expectPaper(page);
  const { x, y, width, height } = await boxOf(pad(page));
  await page.mouse.click(x + width / 2, y + height / 2);
}

async function boxOf(element: Locator) {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not visible');
  return box;
}

/** Returns the area with ink on the pad, as parts of its width and height: start, top, end, bottom. */
export function inkOn(page: Page): Promise<number[]> {
  return pad(page).evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const { data } = context.getImageData(0, 0, width, height);
    const inked = Array.from({ length: width * height }, (_, place) => place).filter(
      (place) => (data[place * 4 + 3] ?? 0) > 128,
    );
    const columns = inked.map((place) => place % width);
    const lines = inked.map((place) => Math.floor(place / width));
    const ends = (numbers: number[]) => [
      numbers.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY),
      numbers.reduce((one, other) => Math.max(one, other), 0),
    ];
    const [first = 0, last = 0] = ends(columns);
    const [top = 0, bottom = 0] = ends(lines);
    return [first / width, top / height, last / width, bottom / height];
  });
}

/** Returns the stored signature of an agreement. */
export const storedSignature = ({ marina: { tenant } }: Pick<Somebody, 'marina'>, agreementId: number) =>
  tenant.db
    .selectFrom('agreement_signatures')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('agreement_id', '=', agreementId)
    .executeTakeFirst();

/** Checks that the pad takes no strokes, and that nothing can be signed. */
export const expectInactive = async (page: Page) => {
  await moveInWave(page);
  await page.mouse.up();
  await expect(clearButton(page)).toHaveCount(0);
  await expect(signButton(page)).toHaveAttribute('aria-disabled', 'true');
};
