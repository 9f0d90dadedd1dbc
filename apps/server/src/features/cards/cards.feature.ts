import * as cardsContract from '@quayside/contract/cards/cards.ts';
import * as storedCardsContract from '@quayside/contract/cards/stored-cards.ts';
import * as walletsContract from '@quayside/contract/cards/wallets.ts';
import * as threeDSecure1Contract from '@quayside/contract/cards/three-d-secure-1.ts';
import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { sweepBankKeys } from './three-d-secure/bank-keys.queries.ts';
import { cardRoutes } from './cards.routes.ts';
import { storedCardRoutes } from './stored-cards/stored-cards.routes.ts';
import { walletRoutes } from './wallets/wallets.routes.ts';
import { cardTables } from './cards.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'card.kept': true;
    'card.default': true;
    'card.deleted': true;
  }
}

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    'ineligible-card': true;
  }
}

export const cardsFeature: Feature = {
  chapter: {
    name: 'cards',
    description: 'Cards: to pay with, to keep, and wallets.',
    files: [cardsContract, storedCardsContract, walletsContract, threeDSecure1Contract],
  },
  routes: ({ visibilityMs }) => [...cardRoutes(visibilityMs), ...storedCardRoutes, ...walletRoutes(visibilityMs)],
  tables: cardTables,
  recurring: () => [
    {
      name: 'sweep-bank-keys',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepBankKeys(db, tenant.id, clock.now()),
    },
  ],
};
