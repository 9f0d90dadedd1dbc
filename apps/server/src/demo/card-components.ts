import type { TenantDb } from '../db/client.ts';
import { insertRows } from '../db/sql/insert-rows.ts';
import { takeNumbers } from '../db/sql/numbers.ts';
import { daysFrom, officeHour } from './calendar.ts';
import type { Marina } from './marinas.ts';
import { insertProviders } from './provider-settings.ts';
import { sandboxOrigin } from './sandbox-origin.ts';

/**
 * The second card provider's account and cards, for the marina that has it. The sandbox knows both cards from its
 * start.
 */
const components = {
  tenant: 'port-azur',
  account: 'port-azur-components-eur',
  cards: [
    { token: 'cardperm_port-azur-1', type: 'VISA', digits: '1000', nickName: 'Carte du bateau', years: 3 },
    { token: 'cardperm_port-azur-2', type: 'MASTERCARD', digits: '1096', nickName: '', years: -1 },
  ],
} as const;

/** Returns the addresses of the sandbox's second card provider. */
function addresses(sandboxUrl: string) {
  const origin = sandboxOrigin(sandboxUrl, 'clearAccept');
  return { apiBaseUrl: origin, tokenBaseUrl: origin, scriptBaseUrl: origin };
}

interface DemoCards {
  trx: TenantDb;
  tenantId: number;
  marina: Marina;
  sandboxUrl: string;
  /** The account that owns the cards. */
  showcaseId: number;
  today: string;
}

/**
 * Gives a marina the second card provider beside the first, and one of its customers two kept cards. One of them
 * has expired.
 */
export async function storeCardComponents(demo: DemoCards): Promise<void> {
  const { trx, tenantId, marina, sandboxUrl, showcaseId, today } = demo;
  if (marina.key !== components.tenant) return;
  const settings = {
    displayName: 'ClearAccept',
    logo: null,
    inTestMode: true,
    ...addresses(sandboxUrl),
    clientId: 'port-azur-client',
    clientSecret: 'sandbox-client-secret',
    platformId: 'quayside',
    merchantId: 'port-azur',
    merchantAccountId: components.account,
  };
  const rows = marina.sites.map((_, index) => ({
    site_id: index + 1,
    key: 'clearAccept',
    position: 3,
    settings,
  }));
  await insertProviders(trx, tenantId, rows);
  const first = await takeNumbers(trx, tenantId, 'component-card', components.cards.length);
  const cards = components.cards.map(({ token, type, digits, nickName, years }, index) => ({
    id: first + index,
    account_id: showcaseId,
    provider_key: 'clearAccept',
    provider_account: components.account,
    permanent_token: token,
    card_type: type,
    last_digits: digits,
    holder_name: 'Luc Marin',
    nick_name: nickName,
    expiry_month: 6,
    expiry_year: Number(today.slice(0, 4)) + years,
    created_at: officeHour(daysFrom(today, -90 * (index + 1)), 60),
  }));
  await insertRows(trx, tenantId, 'component_cards', cards);
}
