import type { Kysely } from 'kysely';
import type { TestApp } from '../app.ts';

/** Returns the handle on which a test runs a migration once more: it connects as the role that owns the tables. */
export const migrationDatabase = ({ ownerDb }: Pick<TestApp, 'ownerDb'>) => ownerDb as unknown as Kysely<unknown>;
