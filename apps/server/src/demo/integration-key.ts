import { Scope } from '@quayside/contract/integration/scopes.ts';
import type { TenantDb } from '../db/client.ts';
import { makeKeyText } from '../features/integration-keys/integration-keys.exports.ts';
import {
  createKeyWithin,
  integrationKeys,
  TakesRealMoney,
} from '../features/integration-keys/integration-keys.service.ts';
import { lockLoading } from './demo.queries.ts';

/** Everybody knows it, as the demo's password. A test key opens nothing of a marina that takes real money. */
const secret = 'DemoDemoDemoDemoDemoDemoDemoDemo';
const name = 'Demo';

/**
 * Makes the demo's key of a marina, once, so that programs go on after a restart.
 * @returns the key; null if it was revoked, or the marina takes real money now
 */
export async function storeDemoKey(db: TenantDb, tenantId: number, now: Date): Promise<string | null> {
  const text = makeKeyText('test', tenantId, secret);
  const draft = { name, mode: 'test', scopes: Scope.options, expiresAt: null, secret } as const;
  try {
    return await db.transaction().execute(async (trx) => {
      // Two servers that start at once make one key.
      await lockLoading(trx, tenantId);
      const ctx = { db: trx, tenant: { id: tenantId }, clock: { now: () => now } };
      const stored = (await integrationKeys(ctx)).find((key) => key.name === name && key.hint === text.slice(-4));
      if (stored) return stored.revoked_at === null ? text : null;
      return (await createKeyWithin(ctx, draft, { kind: 'operator', name: 'demo' })).text;
    });
  } catch (error) {
    if (error instanceof TakesRealMoney) return null;
    throw error;
  }
}
