import type { Feature } from '../feature.ts';
import { fileRoutes } from './files.routes.ts';
import { fileTables } from './files.tables.ts';

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    file: true;
  }
}

export const filesFeature: Feature = {
  routes: ({ files }) => fileRoutes(files),
  tables: fileTables,
};
