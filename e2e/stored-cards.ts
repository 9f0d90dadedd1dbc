import type { Page } from '@playwright/test';
import { control, presentCard } from '../apps/server/src/testing/payments/card-payments.ts';
import { apiBase } from '../packages/contract/src/shared/call.ts';
import { type Debtor, expect } from './unpaid-orders.ts';

export const home = {
  nickName: 'Home',
  address1: '1 Quay Road',
  town: 'Saltmarsh',
  postcode: 'SM1 1AA',
  country: 'GB',
};

interface StoredCardInput {
  number: string;
  nickName?: string;
  address?: typeof home;
  /** True if it was valid until last year. */
  hasExpired?: boolean;
}

/** Keeps cards in the provider's vault, as the portal does. Any page of the customer must be open. */
export async function keepCards(
  page: Page,
  debtor: Debtor,
  sandboxUrl: string,
  cardInputs: StoredCardInput[],
): Promise<void> {
  for (const { hasExpired = false, ...card } of cardInputs) {
    await (hasExpired
      ? inThePast(debtor, sandboxUrl, () => keep(page, debtor, sandboxUrl, card, lastYear()))
      : keep(page, debtor, sandboxUrl, card));
  }
}

const lastYear = () => ({ month: 3, year: new Date().getFullYear() - 1 });

async function keep(
  page: Page,
  { merchant, account }: Debtor,
  sandboxUrl: string,
  { number, ...card }: StoredCardInput,
  expiry?: { month: number; year: number },
): Promise<void> {
  const { token } = await presentCard(sandboxUrl, merchant, number, expiry);
  const path = `${apiBase}paysafe/profiles/by-guid/${account.guid}/card`;
  const status = await page.evaluate(
    async ([address, body]) => {
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(address, { method: 'POST', headers, body })).status;
    },
    [path, JSON.stringify({ token, holderName: 'Robin Test', ...card })] as const,
  );
  expect(status).toBe(200);
}

/** Runs with the provider's clock in the past, because the provider takes no expired card. */
async function inThePast({ merchant }: Debtor, sandboxUrl: string, work: () => Promise<void>): Promise<void> {
  const { accountId } = merchant;
  await control(sandboxUrl, 'POST', 'clock', { accountId, offsetMs: -2 * 366 * 86_400_000 });
  await work();
  await control(sandboxUrl, 'POST', 'clock', { accountId, offsetMs: 0 });
}
