import { transaction } from '../../database.ts';
import type { Sandbox } from '../../sandbox.ts';
import { makeInstrument } from '../../cards/instrument.ts';
import { insertAddress } from './addresses.ts';
import { insertCard } from './cards.ts';
import { findProfile, insertProfile } from './profiles.ts';

interface DemoCustomer {
  /** The profile's id, as the demo's marina knows it. */
  readonly profileId: string;
  readonly serverKey: string;
  readonly holderName: string;
  readonly home: Readonly<Record<string, string>>;
  readonly cardNames: readonly [string, string, string];
}

const customers: readonly DemoCustomer[] = [
  {
    profileId: 'demo-saltmarsh',
    serverKey: 'saltmarsh-server',
    holderName: 'Jo Sailor',
    home: { nickName: 'Home', street: '8 Captains Row', city: 'Lymington', zip: 'SO41 9QX', country: 'GB' },
    cardNames: ['Boat card', 'Household', 'Old card'],
  },
  {
    profileId: 'demo-port-azur',
    serverKey: 'port-azur-server',
    holderName: 'Luc Marin',
    home: { nickName: 'Maison', street: '14 quai du Port', city: 'Fréjus', zip: '83600', country: 'FR' },
    cardNames: ['Carte du bateau', 'Carte du ménage', 'Ancienne carte'],
  },
];

const yearMs = 366 * 86_400_000;

/**
 * Stores the cards that the demo's two customers keep: one with a challenge, one without, and one that has expired.
 */
export function storeDemoCards(sandbox: Sandbox): void {
  for (const customer of customers) transaction(sandbox.database, () => storeCardsOf(sandbox, customer));
}

function storeCardsOf(sandbox: Sandbox, { profileId, serverKey, holderName, home, cardNames }: DemoCustomer): void {
  const { database } = sandbox;
  if (findProfile(database, serverKey, profileId)) return;
  const now = sandbox.clock.now(serverKey);
  const year = new Date(now).getUTCFullYear();
  insertProfile(
    database,
    serverKey,
    { id: profileId, merchantCustomerId: profileId, fields: { locale: 'en_GB' } },
    now,
  );
  const address = { ...home, defaultShippingAddressIndicator: true };
  const billingAddressId = insertAddress(database, profileId, address, now).id;
  const [daily, spare, old] = cardNames;
  const keep = (cardNum: string, nickName: string, expiry: { month: number; year: number }, at: number) =>
    insertCard(
      database,
      { serverKey, profileId },
      {
        instrument: makeInstrument(sandbox, { cardNum, cardExpiry: expiry, holderName }, at),
        fields: { nickName, billingAddressId },
        isDefault: false,
      },
      at,
    );
  keep('4000000000001091', daily, { month: 8, year: year + 3 }, now - 2 * yearMs);
  keep('5200000000001005', spare, { month: 2, year: year + 1 }, now - yearMs);
  keep('340000000001007', old, { month: 11, year: year - 1 }, now - 3 * yearMs);
}
