import type { TenantDb } from '../db/client.ts';
import { takeNumbers } from '../db/sql/numbers.ts';
import { officeHour } from './calendar.ts';
import type { Random } from './random.ts';
import { insertRows } from '../db/sql/insert-rows.ts';

/** The consents that both marinas ask for, with the percentage of customers who agreed at the office. */
const groups = [
  {
    percent: 92,
    'en-GB': 'Storm and safety warnings by text message',
    'fr-FR': 'Alertes météo et sécurité par SMS',
    'de-DE': 'Sturm- und Sicherheitswarnungen per SMS',
    'es-ES': 'Avisos de temporal y de seguridad por SMS',
    'nl-NL': 'Storm- en veiligheidswaarschuwingen per sms',
    ar: 'تحذيرات العواصف والسلامة برسالة نصية',
  },
  {
    percent: 64,
    'en-GB': 'News of the marina by e-mail',
    'fr-FR': 'Nouvelles du port par e-mail',
    'de-DE': 'Neues aus der Marina per E-Mail',
    'es-ES': 'Noticias del puerto por correo electrónico',
    'nl-NL': 'Nieuws van de jachthaven per e-mail',
    ar: 'أخبار المرسى بالبريد الإلكتروني',
  },
  {
    percent: 38,
    'en-GB': 'Offers for lift-out and storage',
    'fr-FR': 'Offres de carénage et d’hivernage',
    'de-DE': 'Angebote für Kranen und Winterlager',
    'es-ES': 'Ofertas de varada e invernaje',
    'nl-NL': 'Aanbiedingen voor hijsen en winterberging',
    ar: 'عروض الرفع والتخزين',
  },
  {
    percent: 11,
    'en-GB': 'Offers of our partners',
    'fr-FR': 'Offres de nos partenaires',
    'de-DE': 'Angebote unserer Partner',
    'es-ES': 'Ofertas de nuestros colaboradores',
    'nl-NL': 'Aanbiedingen van onze partners',
    ar: 'عروض شركائنا',
  },
];

/** Stores the consent groups, and the choice of each customer at their first visit. */
export async function storeConsents(
  trx: TenantDb,
  tenantId: number,
  customers: readonly { accountId: number; since: string }[],
  random: Random,
): Promise<void> {
  const first = await takeNumbers(trx, tenantId, 'consent-group', groups.length);
  const rows = groups.map(({ percent: _, ...descriptions }, index) => ({
    id: first + index,
    position: index + 1,
    descriptions,
  }));
  await insertRows(trx, tenantId, 'consent_groups', rows);
  const choices = customers.flatMap(({ accountId, since }) =>
    groups.map(({ percent }, index) => ({
      account_id: accountId,
      consent_group_id: first + index,
      sequence: 1,
      granted: random.chance(percent / 100),
      source: 'office',
      recorded_at: officeHour(since, 20),
    })),
  );
  await insertRows(trx, tenantId, 'consents', choices);
}
