import {
  type DeclaredTable,
  staysBecauseBooks,
  ofAccount,
  goesBecauseOpens,
  ofAccountThrough,
} from '../../db/declared-table.ts';

export const cardTables: readonly DeclaredTable[] = [
  {
    name: 'three_d_secure_lookups',
    kept: 'books',
    exported: true,
    without: ['payment_token_hash'],
    renewed: { payment_token_hash: "sha256(convert_to(gen_random_uuid()::text, 'UTF8'))" },
    person: { whose: ofAccountThrough('payment_id', 'payments'), ...staysBecauseBooks },
  },
  {
    name: 'bank_keys',
    kept: { sweptBy: 'sweep-bank-keys' },
    leftBehind: 'a key opens a payment that is under way',
    without: ['key_hash'],
    person: { whose: ofAccountThrough('payment_id', 'payments'), ...goesBecauseOpens },
  },
  {
    name: 'ineligible_cards',
    kept: 'owner',
    exported: true,
    person: { whose: ofAccount, erasure: 'goes', why: 'a card pays for nothing more' },
  },
  {
    name: 'card_vault_profiles',
    kept: 'owner',
    leftBehind: 'stored cards stay with their provider',
    person: {
      whose: ofAccount,
      erasure: 'goes',
      storedAtProvider: true,
      why: 'the provider deletes its cards and addresses',
    },
  },
];
