import { type DeclaredTable, ofAccount } from '../../db/declared-table.ts';
import { boatsOfNobodyElse, eraseBoats } from './erase-boats.queries.ts';

export const boatTables: readonly DeclaredTable[] = [
  {
    name: 'boats',
    kept: 'owner',
    exported: true,
    person: {
      whose: ofAccount,
      erasure: 'goes',
      goes: boatsOfNobodyElse,
      erase: eraseBoats,
      why: 'the invoices name the boat; one that papers of its earlier owner name stays, without its sticker',
    },
  },
];
