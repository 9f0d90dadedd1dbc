import { Scope } from '@quayside/contract/integration/scopes.ts';
import { DatabaseClient } from '../apps/server/src/db/client.ts';
import { saltmarsh } from '../apps/server/src/demo/marinas.ts';
import { createKey } from '../apps/server/src/features/integration-keys/integration-keys.service.ts';
import { saveTenant } from '../apps/server/src/features/tenant/tenant.service.ts';
import { testSecretKeys } from '../apps/server/src/testing/secret-keys.ts';
import type { ScratchDatabase } from './scratch-postgres.ts';

/** The header of a program that sends a key of the integration API. */
export interface Program {
  tenantId: number;
  headers: { authorization: string; 'content-type': string };
}

const clock = { now: () => new Date() };

/** Makes this number of marinas without customers. */
export async function makeMarinas({ ownerUrl }: ScratchDatabase, count: number): Promise<number[]> {
  const owner = new DatabaseClient({ url: ownerUrl, size: 1 });
  const { settings, sites } = saltmarsh;
  const ids: number[] = [];
  try {
    for (let index = 1; index <= count; index += 1) {
      const own = { key: `marina-${index}`, name: `Marina ${index}`, hosts: [] };
      const draft = { ...own, settings, sites: sites.map((site, place) => ({ id: place + 1, ...site })) };
      ids.push(await saveTenant(owner.unsafeWithoutTenant(), draft, clock.now()));
    }
    return ids;
  } finally {
    await owner.close();
  }
}

/** Makes a key for each of these marinas. A marina may be named several times: each key has its own limit. */
export async function makePrograms({ appUrl }: ScratchDatabase, marinas: readonly number[]): Promise<Program[]> {
  const database = new DatabaseClient({ url: appUrl, size: 1, secretKeys: testSecretKeys });
  const programs: Program[] = [];
  try {
    for (const tenantId of marinas) {
      const ctx = { db: database.forTenant(tenantId), tenant: { id: tenantId }, clock };
      const draft = { name: 'Bench', mode: 'live', scopes: Scope.options, expiresAt: null } as const;
      const { text } = await createKey(ctx, draft, { kind: 'operator', name: 'bench' });
      const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/json' };
      programs.push({ tenantId, headers });
    }
    return programs;
  } finally {
    await database.close();
  }
}
