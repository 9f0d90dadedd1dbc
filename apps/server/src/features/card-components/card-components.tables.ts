import { type DeclaredTable, ofAccount } from '../../db/declared-table.ts';

export const cardComponentTables: readonly DeclaredTable[] = [
  {
    name: 'component_cards',
    kept: 'owner',
    leftBehind: 'stored cards stay with their provider',
    without: ['permanent_token'],
    person: { whose: ofAccount, erasure: 'goes', why: 'a card pays for nothing more' },
  },
];
