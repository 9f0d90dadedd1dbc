import { expect } from '@playwright/test';
import type { Tab } from './tab.ts';
import { button, css, dialog, field, heading, text } from './find-element.ts';

/** Goes from the orders to the checkout and waits for its frames. */
export async function openCheckout(tab: Tab, url: string): Promise<void> {
  await tab.open(`${url}/secure/orders/outstanding`);
  await tab.click(button('Checkout'));
  await tab.see(heading('Checkout'));
}

/** Types a new card's details, each in a frame of the provider. */
export async function typeCard(tab: Tab, number: string): Promise<void> {
  for (const [container, value] of [
    ['cardNumber', number],
    ['expiryDate', '12/31'],
    ['cvv', '123'],
  ])
    await tab.within(`#hosted-${container} iframe`).fill(css('input'), value ?? '');
}

/** Types a new card's billing address. */
export async function typeAddress(tab: Tab): Promise<void> {
  await tab.select(field('Country'), 'GB');
  await tab.fill(field('Address line 1'), '1 Quay Road');
  await tab.fill(field('Town or city'), 'Saltmarsh');
  await tab.fill(field('Postcode'), 'SM1 1AA');
}

export const payDialog = dialog('Confirm payment');

/** Leaves the card's form, then confirms. */
export async function pay(tab: Tab): Promise<void> {
  await askToPay(tab);
  await tab.click({ role: 'button', part: 'Pay £', within: payDialog });
}

export const askToPay = (tab: Tab) => tab.click(button('Continue', css('main')));

/** Answers the bank's challenge in its own frames. */
export async function answerBank(tab: Tab, code: string): Promise<void> {
  const bank = tab.within('iframe[title="Confirmation by your bank"]', 'iframe');
  await bank.fill(field('Code'), code);
  await bank.click(button('Confirm'));
}

/** Reads to the end, then draws a wave over the middle of the pad. */
export async function signByHand(tab: Tab): Promise<void> {
  await tab.see(text('E-mail confirmed'));
  await tab.look(() => {
    for (const box of document.querySelectorAll('main *'))
      if (box.scrollHeight > box.clientHeight) box.scrollTo({ top: box.scrollHeight, behavior: 'instant' });
  }, null);
  const paper = css('[data-active] > canvas');
  await tab.see({ ...paper, isReady: true });
  const { x, y, width, height } = await tab.look(() => {
    const box = document.querySelector('[data-active] > canvas')?.getBoundingClientRect();
    return { x: box?.x ?? 0, y: box?.y ?? 0, width: box?.width ?? 0, height: box?.height ?? 0 };
  }, null);
  const scrolled = await tab.look(() => scrollY, null);
  await tab.stroke(
    Array.from({ length: 12 }, (_, step) => ({
      x: x + width * (0.2 + (0.6 * step) / 12),
      y: y + height * (0.5 + 0.2 * Math.sin(step)),
    })),
  );
  // The pad takes the touch, so the page under it does not scroll.
  expect(await tab.look(() => scrollY, null)).toBe(scrolled);
}
