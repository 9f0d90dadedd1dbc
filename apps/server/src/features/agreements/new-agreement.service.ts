import { randomUUID } from 'node:crypto';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import { storeDeclaration } from './declaration/declarations.service.ts';
import { insertAgreement, withdrawUnsigned } from './new-agreement.queries.ts';

export interface NewAgreement {
  accountId: number;
  siteId: number;
  /** The name that the customer reads. */
  type: string;
  /** The text to sign, as HTML. */
  html: string;
  /** The last day for signing at the site, `YYYY-MM-DD`. Null: no limit. */
  signBy: string | null;
  /** The marina's own name of it. */
  reference?: string;
  startsOn?: string | null;
  endsOn?: string | null;
}

/** Makes an agreement that waits for a signature. */
export async function makeAgreement(
  trx: TenantDb,
  tenantId: number,
  { accountId, siteId, type, html, signBy, reference, startsOn, endsOn }: NewAgreement,
  now: Date,
): Promise<{ id: number; guid: string }> {
  const declarationHash = await storeDeclaration(trx, tenantId, html, now);
  const guid = randomUUID();
  const id = await takeNumbers(trx, tenantId, 'agreement');
  await insertAgreement(trx, {
    tenant_id: tenantId,
    id,
    guid,
    account_id: accountId,
    site_id: siteId,
    type,
    declaration_hash: declarationHash,
    sign_by: signBy,
    created_at: now,
    ...(reference === undefined ? {} : { reference }),
    start_date: startsOn ?? null,
    end_date: endsOn ?? null,
  });
  return { id, guid };
}

/** Withdraws an agreement, unless it is signed. Returns false if it is signed. */
export const withdrawAgreement = async (trx: TenantDb, tenantId: number, id: number, now: Date): Promise<boolean> =>
  (await withdrawUnsigned(trx, tenantId, [id], now)) > 0;
