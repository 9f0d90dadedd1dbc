import { createHash } from 'node:crypto';
import type { TenantDb } from '../../../db/client.ts';
import { insertDeclaration } from '../papers/agreement-files.queries.ts';
import { cleanDeclaration } from './clean-declaration.rules.ts';

const hashOf = (cleaned: string) => createHash('sha256').update(cleaned).digest();

/** Returns the hash under which a declaration is stored. @throws UnusableDeclaration if it can't be cleaned */
export const declarationHash = (html: string): Buffer => hashOf(cleanDeclaration(html));

/**
 * Cleans a declaration and stores it by the hash of its bytes, once for all agreements that share it.
 * @throws UnusableDeclaration if it can't be cleaned
 */
export async function storeDeclaration(db: TenantDb, tenantId: number, html: string, now: Date): Promise<Buffer> {
  const cleaned = cleanDeclaration(html);
  const hash = hashOf(cleaned);
  await insertDeclaration(db, { tenant_id: tenantId, hash, html: cleaned, created_at: now });
  return hash;
}
