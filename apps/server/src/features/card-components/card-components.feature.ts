import * as cardComponentsContract from '@quayside/contract/cards/card-components.ts';
import type { Feature } from '../feature.ts';
import { cardComponentRoutes } from './card-components.routes.ts';
import { cardComponentTables } from './card-components.tables.ts';

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    'component-card': true;
  }
}

export const cardComponentsFeature: Feature = {
  chapter: { name: 'cards', files: [cardComponentsContract] },
  routes: ({ visibilityMs }) => cardComponentRoutes(visibilityMs),
  tables: cardComponentTables,
};
