import { type AuthType, servesAuthType } from '@quayside/contract/tenant/tenant.ts';
import type { TenantDb } from '../../db/client.ts';
import type { Context } from '../../http/context.ts';
import { SignOnSettings } from '../../providers/sign-on/settings.ts';
import { SignOnFailure } from '../../providers/sign-on/sign-on-failure.ts';
import { findSignOnSettings, upsertSettings } from './sign-on.queries.ts';

/**
 * Returns the settings of a provider that the tenant offers for this purpose.
 * @throws SignOnFailure refused if it doesn't, unavailable if its settings are wrong
 */
export async function findOffered(
  { db, tenant }: Pick<Context, 'db' | 'tenant'>,
  key: string,
  authType: AuthType,
): Promise<SignOnSettings> {
  const offered = tenant.settings.authProviders.find((provider) => provider.key === key);
  const stored =
    offered && servesAuthType(offered, authType) ? await findSignOnSettings(db, tenant.id, key) : undefined;
  if (stored === undefined) throw new SignOnFailure('refused', 'not offered');
  const { data, error } = SignOnSettings.safeParse(stored);
  if (data) return data;
  // The log leaves the values out, because one of them is a secret.
  throw new SignOnFailure(
    'unavailable',
    `wrong settings: ${error.issues.map(({ path }) => path.join('.')).join(', ')}`,
  );
}

/** Gives a tenant a provider, or changes its connection. @throws ZodError before anything is stored */
export async function saveSignOnProvider(
  db: TenantDb,
  tenantId: number,
  key: string,
  settings: Record<string, unknown>,
): Promise<void> {
  await upsertSettings(db, tenantId, key, SignOnSettings.parse(settings));
}
