import type { TenantDb } from '../../db/client.ts';
import type { Tenant } from '../../http/context.ts';
import { integrationKeys } from '../integration-keys/integration-keys.service.ts';
import { installedCertificate } from '../seals/seals.service.ts';
import type { EndingCredential } from './watch-credentials.service.ts';

/** Returns the keys and certificates of a marina that work now and have an end. */
export async function credentialsWithEnd(
  { db, tenant }: { db: TenantDb; tenant: Tenant },
  now: Date,
): Promise<EndingCredential[]> {
  const keys = (await integrationKeys({ db, tenant })).filter(({ revoked_at }) => revoked_at === null);
  const found: EndingCredential[] = [];
  for (const { id, name, mode, expires_at: endsAt } of keys) {
    // Another key has replaced it, which ends later.
    const isReplaced = keys.some((other) => other.id > id && other.name === name && other.mode === mode);
    if (endsAt === null || endsAt <= now || isReplaced) continue;
    found.push({ kind: 'integration-key', reference: `integration-key-${id}`, name, endsAt });
  }
  const certificate = await installedCertificate(db, tenant.id);
  if (!certificate) return found;
  const { fingerprint256, subject, validTo } = certificate;
  const name = /^CN=(.*)$/m.exec(subject)?.[1] ?? tenant.name;
  const reference = `seal-certificate-${fingerprint256}`;
  return [...found, { kind: 'seal-certificate', reference, name, endsAt: new Date(validTo) }];
}
