import * as importsContract from '@quayside/contract/integration/imports.ts';
import { z } from 'zod';
import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { importIntegrationRoutes } from './imports.integration.ts';
import { runImports, sweepImports } from './run-imports.service.ts';
import { importTables } from './imports.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    import: true;
  }
}

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    import: true;
  }
}

declare module '../../jobs/tasks.ts' {
  interface JobPayloads {
    'run-imports': Record<never, never>;
  }
}

export const importsFeature: Feature = {
  integration: {
    chapter: {
      name: 'imports',
      description: 'Many rows at once, all of them or none.',
      files: [importsContract],
    },
    routes: ({ files }) => importIntegrationRoutes(files),
  },
  tasks: (services) => ({
    'run-imports': { payload: z.strictObject({}), isLong: true, run: (ctx) => runImports(ctx, services) },
  }),
  recurring: () => [{ name: 'sweep-imports', by: 'one-copy', everyMs: hour, run: sweepImports }],
  tables: importTables,
};
