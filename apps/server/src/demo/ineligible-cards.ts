import type { TenantDb } from '../db/client.ts';
import { insertRows } from '../db/sql/insert-rows.ts';
import { takeNumbers } from '../db/sql/numbers.ts';
import { daysFrom, officeHour } from './calendar.ts';

interface DemoCards {
  trx: TenantDb;
  tenantId: number;
  language: 'en' | 'fr';
  /** The account that owns the card. */
  showcaseId: number;
  today: string;
}

const own = {
  en: { holder_name: 'Jo Sailor', nick_name: 'Card at the office' },
  fr: { holder_name: 'Luc Marin', nick_name: 'Carte de la capitainerie' },
};

/** Stores a card that came from an earlier system. The portal shows it by the flag `ineligible-vaulted-cards`. */
export async function storeIneligibleCard({ trx, tenantId, language, showcaseId, today }: DemoCards): Promise<void> {
  const id = await takeNumbers(trx, tenantId, 'ineligible-card');
  const card = {
    id,
    account_id: showcaseId,
    reference: 'CARD-1',
    provider_key: 'paysafe',
    card_type: 'VI',
    last_digits: '0019',
    expiry_month: 9,
    expiry_year: Number(today.slice(0, 4)) + 1,
    reason: 'migrated' as const,
    created_at: officeHour(daysFrom(today, -200), 60),
    ...own[language],
  };
  await insertRows(trx, tenantId, 'ineligible_cards', [card]);
}
