import type { Feature } from '../feature.ts';
import { integrationRowTables } from './integration-rows.tables.ts';

export const integrationRowsFeature: Feature = { tables: integrationRowTables };
