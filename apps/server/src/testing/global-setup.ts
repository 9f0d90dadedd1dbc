import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './test-postgres.ts';

/** One PostgreSQL for a run of the server's tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  project.provide('postgres', { adminUrl: postgres.adminUrl, ownerUrl: postgres.ownerUrl, appUrl: postgres.appUrl });
  return postgres.stop;
}
