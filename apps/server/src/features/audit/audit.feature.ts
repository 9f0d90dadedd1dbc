import type { Feature } from '../feature.ts';
import { auditTables } from './audit.tables.ts';

export const auditFeature: Feature = { tables: auditTables };
